# SPDX-License-Identifier: Apache-2.0
"""A cache or an output that cannot be written: one line, exit code 4, and no result that was already there is lost."""
import contextlib
import os
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
            entries = os.scandir(os.path.join(bad_day.CACHE, "quern", kind))
            newest = max(entries, key=lambda entry: entry.stat().st_mtime)
            shutil.copytree(newest.path, os.path.join(folder, "quern", kind, newest.name))

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
        self.check_one_line(result, 4, "cannot write '.*nowhere/run.json.*': No such file", "another --output")
        self.assertNotIn("compiling", result.err)


class Together(bad_day.BadDay):
    def test_two_at_once_on_a_cold_cache_build_everything_once(self):
        cold = os.path.join(self.directory, "cold")
        folders = [os.path.join(self.directory, name) for name in "ab"]
        for folder in folders:
            os.mkdir(folder)
        both = [bad_day.Running(["run", PLAIN, "--format", "json", "-j1"], folder, {"XDG_CACHE_HOME": cold})
                for folder in folders]
        for running in both:
            result = running.finish()
            self.check_nothing_left(running)
            self.assertEqual(result.code, 0, result.err)
            self.check_good(result.cases, "add", "view")
        self.assertEqual(os.listdir(os.path.join(cold, "quern/making")), [])
        entries = {kind: len(os.listdir(os.path.join(cold, "quern", kind))) for kind in ("header", "server", "snippets")}
        self.assertEqual(entries, {"header": 1, "server": 1, "snippets": 2})  # the second are the sentries


if __name__ == "__main__":
    bad_day.main()
