# SPDX-License-Identifier: Apache-2.0
"""A file of an index on this disk: resumed where it stopped, and taken only if it has the hash that the index lists."""
import hashlib
import os
import shutil
import time

import web
from problem import Problem

BLOCK = 1 << 20
ATTEMPTS = 5  # in a row that bring nothing
EVERY_S = 0.2


def require_room(folder, needed, room):
    """`room` is what the user allows, in bytes; below 0: as much as there is."""
    if 0 <= room < needed:
        raise Problem("{} more are needed, and --disk leaves {}".format(megabytes(needed), megabytes(room)),
                      "'quern env rm' makes room")
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise Problem("{} more are needed, and {} has {} free".format(megabytes(needed), folder, megabytes(free)),
                      "'quern env rm' makes room; --into names another place")


def megabytes(size):
    return "{:,.0f} MB".format(size / 1e6)


class _Download:
    def __init__(self, request, on_progress):
        self.address, self.sha256, self.file = request["address"], request["sha256"], request["into"]
        self.part = self.file + ".part"
        self.room = request["room"]
        self.on_progress = on_progress
        self.last_said = 0.0
        self.hash = hashlib.sha256()
        self.have = 0

    def run(self):
        self.hash_what_is_there()
        tried = 0
        while self.hash.hexdigest() != self.sha256:
            before = self.have
            try:
                self.go_on()
                break
            except web.Busy as error:
                tried = 1 if self.have > before else tried + 1
                self.wait_or_give_up(tried, error)
        self.require_hash()

    def wait_or_give_up(self, tried, error):
        if tried >= ATTEMPTS:
            raise Problem("the download of {} stopped at {}: {}".format(web.shown(self.address), megabytes(self.have),
                                                                        error),
                          "fetch again: it goes on from there")
        time.sleep(0.1 * 2 ** tried)

    def hash_what_is_there(self):
        if not os.path.exists(self.part):
            return
        with open(self.part, "rb") as stream:
            for block in iter(lambda: stream.read(BLOCK), b""):
                self.hash.update(block)
                self.have += len(block)

    def go_on(self):
        with self.open_rest() as answer:
            if answer.status != 206:
                self.start_again()
            length = answer.headers.get("Content-Length")
            total = self.have + int(length) if length else 0
            require_room(os.path.dirname(self.part), max(total - self.have, 0), self.room)
            with open(self.part, "ab", buffering=0) as stream:
                for block in iter(lambda: web.read_some(answer, BLOCK), b""):
                    self.take(block, total, stream)
            if self.have < total:
                raise web.Busy("the connection was closed")

    def open_rest(self):
        try:
            return web.open_address(self.address, {"Range": "bytes={}-".format(self.have)} if self.have else {})
        except web.Refused as refused:
            if refused.code != 416:  # else it has no more than we have, and that is not what it should be
                raise
            self.start_again()
            raise web.Busy(str(refused))

    def start_again(self):
        with open(self.part, "wb"):
            pass
        self.hash, self.have = hashlib.sha256(), 0

    def take(self, block, total, stream):
        stream.write(block)
        self.hash.update(block)
        self.have += len(block)
        if time.monotonic() - self.last_said > EVERY_S:
            self.last_said = time.monotonic()
            self.on_progress(self.have, total)

    def require_hash(self):
        if self.hash.hexdigest() == self.sha256:
            os.rename(self.part, self.file)
            return
        os.remove(self.part)
        raise Problem("{} does not have the hash that the index lists".format(web.shown(self.address)),
                      "what was downloaded has been removed; fetch again, or ask whoever runs the index")


def to_file(request, on_progress):
    if not request["sha256"]:
        raise Problem("the index lists no sha256 for {}".format(web.shown(request["address"])),
                      "what cannot be checked is not taken; --index names another index")
    _Download(request, on_progress).run()
