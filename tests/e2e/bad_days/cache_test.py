# SPDX-License-Identifier: Apache-2.0
"""A cache or an output that cannot be written: one line, exit code 4, and no result that was already there is lost."""
import contextlib
import glob
import os
import re
import shutil
import subprocess

import bad_day

PLAIN = os.path.join(bad_day.HERE, "plain.yaml")


class Caches(bad_day.BadDay):
    @contextlib.contextmanager
    def mounted(self, *options):
        folder = os.path.join(self.directory, "mounted")
        os.makedirs(folder, exist_ok=True)
        if os.geteuid() != 0 or subprocess.run(["mount", *options, folder], capture_output=True).returncode != 0:
            self.skipTest("needs root, to mount a small disk")
        try:
            yield folder
        finally:
            subprocess.run(["umount", folder], check=True)

    def test_a_file_in_its_place(self):
        result = self.quern("run", PLAIN, XDG_CACHE_HOME=self.write("file", ""))
        self.check_one_line(result, 4, "the cache cannot be used: .*file/quern/locks: Not a directory", "XDG_CACHE_HOME")

    def test_no_space_for_anything(self):
        with self.mounted("-t", "tmpfs", "-o", "size=4k,nr_inodes=2", "none") as folder:
            result = self.quern("run", PLAIN, XDG_CACHE_HOME=folder)
            self.check_one_line(result, 4, "the cache cannot be used: .*No space left on device", "free some space")

    def copy_tools(self, folder):
        """What was used last to compile and to measure: everything but snippets."""
        for kind in ("header", "server", "worker", "allocator"):
            manifests = glob.glob(os.path.join(bad_day.CACHE, "quern", kind, "*/*/inputs"))
            newest = max(map(os.path.dirname, manifests), key=os.path.getmtime)
            shutil.copytree(newest, os.path.join(folder, os.path.relpath(newest, bad_day.CACHE)))

    def test_no_space_for_a_snippet(self):
        with self.mounted("-t", "tmpfs", "-o", "size=2g", "none") as folder:
            self.copy_tools(folder)
            disk = os.statvfs(folder)
            used = (disk.f_blocks - disk.f_bfree) * disk.f_frsize
            subprocess.run(["mount", "-o", f"remount,size={used + 8192}", folder], check=True)
            result = self.quern("time", "1", XDG_CACHE_HOME=folder)
            self.check_one_line(result, 4, "No space left on device", "free some space")

    def test_a_read_only_cache_serves_what_it_has(self):
        with self.mounted("--bind", "-o", "ro", bad_day.CACHE) as folder:
            result = self.run_suite(PLAIN, XDG_CACHE_HOME=folder)
            self.assertEqual(result.code, 0, result.err)
            self.check_good(result.cases, "add", "view")
            result = self.quern("time", "int not_there = 1", XDG_CACHE_HOME=folder)
            self.check_one_line(result, 4, "the cache cannot be used: .*Read-only file system", "make it writable")

    def test_a_full_disk_at_the_output_does_not_lose_the_result(self):
        result = self.quern("run", PLAIN, "--format", "json", "-o", "/dev/full")
        self.assertEqual(result.code, 4, result.err)
        self.assertIn("quern: cannot write '/dev/full': No space left on device\n", result.err)
        self.check_good(result.cases, "add", "view")

    def test_an_output_that_cannot_be_written_is_known_before_the_work(self):
        result = self.quern("run", PLAIN, "-o", os.path.join(self.directory, "nowhere/run.json"))
        self.check_one_line(result, 4, "cannot write '.*nowhere/run.json.*': No such file", "choose another file")
        self.assertNotIn("compiling", result.err)


class Changed(bad_day.BadDay):
    """What an entry was made from is part of what it is valid for."""

    def count(self, *arguments):
        result = self.quern(*arguments, "--format", "json", "-j1")
        self.assertEqual(result.code, 0, result.err)
        self.check_exact(result.document["cases"][0])
        return result.document["cases"][0]["instructions"], result.err

    def test_a_header_that_changes_is_compiled_again_and_so_is_a_damaged_object(self):
        def write_header(nops):
            self.write("nested.hpp", f'inline void work() {{ asm volatile(".rept {nops}; nop; .endr"); }}\n')

        self.write("h.hpp", '#include "nested.hpp"\n')
        statement = ("time", "work()", "-g", '#include "h.hpp"')
        write_header(10)
        self.assertEqual(self.count(*statement)[0], 10)
        write_header(1000)
        self.assertEqual(self.count(*statement)[0], 1000)
        for inputs in glob.glob(os.path.join(bad_day.CACHE, "quern/snippets/*/*/inputs")):
            if os.fsencode(os.path.join(self.directory, "nested.hpp")) in self.read_bytes(inputs):
                with open(os.path.join(os.path.dirname(inputs), "snippets.so"), "r+b") as stream:
                    stream.seek(4096)
                    stream.write(b"damage")
        count, said = self.count(*statement)
        self.assertEqual(count, 1000)
        self.assertEqual(len(re.findall("'snippets/.*' in the cache is damaged, and made again", said)), 1, said)

    @staticmethod
    def read_bytes(path):
        with open(path, "rb") as stream:
            return stream.read()

    def test_a_module_that_changes_derives_the_model_again(self):
        suite = self.write("suite.yaml", f"""
            setup:
              py: |
                import sys
                sys.path.append({self.directory!r})
                import quern_test_sizes
                x = torch.ones((1, 4))
              cpp: auto x = torch::ones({{1, 4}});
            groups:
              steps:
                stmts:
                  add:
                    signature: f(x) -> y
                    torchscript: true
                    py_stmt: |
                      y = x
                      for _ in range(quern_test_sizes.STEPS): y = y + 1
                    cpp_stmt: auto y = x + 1;
            """)
        counts = []
        for steps in (1, 50):
            self.write("quern_test_sizes.py", f"STEPS = {steps}\n")
            counts.append(self.count("run", suite, "-f", ":torchscript:forward:cpp:")[0])
        self.assertGreater(counts[1], 10 * counts[0])


if __name__ == "__main__":
    bad_day.main()
