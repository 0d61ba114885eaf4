# SPDX-License-Identifier: Apache-2.0
"""A package index on this machine, with small wheels that look like LibTorch's, and with bad days on request."""
import hashlib
import http.server
import io
import os
import platform
import re
import subprocess
import sys
import threading
import time
import zipfile

THIS = "cp{}{}".format(*sys.version_info[:2])
LINUX = "manylinux1_" + platform.machine()
HEADERS = "torch/include/torch/csrc/api/include/torch/"


def library(folder, name, needs=()):
    """The bytes of an empty library that asks for others, which need not exist."""
    source, target = os.path.join(folder, "empty.c"), os.path.join(folder, name)
    with open(source, "w", encoding="utf-8"):
        pass
    for need in needs:
        if not os.path.exists(os.path.join(folder, need)):
            library(folder, need)
    subprocess.run(["cc", "-shared", "-nostdlib", "-Wl,--no-as-needed", "-Wl,-soname," + name, source, "-o", target]
                   + [os.path.join(folder, need) for need in needs], check=True)
    with open(target, "rb") as stream:
        return stream.read()


def wheel(version, members, project="torch"):
    """A wheel of these members, and of those that every one has."""
    info = "{}-{}.dist-info/".format(project, version)
    members = dict(members)
    if project == "torch":
        members.setdefault("torch/version.py", "__version__ = '{}'\n".format(version))
        members.setdefault("torch/__init__.py", "from .version import __version__\n")
    members[info + "METADATA"] = "Metadata-Version: 2.1\nName: {}\nVersion: {}\n".format(project, version)
    members[info + "WHEEL"] = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    members[info + "RECORD"] = "".join(name + ",,\n" for name in members) + info + "RECORD,,\n"
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def wheel_name(version, python=THIS, linux=LINUX):
    return "torch-{}-{}-{}-{}.whl".format(version, python, python, linux)


class PackageIndex:
    """Serves files by PEP 503. `yanked`, `gone`, `wrong` (hash), `cut` (once, in the middle), `slow` and `plain` (no
    ranges) are sets of file names."""

    def __init__(self):
        self.files, self.asked = {}, []
        self.yanked, self.gone, self.wrong, self.cut, self.slow, self.plain = (set() for _ in range(6))
        index = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                index.answer(self)

            do_HEAD = do_GET  # uv asks so first

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = "http://127.0.0.1:{}/simple".format(self.server.server_address[1])

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def add(self, name, content):
        self.files[name] = content
        return name

    def answer(self, handler):
        self.asked.append((handler.path, handler.headers.get("Range")))
        found = re.fullmatch(r"/simple/([a-z0-9-]+)/", handler.path)
        if found:
            return self.send(handler, 200, self.page(found.group(1)).encode())
        name = handler.path.rpartition("/")[2]
        if name not in self.files or name in self.gone:
            return self.send(handler, 404, b"")
        return self.send_file(handler, name)

    def page(self, project):
        lines = []
        for name, content in self.files.items():
            if name.partition("-")[0] == project:
                digest = hashlib.sha256(b"other" if name in self.wrong else content).hexdigest()
                lines.append('<a href="/files/{0}#sha256={1}"{2}>{0}</a>'.format(
                    name, digest, ' data-yanked="broken"' if name in self.yanked else ""))
        return "<html><body>" + "\n".join(lines) + "</body></html>"

    def send_file(self, handler, name):
        content = self.files[name]
        wanted = re.fullmatch(r"bytes=(\d+)-", handler.headers.get("Range") or "")
        begin = int(wanted.group(1)) if wanted and name not in self.plain else 0
        handler.send_response(206 if begin else 200)
        handler.send_header("Content-Length", str(len(content) - begin))
        handler.end_headers()
        end = 0 if handler.command == "HEAD" else len(content)
        if name in self.cut:
            self.cut.discard(name)
            end = begin + (end - begin) // 2
        try:
            for at in range(begin, end, 4096):
                handler.wfile.write(content[at:min(at + 4096, end)])
                time.sleep(0.05 if name in self.slow else 0)
        except ConnectionError:
            pass  # who asked does not listen any more
        handler.close_connection = True

    @staticmethod
    def send(handler, status, content):
        handler.send_response(status)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(content)
