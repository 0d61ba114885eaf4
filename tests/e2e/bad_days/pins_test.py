# SPDX-License-Identifier: Apache-2.0
"""A sandbox that denies what pins counts: the run says so, is marked, and passes no gate unless that is allowed."""
import ctypes
import errno
import os
import platform
import struct

import bad_day

# Of x86_64.
PERSONALITY, SET_AFFINITY = 135, 203
ALLOW, DENY = 0x7FFF0000, 0x00050000 | errno.EPERM
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2


def deny(*calls):
    """From now on these system calls fail, in this process and all that it starts."""
    def instruction(code, true, false, value):
        return struct.pack("HBBI", code, true, false, value)

    load, equal, result = 0x20, 0x15, 0x06
    program = instruction(load, 0, 0, 0)  # the number of the call
    for call in calls:
        program += instruction(equal, 0, 1, call) + instruction(result, 0, 0, DENY)
    program += instruction(result, 0, 0, ALLOW)
    code = ctypes.create_string_buffer(program, len(program))
    rules = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 or libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, rules) != 0:
        raise OSError(ctypes.get_errno(), "no filter for system calls")


class Pins(bad_day.BadDay):
    def setUp(self):
        super().setUp()
        if platform.machine() != "x86_64":
            self.skipTest("knows the system calls of x86_64 only")

    def in_sandbox(self, calls, *arguments):
        launcher = self.write("sandbox.py", f"import os, sys\nsys.path[:0] = {[bad_day.HERE, os.path.dirname(bad_day.HERE)]}\n"
                              f"import pins_test\npins_test.deny(*{calls})\nos.execv(sys.argv[1], sys.argv[1:])\n")
        quern, bad_day.QUERN = bad_day.QUERN, "/usr/bin/python3"
        try:
            return self.quern("-B", launcher, quern, *arguments)
        finally:
            bad_day.QUERN = quern

    def test_what_could_not_be_pinned_is_said_and_judged_only_if_allowed(self):
        result = self.in_sandbox((PERSONALITY, SET_AFFINITY), "time", "torch::ones({2})", "--format", "json", "-j1")
        self.assertEqual(result.code, 0, result.err)
        pinned = result.document["environment"]["pinned"]
        self.assertEqual([pinned.get(name) for name in ("addresses", "core", "heap")],
                         ["could not be pinned", "could not be pinned", None])
        self.assertIn("addresses could not be fixed", " ".join(result.document["notes"]))
        run = self.write("run.json", result.out)
        refused = self.quern("check", "--base", run, "--head", run)
        self.assertEqual(refused.code, 5, refused.out)
        self.assertIn("not everything could be pinned", refused.out)
        allowed = self.quern("check", "--base", run, "--head", run, "--allow", "unpinned")
        self.assertEqual(allowed.code, 0, allowed.out)
        self.assertIn("base: addresses could not be fixed", allowed.out)


if __name__ == "__main__":
    bad_day.main()
