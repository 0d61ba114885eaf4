# SPDX-License-Identifier: Apache-2.0
"""Files of somebody else decide nothing, and are not replaced: QUERN. Only root can give files away."""
import os

from trying import SUITE, Trying, main, skip


class ForeignFiles(Trying):
    def test_a_file_of_somebody_else_is_not_used_unless_git_calls_it_safe(self):
        self.write("repository/s.yaml", SUITE)
        repository = self.path("repository")
        os.chown(self.write("repository/quern.yaml", "tag: one\n"), 12345, 12345)
        done = self.quern("list", "s.yaml", expect=0, directory=repository)
        self.assertEqual(len(done.stdout.splitlines()), 2)
        self.assertIn("quern: 'quern.yaml' is not used: it belongs to somebody else\n", done.stderr)
        self.variables["SUDO_UID"] = "12345"
        self.assertEqual(len(self.listed(directory=repository).splitlines()), 1)
        del self.variables["SUDO_UID"]
        self.git("init", "--quiet", directory=repository)
        self.assertEqual(len(self.listed(directory=repository).splitlines()), 2)  # a file of theirs in a tree of ours
        for name in (repository, os.path.join(repository, ".git")):
            os.chown(name, 12345, 12345)
        self.assertEqual(len(self.listed(directory=repository).splitlines()), 2)
        self.variables["GIT_CONFIG_GLOBAL"] = self.write("gitconfig", f"[safe]\n\tdirectory = {repository}\n")
        self.assertEqual(len(self.listed(directory=repository).splitlines()), 1)

    def test_a_link_of_somebody_else_is_not_followed(self):
        self.write("s.yaml", SUITE)
        self.write("mine.yaml", "tag: one\n")
        os.symlink("mine.yaml", self.path("quern.yaml"))
        self.assertEqual(len(self.listed().splitlines()), 1)
        os.chown(self.path("quern.yaml"), 12345, 12345, follow_symlinks=False)
        self.assertEqual(len(self.listed().splitlines()), 2)

    def test_no_output_replaces_a_file_of_somebody_else(self):
        self.write_runs()
        for name in "file", "link":
            self.write(name + "-target", "theirs\n")
        os.rename(self.path("file-target"), self.path("file"))
        os.symlink("link-target", self.path("link"))
        for name in "file", "link":
            os.chown(self.path(name), 12345, 12345, follow_symlinks=False)
            self.assertIn("it belongs to somebody else", self.show(name, expect=4).stderr)
        self.assertEqual(self.read("file") + self.read("link-target"), "theirs\ntheirs\n")


if __name__ == "__main__":
    if os.geteuid() != 0:
        skip("needs root, to give files away")
    main()
