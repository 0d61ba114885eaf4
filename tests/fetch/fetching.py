# SPDX-License-Identifier: Apache-2.0
"""What the tests of fetching share: an index, a place, and `quern env`."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))
from kept_directory import KeptDirectory, skip
from package_index import HEADERS, PackageIndex, library, wheel, wheel_name

QUERN = ""


def main(unittest):
    global QUERN
    QUERN = sys.argv.pop(1)
    if not shutil.which("cc"):
        skip("no C compiler")
    unittest.main()


class Fetching(KeptDirectory):
    """Each test has an index with torch 2.6.0, which holds nothing but what its C++ part is made of."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="quern-test-")
        cls.c10 = library(cls.folder, "libc10.so")
        cls.cpu = library(cls.folder, "libtorch_cpu.so", ["libc10.so", "libcudart.so.12", "libgomp-1a2b.so.1"])
        cls.gomp = library(cls.folder, "libgomp-1a2b.so.1")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def setUp(self):
        super().setUp()
        self.index = PackageIndex()
        self.addCleanup(self.index.close)
        self.programs = []  # folders that come first in PATH
        self.place = self.path("data/quern/environments")
        self.name = self.add("2.6.0")

    def members(self, **more):
        members = {HEADERS + "torch.h": "", HEADERS + "version.h": "#define TORCH_VERSION_MAJOR 2\n",
                   "torch/lib/libc10.so": self.c10, "torch/lib/libtorch_cpu.so": self.cpu,
                   "torch/lib/libgomp-1a2b.so.1": self.gomp, "torch/lib/libtorch_cuda.so": b"a gigabyte"}
        members.update(more)
        return members

    def add(self, version, members=None, **tags):
        return self.index.add(wheel_name(version, **tags), wheel(version, members or self.members()))

    def variables(self):
        # One Python, and no script that chooses one: those take longer than most of what is tested.
        folders = [*self.programs, os.path.dirname(os.path.realpath(sys.executable)), "/usr/bin", "/bin"]
        return dict(PATH=":".join(folders), XDG_DATA_HOME=self.path("data"), PIP_CONFIG_FILE=os.devnull, HOME=self.directory,
                    PIP_INDEX_URL=self.index.address)

    def start(self, *words, **options):
        return subprocess.Popen([QUERN, "env", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                cwd=self.directory, env=self.variables(), **options)

    def quern(self, *words, **options):
        child = self.start(*words, **options)
        out, err = child.communicate(timeout=120)
        return child.returncode, out, err

    def fetch(self, *words, code=0):
        got, out, err = self.quern("fetch", *words)
        self.assertEqual(got, code, err)
        return out if code == 0 else err

    def names(self):
        code, out, err = self.quern("list", "--json")
        self.assertEqual(code, 0, err)
        return [entry["name"] for entry in json.loads(out)["environments"]]

    def assert_nothing_made(self, swept=False):
        self.assertEqual(self.names(), [])
        if os.path.isdir(self.place):
            self.assertEqual([name for name in os.listdir(self.place) if not name.startswith(".")], [])
            # What could not be removed in time after a Ctrl-C is removed by whoever comes next.
            self.assertEqual(self.quern("rm", "--unfinished")[0] if swept else 0, 0)
            making = os.path.join(self.place, ".making")
            self.assertEqual(os.listdir(making) if os.path.isdir(making) else [], [])
