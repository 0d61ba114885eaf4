# SPDX-License-Identifier: Apache-2.0
"""A count does not depend on where, by whom, beside what and how a case is measured:
QUERN CACHE REFERENCE.json TestClass"""
import functools
import json
import os
import re
import subprocess
import sys
import unittest

import measuring

# Small and large, allocating and not, every kind of definition, kernels of several libraries, global code.
ASSORTED = [
    "empty/no_allocation:eager:forward:cpp:t1",
    "empty/overloads/faithful_overload/1:eager:forward:cpp:t1",
    "pointwise/math/add/0:eager:forward:cpp:t1",
    "pointwise/data_movement/clone:eager:forward:cpp:t1",
    "reduction/variance:eager:forward:cpp:t1",
    "indexing/tensor-tensor_(advanced)/2:eager:forward:cpp:t1",
    "metadata_and_views/as_strided:eager:forward:cpp:t1",
    "nn_modules/lstm:eager:forward:cpp:t1",
    "training/ensemble:eager:forward_backward:cpp:t1",
    "kernels/convolution/conv2d/size=32:eager:forward:cpp:t1",
    "kernels/data_movement/sort/rows=512:eager:forward:cpp:t1",
    "dispatch/no-op/boxed:eager:forward:cpp:t1",
]

# The same for Python, and modules, whose attributes the interpreter looks up.
ASSORTED_PYTHON = [
    "empty/no_allocation:eager:forward:python:t1",
    "pointwise/math/add/4:eager:forward:python:t1",
    "reduction/max:eager:forward:python:t1",
    "indexing/tensor-tensor_(advanced)/4:eager:forward:python:t1",
    "metadata_and_views/view:eager:forward:python:t1",
    "nn_modules/conv1d:eager:forward:python:t1",
    "nn_modules/relu:eager:forward:python:t1",
    "training/simple:eager:forward_backward:python:t1",
    "dispatch/detach/inferencemode:eager:forward:python:t1",
]


class Same(measuring.KeptDirectory):
    """Holds runs against the reference, which is a run of the whole suite on two cores."""

    def check(self, found, ids):
        self.assertEqual(measuring.counts(found), {id_: REFERENCE[id_]["instructions"] for id_ in ids})


def with_other_system_files(folder):
    """A command that shows its program other files of the system, as after the installation of many packages, or on
    another machine: a larger loader cache, other ways to look up names, other users, and 64 cores."""
    cores = [b"processor\t: %d\nvendor_id\t: SomebodyElse\nmodel name\t: another\n\n" % i for i in range(64)]
    users = [b"user%d:x:%d:100::/home/user%d:/bin/sh\n" % (i, i, i) for i in range(2000, 2040)]
    hosts = b"hosts: files mdns4_minimal [NOTFOUND=return] dns"
    changes = {
        "/etc/ld.so.cache": lambda cache: cache + bytes(200_000),
        "/etc/nsswitch.conf": lambda text: re.sub(rb"(?m)^hosts:.*$", hosts, text),
        "/etc/passwd": lambda text: text.replace(b":root:", b":Somebody with a longer name,,,:", 1) + b"".join(users),
        "/proc/cpuinfo": lambda _: b"".join(cores),
    }
    os.makedirs(folder)
    script = ""
    for path, change in changes.items():
        if os.path.exists(path):
            name = os.path.basename(path)
            with open(path, "rb") as file, open(os.path.join(folder, name), "wb") as changed:
                changed.write(change(file.read()))
            script += f'mount --bind "$0/{name}" {path} && '
    return ("unshare", "--mount", "bash", "-c", script + 'exec "$@"', folder)


def measure_elsewhere(ids, changes):
    return QUERN.elsewhere(**changes).measure("run", "-j1", "-f", measuring.exactly(ids))


class Everywhere(Same):
    """All changes at once; if a count moves, each has a run of its own, to say which of them matters."""

    ids = ASSORTED

    def expected(self):
        return {id_: REFERENCE[id_]["instructions"] for id_ in self.ids}

    def test_the_same_in_every_environment(self):
        elsewhere, missing = self.environments()
        self.check_all_at_once(elsewhere)
        if missing:  # after the rest: a failure there is worth more
            measuring.skip(missing)

    def environments(self):
        """Name → changes, and why one of them cannot be had here."""
        deep = os.path.join(self.directory, *["directory"] * 20)
        os.makedirs(deep)
        longer = self.path("a_cache_under_a_name_of_another_length")
        os.symlink(QUERN.variables["XDG_CACHE_HOME"], longer)
        variables = {
            "another user": {"USER": "somebody_else", "LOGNAME": "somebody_else", "HOME": deep, "XDG_CACHE_HOME": longer},
            "3,000 bytes more in the environment": {"MORE": "x" * 3000},
            "another folder for temporary files": {"TMPDIR": deep},
        }
        elsewhere = {name: {"variables": values} for name, values in variables.items()}
        elsewhere["another directory"] = {"directory": deep}
        others = with_other_system_files(self.path("system"))
        if subprocess.run([*others, "true"], capture_output=True).returncode == 0:
            elsewhere["other files of the system"] = {"prefix": others}
            return elsewhere, None
        return elsewhere, "all others are the same, but other files of the system only root can mount"

    def check_all_at_once(self, elsewhere):
        together = {"variables": {}}
        for changes in elsewhere.values():
            together = {**together, **changes, "variables": {**together["variables"], **changes.get("variables", {})}}
        try:
            self.assertEqual(measuring.counts(measure_elsewhere(self.ids, together)), self.expected())
        except AssertionError:
            self.check_each({"again, here": {}, **elsewhere})
            raise

    def check_each(self, elsewhere):
        jobs = [functools.partial(measure_elsewhere, self.ids, changes) for changes in elsewhere.values()]
        for name, found in zip(elsewhere, measuring.in_parallel(jobs)):
            with self.subTest(name):
                self.assertEqual(measuring.counts(found), self.expected())


class PythonEverywhere(Everywhere):
    """The interpreter's heap, and with it the addresses of names that its caches go by, is made before the first case."""

    ids = ASSORTED_PYTHON

    @functools.lru_cache(None)
    def expected(self):
        return measuring.counts(measure_elsewhere(self.ids, {}))


class Alone(Same):
    def test_a_case_alone_is_the_same_as_in_the_suite(self):
        """No other case in its object, none before it in its server."""
        ids = ASSORTED[::2]
        alone = [functools.partial(QUERN.measure, "run", "--no-python", "-j1", "-f", measuring.exactly([id_]))
                 for id_ in ids]
        for id_, found in zip(ids, measuring.in_parallel(alone)):
            with self.subTest(id_):
                self.check(found, [id_])


if __name__ == "__main__":
    QUERN, (path, wanted) = measuring.arguments()
    if os.path.exists(path):  # Python cases have none
        with open(path, encoding="utf-8") as file:
            REFERENCE = json.load(file)
    sys.argv.append(wanted)
    unittest.main()
