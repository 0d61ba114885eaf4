# SPDX-License-Identifier: Apache-2.0
"""fork_loop_test.py <programs> native|callgrind: the fork loop as its driver sees it."""
import errno
import os
import resource
import select
import signal
import struct
import subprocess
import sys
import time
import unittest

import callgrind

PROGRAMS, WAY = sys.argv[1:3]
PATIENCE_S = 60


class Server:
    """The driver's side: the server, its two pipes, and a third on which children tell what the test must know."""

    def __init__(self, directory, prepare=lambda: None, standard=False):
        (child_in, self.requests), (self.replies, child_out), (self.results, told) = os.pipe(), os.pipe(), os.pipe()
        prefix = callgrind.command(directory, "--instr-atstart=no") if WAY == "callgrind" else []
        numbers = [str(fd) for fd in (0 if standard else child_in, 1 if standard else child_out, told)]
        self.log = open(os.path.join(directory, "log"), "wb")
        self.process = subprocess.Popen(
            [*prefix, f"{PROGRAMS}/fork_server", *numbers], cwd=directory, preexec_fn=lambda: (no_core(), prepare()),
            stdin=child_in if standard else subprocess.DEVNULL, stdout=child_out if standard else self.log,
            stderr=self.log, pass_fds=(told,) if standard else (child_in, child_out, told))
        for fd in (child_in, child_out, told):
            os.close(fd)

    def send(self, request):
        os.write(self.requests, struct.pack("<I", len(request)) + request)

    def started(self):
        word, pid = self.line().split()
        assert word == "started", word
        return int(pid)

    def ended(self, pid):
        """(how, code or signal); checks the pid, that no core was written, and that the peak is believable."""
        how, who, number, *rest = self.line().split()
        assert int(who) == pid, (who, pid)
        assert len(rest) == (2 if how == "signaled" else 1), rest
        assert how == "exited" or rest[0] == "0", rest
        assert 100 < int(rest[-1]) < 10_000_000, rest
        return how, int(number)

    def ask(self, request):
        self.send(request)
        return self.ended(self.started())

    def line(self, fd=None):
        text = b""
        while not text.endswith(b"\n"):
            ready, _, _ = select.select([fd or self.replies], [], [], PATIENCE_S)
            byte = os.read(ready[0], 1) if ready else b""
            assert byte, f"no line, only {text!r}"
            text += byte
        return text.decode()

    def told(self):
        return int(self.line(self.results))

    def close(self, *names):
        for name in names:
            os.close(getattr(self, name))
            setattr(self, name, -1)

    def exit_code(self):
        return self.process.wait(PATIENCE_S)

    def end(self):
        self.process.kill()
        self.process.wait()
        self.log.close()
        for fd in (self.requests, self.replies, self.results):
            if fd >= 0:
                os.close(fd)


