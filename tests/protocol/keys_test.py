#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Holds worker/python/server.py and callgrind_client/fork_loop.c against worker/protocol/keys.h, which they cannot include:
the one must not run a line more than it does before it forks, the other knows nothing of quern's cases."""
import ast
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVER = "worker/python/server.py"
FORK_LOOP = "callgrind_client/fork_loop.c"


def keys(kind):
    """The words of one kind, as the header lists them."""
    text = (ROOT / "worker/protocol/keys.h").read_text()
    return dict(re.findall(rf'^#define QUERN_{kind}_(\w+) "([^"]+)"', text, re.MULTILINE))


def texts_of(source):
    return [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def constants_of(source):
    """NAME = "text" at the top level."""
    return {node.targets[0].id: node.value.value for node in ast.parse(source).body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)}


def written_lines(source):
    """The first word of every text that is written to a file as a line."""
    written = [node.args[0] for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)
               and isinstance(node.func, ast.Attribute) and node.func.attr == "write" and node.args]
    texts = [argument.left if isinstance(argument, ast.BinOp) else argument for argument in written]
    return {text.value.split(" ")[0] for text in texts if isinstance(text, ast.Constant) and text.value.endswith("\n")}


def subscripts_of(source, name):
    return {node.slice.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Name) and node.value.id == name and isinstance(node.slice, ast.Constant)}


class Keys(unittest.TestCase):
    server = (ROOT / SERVER).read_text()

    def test_the_python_server_names_files_as_the_driver_does(self):
        constants = constants_of(self.server)
        self.assertEqual(constants["HELLO"], keys("FILE")["HELLO"])
        self.assertEqual(constants["CASE_FILE"], keys("FILE")["CASE"])

    def test_the_python_server_says_hello_in_known_words(self):
        hello = keys("HELLO")
        self.assertEqual(written_lines(self.server),
                         {hello[name] for name in ("TORCH", "GIT", "PYTHON", "CONFIG", "LEFT_OUT", "UNPINNED")})

    def test_the_python_server_reads_all_of_a_case_and_nothing_else(self):
        self.assertEqual(subscripts_of(self.server, "case"), set(keys("CASE").values()))

    def test_the_python_server_says_where_a_case_failed(self):
        self.assertIn(keys("RESULT")["AT"] + " %s %d\n", texts_of(self.server))

    def test_the_python_server_knows_how_it_is_isolated(self):
        self.assertIn(keys("ISOLATION")["PROCESS"], texts_of(self.server))
        self.assertEqual(len({len(word) for word in keys("ISOLATION").values()}), 1)

    def test_the_fork_loop_replies_in_known_words(self):
        text = (ROOT / FORK_LOOP).read_text()
        for word in keys("REPLY").values():
            self.assertIn(f'"{word}"', text)


class SelfTest(unittest.TestCase):
    """The checks above can fail."""

    SOURCE = 'FILE = "x"\ndef f(case, file):\n    file.write("torch %s\\n" % 1)\n    return case["stmt"], "at"\n'

    def test_what_a_server_says_is_found(self):
        self.assertEqual(written_lines(self.SOURCE), {"torch"})
        self.assertEqual(subscripts_of(self.SOURCE, "case"), {"stmt"})
        self.assertEqual(constants_of(self.SOURCE), {"FILE": "x"})
        self.assertIn("at", texts_of(self.SOURCE))

    def test_every_kind_of_word_is_listed(self):
        for kind in ("FILE", "ISOLATION", "REQUEST", "REPLY", "HELLO", "RESULT", "CASE"):
            self.assertTrue(keys(kind), kind)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=2))
