# SPDX-License-Identifier: Apache-2.0
"""Whatever a document says, no terminal obeys it and no line is forged: QUERN

Every text and every key of two run documents is made hostile, one after the other and then all that are accepted at once, and
printed by every command and in every format that takes a document.
"""
import copy
import csv
import io
import json
import re
import xml.dom.minidom

from trying import FORMATS, RUN, Trying, main

# A terminal's title, a C1 control, a line of one's own, turned text, a space of no width, tags, a formula, markup.
HOSTILE = ("=HYPERLINK(1)\x1b]0;pwned\x07\x9b31m\x7f\u202eturned\u2066\u061c\u200b\u2028\U000e0041\r\nFORGED: passed\n"
           "::error::FORGED <b>&amp;|`")
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
                    "\ufff9-\ufffb\U000e0000-\U000e007f]")
FUNCTIONS = {"iterations": 1, "counts": [{"name": "f(int)", "file": "f.cpp", "library": "l.so", "self": 10, "inclusive": 10}]}


def documents():
    base = copy.deepcopy(RUN)
    base["notes"] = ["a note on the run"]
    base["environment"].update({
        "source": "source x", "torch_git": "abc", "torch_build": "flags", "cxx11_abi": True, "compiler": "clang 14",
        "compiler_flags": "-O2", "valgrind": "3.19.0", "glibc": "2.36", "python": "3.11.2", "guest_cpu": "cpu", "device": "cpu",
        "allocator": "pinned", "pinned": {"PYTHONHASHSEED": "0"},
        "libraries": [{"file": "libtorch.so", "build_id": "ab", "path": "/usr/lib", "size": 1}]})
    base["cases"][0].update({"metrics": {"alloc_count": 1}, "tags": ["tag"], "notes": ["a note on the case"],
                             "profile": "p", "functions": FUNCTIONS})
    failed = copy.deepcopy(base["cases"][0])
    for key in ("instructions", "verdict", "windows", "spread", "metrics", "functions", "profile"):
        del failed[key]
    failed.update({"id": "sub:eager:forward:cpp:t1", "label": ["group", "sub"], "status": "failed",
                   "failure": {"kind": "crash", "message": "no such operator", "where": "s.yaml:1:1", "log": "log"}})
    base["cases"].append(failed)
    head = copy.deepcopy(base)
    head["cases"][0]["instructions"] = 1100.0
    head["cases"][0]["functions"]["counts"][0]["self"] = 110
    return base, head


def places(node, path=()):
    """The way to every text and, as ('key', name), to every key that is not one of the schema's own."""
    if isinstance(node, dict):
        for key, value in node.items():
            if path and path[-1] in ("pinned", "metrics"):
                yield (*path, ("key", key))
            yield from places(value, (*path, key))
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from places(value, (*path, number))
    elif isinstance(node, str):
        yield path


def spoil(document, path):
    for step in path[:-1]:
        document = document[step]
    if isinstance(path[-1], tuple):
        document[HOSTILE] = document.pop(path[-1][1])
    else:
        document[path[-1]] = HOSTILE