def no_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def alive(pid):
    """A zombie is not: whoever inherited it may never reap it."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stream:
            return stream.read().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def gone_soon(pid):
    end = time.monotonic() + PATIENCE_S
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.01)
    return not alive(pid)


class ForkLoop(callgrind.KeptDirectory):
    def setUp(self):
        super().setUp()
        self.server = Server(self.directory)

    def restart(self, **how):
        self.server.end()
        self.server = Server(self.directory, **how)

    def tearDown(self):
        self.server.end()
        super().tearDown()

    def finish(self):
        self.server.close("requests")
        self.assertEqual(self.server.exit_code(), 0)
        self.assertEqual(os.read(self.server.replies, 1), b"")

    def test_exit_codes_come_back_in_the_order_of_the_requests(self):
        codes = [number * 7 % 256 for number in range(100)]
        for code in codes:
            self.server.send(b"exit %d" % code)
        for code in codes:
            self.assertEqual(self.server.ended(self.server.started()), ("exited", code))
        self.finish()

    def test_signals_are_reported_and_the_server_goes_on(self):
        for request, number in ((b"abort", signal.SIGABRT), (b"segfault", signal.SIGSEGV), (b"kill", signal.SIGKILL)):
            self.assertEqual(self.server.ask(request), ("signaled", number))
        self.assertEqual(self.server.ask(b"exit 0"), ("exited", 0))
        self.finish()

    def test_a_child_has_its_own_group_and_neither_descriptor(self):
        self.assertEqual(self.server.ask(b"look around"), ("exited", 0))

    @unittest.skipIf(WAY == "callgrind", "the same without Valgrind")
    def test_a_child_that_sees_its_request_has_its_own_group_though_the_server_is_late(self):
        with self.one_setpgid("child") as server:
            self.assertIn(b"started", server.stdout.readline())
            self.assertRegex(server.stdout.readline(), rb"^exited \d+ 0 ")

    @unittest.skipIf(WAY == "callgrind", "the same without Valgrind")
    def test_a_child_that_is_told_of_has_its_own_group_though_it_is_late(self):
        with self.one_setpgid("server") as server:
            pid = int(server.stdout.readline().split()[1])
            group = os.getpgid(pid)
            server.kill()  # and with it the child
        self.assertEqual(group, pid)

    def one_setpgid(self, side):
        server = subprocess.Popen([f"{PROGRAMS}/one_setpgid", side], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  bufsize=0)
        server.stdin.write(struct.pack("<I", 0))
        return server

    def test_standard_descriptors_lead_nowhere_in_the_child(self):
        self.restart(standard=True)
        self.assertEqual(self.server.ask(b"look at standard"), ("exited", 0))
        self.finish()

    def test_an_inherited_disregard_of_children_loses_no_exit_code(self):
        self.restart(prepare=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual(self.server.ask(b"exit 6"), ("exited", 6))
        self.finish()

    @unittest.skipIf(WAY == "callgrind", "the same without Valgrind")
    def test_a_fork_that_fails_is_reported_and_the_server_goes_on(self):
        done = subprocess.run([f"{PROGRAMS}/no_process"], input=2 * struct.pack("<I", 0), capture_output=True, check=True)
        self.assertEqual(done.stdout, 2 * (b"unforked %d\n" % errno.EAGAIN))

    def test_a_child_does_not_see_earlier_requests(self):
        self.assertEqual(self.server.ask(b"x" * 4096), ("exited", 99))
        self.assertEqual(self.server.ask(b""), ("exited", 99))
        self.assertEqual(self.server.ask(b"look behind"), ("exited", 0))

    def test_a_grandchild_is_gone_before_the_report(self):
        self.assertEqual(self.server.ask(b"orphan"), ("exited", 5))
        self.assertFalse(os.path.exists(f"/proc/{self.server.told()}"))

    def test_a_hanging_child_is_killed_with_its_group(self):
        self.server.send(b"orphan and hang")
        pid, grandchild = self.server.started(), self.server.told()
        os.killpg(pid, signal.SIGKILL)
        self.assertEqual(self.server.ended(pid), ("signaled", signal.SIGKILL))
        self.assertFalse(os.path.exists(f"/proc/{grandchild}"))
        self.assertEqual(self.server.ask(b"exit 1"), ("exited", 1))
        self.finish()

    def test_a_killed_server_takes_its_child_along(self):
        self.server.send(b"hang")
        pid = self.server.started()
        self.assertEqual(self.server.told(), pid)
        self.server.process.kill()
        self.assertTrue(gone_soon(pid))

    def test_a_request_that_fills_the_buffer_is_taken_and_a_larger_one_refused(self):
        self.assertEqual(self.server.ask(b"x" * 4096), ("exited", 99))
        os.write(self.server.requests, struct.pack("<I", 4097))
        self.assertEqual(self.server.exit_code(), 81)

    def test_a_request_in_pieces_is_put_together(self):
        for byte in struct.pack("<I", 6) + b"exit 3":
            os.write(self.server.requests, bytes([byte]))
            time.sleep(0.01)
        self.assertEqual(self.server.ended(self.server.started()), ("exited", 3))

    def test_a_stream_that_ends_inside_a_request_is_an_error(self):
        for piece in (b"\x06\x00", struct.pack("<I", 6) + b"ex"):
            self.restart()
            os.write(self.server.requests, piece)
            self.server.close("requests")
            self.assertEqual(self.server.exit_code(), 82)

    def test_no_requests_at_all_is_a_good_end(self):
        self.finish()

    def test_a_reader_that_went_away_ends_the_server_with_a_code(self):
        self.assertEqual(self.server.ask(b"exit 0"), ("exited", 0))
        self.server.close("replies")
        self.server.send(b"hang")
        self.assertEqual(self.server.exit_code(), 84)

    def test_a_reader_that_goes_away_during_a_case_ends_the_server_after_it(self):
        self.server.send(b"hang")
        pid = self.server.started()
        self.server.close("replies")
        os.killpg(pid, signal.SIGKILL)
        self.assertEqual(self.server.exit_code(), 84)

    def test_interrupted_system_calls_are_taken_up_again(self):
        self.assertEqual(self.server.ask(b"exit 0"), ("exited", 0))
        self.interrupt()
        self.server.send(b"hang")
        pid = self.server.started()
        self.interrupt()
        os.killpg(pid, signal.SIGKILL)
        self.assertEqual(self.server.ended(pid), ("signaled", signal.SIGKILL))
        self.finish()

    def interrupt(self):
        for _ in range(20):
            self.server.process.send_signal(signal.SIGUSR1)
            time.sleep(0.005)

    @unittest.skipIf(WAY == "native", "counts need Callgrind")
    def test_equal_requests_give_equal_counts(self):
        for request in (b"count", b"exit 3", b"count", b"x" * 4000, b"orphan", b"abort", b"count"):
            self.server.ask(request)
        self.finish()
        counts = [count for name, count in callgrind.windows(self.directory) if name == "count"]
        self.assertEqual(len(counts), 3)
        self.assertEqual(len(set(counts)), 1, counts)
        self.assertGreater(counts[0], 100 * 20, "malloc and free were not called")


if __name__ == "__main__":
    if WAY == "callgrind":
        callgrind.skip_without_valgrind()
    unittest.main(argv=[sys.argv[0]], verbosity=2)
