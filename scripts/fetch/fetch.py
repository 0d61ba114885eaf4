# SPDX-License-Identifier: Apache-2.0
"""What `quern env fetch` asks of a package index, for a driver that speaks neither HTTP nor zip.

One request comes on descriptor 3, as JSON behind four bytes of length. Lines of JSON go to descriptor 4: `wheel` and
`progress` while there are some, and in the end `done` or `error`. Standard library only, Python 3.6 and newer.
"""
import json
import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import cpp_part  # noqa: E402
import download  # noqa: E402
import index  # noqa: E402
from problem import Problem  # noqa: E402

REQUESTS = 3
REPLIES = 4


def read_request():
    with os.fdopen(REQUESTS, "rb") as requests:
        (size,) = struct.unpack("<I", requests.read(4))
        return json.loads(requests.read(size).decode())


def reply(**fields):
    os.write(REPLIES, (json.dumps(fields) + "\n").encode())


def list_wheels(request):
    address, wheels = index.wheels(request["index"], request["project"])
    for wheel in wheels:
        reply(wheel=wheel)
    return {"index": address}


def download_wheel(request):
    download.to_file(request, lambda done, total: reply(progress={"what": "download", "done": done, "total": total}))
    return {}


def make_cpp_part(request):
    cpp_part.make(request, lambda done, total: reply(progress={"what": "unpack", "done": done, "total": total}))
    return {}


COMMANDS = {"wheels": list_wheels, "download": download_wheel, "cpp_part": make_cpp_part}


def main():
    request = read_request()
    try:
        reply(done=COMMANDS[request["command"]](request))
    except Problem as problem:
        reply(error=str(problem), hint=problem.hint)
    except OSError as error:  # a disk that is full, a folder that cannot be written to
        reply(error="cannot write {}: {}".format(error.filename or request.get("into", ""), error.strerror or error),
              hint="")


if __name__ == "__main__":
    main()
