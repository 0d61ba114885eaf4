# SPDX-License-Identifier: Apache-2.0
"""Output goes where it was sent and nowhere else: no link is followed, nobody else's file is touched: QUERN"""
import glob
import os
import stat
import threading

from trying import Trying, main


class OutputFiles(Trying):
    def setUp(self):
        super().setUp()
        self.write_runs()

    def test_a_link_is_replaced_and_not_followed(self):
        self.write("precious", "keep\n")
        os.symlink("precious", self.path("out.csv"))
        self.show("out.csv")
        self.assertEqual(self.read("precious"), "keep\n")
        self.assertFalse(os.path.islink(self.path("out.csv")))
        self.assertTrue(self.read("out.csv").startswith("id,"))

    def test_a_link_where_a_temporary_file_was_expected_is_not_followed(self):
        self.write("precious", "keep\n")
        os.symlink("precious", self.path("out.csv.part"))
        self.show("out.csv")
        self.assertEqual(self.read("precious"), "keep\n")
        self.assertTrue(os.path.islink(self.path("out.csv.part")))
        self.write("q/quern.yaml", "# mine\n")
        self.quern("env", "add", "pr", "--source", "true", expect=0, directory=self.path("q"))
        self.assertEqual(sorted(os.listdir(self.path("q"))), ["quern.yaml"])

    def test_another_name_of_the_file_keeps_what_it_had_and_permissions_stay(self):
        self.write("out.csv", "old\n")
        os.chmod(self.path("out.csv"), 0o640)
        os.link(self.path("out.csv"), self.path("backup"))
        self.show("out.csv")
        self.assertEqual(self.read("backup"), "old\n")
        self.assertEqual(stat.S_IMODE(os.stat(self.path("out.csv")).st_mode), 0o640)
        self.show("new.csv", umask=0o027)
        self.assertEqual(stat.S_IMODE(os.stat(self.path("new.csv")).st_mode), 0o640)
        self.assertEqual(glob.glob(self.path(".quern-*")), [])

    def test_streams_devices_and_pipes_are_written_to(self):
        self.assertTrue(self.show("/dev/stdout").stdout.startswith("id,"))
        self.assertEqual(self.show("/dev/null").stdout, "")
        with open(self.write("log", "before\n"), "a", encoding="utf-8") as log:
            self.show("/dev/stdout", stdout=log)
        self.assertTrue(self.read("log").startswith("before\nid,"))
        reader, writer = os.pipe()
        self.show(f"/dev/fd/{writer}", pass_fds=[writer])
        self.assertTrue(os.read(reader, 1000).startswith(b"id,"))
        os.mkfifo(self.path("pipe"))
        received = []
        thread = threading.Thread(target=lambda: received.append(self.read("pipe")))
        thread.start()
        self.show("pipe")
        thread.join(20)
        self.assertTrue(received[0].startswith("id,"))

    def test_what_cannot_be_written_is_said(self):
        os.mkdir(self.path("folder"))
        self.assertIn("it is a folder", self.show("folder", expect=4).stderr)
        self.assertIn("No such file or directory", self.show("absent/out.csv", expect=4).stderr)
        long_name = 250 * "x"  # leaves no room for a suffix
        self.show(long_name)
        self.assertTrue(self.read(long_name).startswith("id,"))


if __name__ == "__main__":
    main()