class HostileFields(Trying):
    def require_harmless(self, text, what):
        found = OBEYED.search(text)
        self.assertIsNone(found, f"{what}: {found and text[max(found.start() - 200, 0):found.end() + 20]!r}")
        for line in text.splitlines():
            self.assertFalse(line.lstrip().startswith(("FORGED", "::error::FORGED")), f"{what}: {line!r}")

    def require_readable(self, text, how, what):
        if how == "json" or how == "sarif":
            json.loads(text)
        if how == "junit":
            xml.dom.minidom.parseString(text)
        if how == "csv":
            rows = list(csv.reader(io.StringIO(text)))
            self.assertEqual(len({len(row) for row in rows}), 1, what)
            for field in (field for row in rows for field in row):
                self.assertNotRegex(field, r"^[=@]|^[+-][^0-9]", what)

    def printed(self, *command, how="table"):
        done = self.quern(*command)
        self.assertIn(done.returncode, (0, 1, 2, 3, 4, 5), command)
        for text in done.stdout, done.stderr:
            self.require_harmless(text, command)
        if done.returncode != 2 and done.stdout:
            self.require_readable(done.stdout, how, command)
        return done.returncode

    def write_documents(self, base, head):
        for name, document in (("base.json", base), ("head.json", head)):
            self.write(name, json.dumps(document))

    def test_each_field_alone(self):
        base, head = documents()
        accepted = []
        for path in list(places(head)):
            spoilt = copy.deepcopy(head)
            spoil(spoilt, path)
            self.write_documents(base, spoilt)
            if self.printed("runs", "show", "head.json") == 0:
                accepted.append(path)
            self.printed("check", "--base", "base.json", "--head", "head.json", "--allow-different")
        self.assertGreater(len(accepted), 20)

    def test_all_that_are_accepted_by_every_command(self):
        base, head = documents()
        for document in base, head:
            for path in list(places(document)):
                if path == ("schema",) or path[-1] in ("runtime", "pass", "language", "status", "verdict"):
                    continue
                if path[0] == "cases" and path[2] in ("id", "definition_hash"):
                    continue  # both sides need cases in common; ids have a test of their own
                spoil(document, path)
        self.write_documents(base, head)
        case = head["cases"][0]["id"]
        for how in ("table", "json", "csv", "md"):
            self.assertEqual(self.printed("runs", "show", "head.json", "--format", how, how=how), 0, how)
        self.assertEqual(self.printed("runs", "show", "head.json", "--layout", "matrix"), 0)
        for how in FORMATS:
            for more in ([], ["--allow-different"]):
                self.printed("check", "--base", "base.json", "--head", "head.json", "--format", how, *more, how=how)
        for how in ("table", "json", "csv"):
            self.assertEqual(self.printed("explain", "head.json", case, "--format", how, how=how), 0, how)
            self.printed("explain", "head.json", case, "--against", "base.json", "--format", how, how=how)
        self.assertEqual(self.printed("runs", "import", "base.json", "head.json"), 0)
        self.printed("runs", "tag", "1", HOSTILE)
        self.printed("runs", "list")
        self.printed("runs", "list", "--json", how="json")
        self.printed("runs", "export", "1", how="json")
        for how in ("table", "json", "csv"):
            self.printed("runs", "trend", case, "--format", how, how=how)

    def test_hostile_ids_names_and_arguments(self):
        base, head = documents()
        for document in base, head:
            document["cases"][0]["id"] = HOSTILE
        self.write_documents(base, head)
        for how in ("table", "json", "csv", "md"):
            self.printed("runs", "show", "head.json", "--format", how, how=how)
        for how in FORMATS:
            self.printed("check", "--base", "base.json", "--head", "head.json", "--format", how, how=how)
        self.printed("explain", "head.json", HOSTILE)
        for command in (["runs", "show", HOSTILE], ["check", "--base", HOSTILE], ["check", "--base", "base.json", "--rules", HOSTILE],
                        ["list", HOSTILE], ["list", "--tag", HOSTILE], ["list", "-f", HOSTILE + "("], ["env", "probe", "x" + HOSTILE],
                        ["list", "--nonsense" + HOSTILE], [HOSTILE], ["runs", "show", "base.json", "-o", HOSTILE + "/x"]):
            self.printed(*command)
        hostile = HOSTILE.replace("\U000e0041", "")  # YAML has no pairs of escapes
        self.write("quern.yaml", json.dumps({"environments": {"pr": hostile}, hostile: 1}))
        self.printed("env", "list")
        self.write("quern.yaml", json.dumps({"environments": {"pr": {"source": hostile, "variables": {"A": hostile}}}}))
        self.assertEqual(self.printed("env", "list"), 0)
        self.assertEqual(self.printed("env", "list", "--json", how="json"), 0)
        line = hostile.replace("\n", " ")  # the lines of code are lines wherever it is shown
        self.write("s.yaml", json.dumps({"stmts": {"one": {"py_stmt": "x" + line, "tags": "t"}}}))
        for command in (["list", "s.yaml", "-v"], ["list", "s.yaml", "--json"], ["show", "one:eager:forward:python:t1", "s.yaml"]):
            self.printed(*command)

    def test_waivers(self):
        base, head = documents()
        self.write_documents(base, head)
        for expires in ("2999-12-31", "2000-01-01"):
            self.write("waivers.yaml", json.dumps({"waivers": [
                {"match": "add|=\x1b\u202e\n", "reason": HOSTILE, "who": HOSTILE, "expires": expires}]}))
            for how in FORMATS:
                self.printed("check", "--base", "base.json", "--head", "head.json", "--waivers", "waivers.yaml", "--format",
                             how, how=how)


if __name__ == "__main__":
    main()
