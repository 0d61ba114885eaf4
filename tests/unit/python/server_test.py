# SPDX-License-Identifier: Apache-2.0
"""What the Python server does to its interpreter, without torch and Valgrind: SERVER.PY"""
import ctypes
import sys
import types
import unittest


def load_server(path):
    """The server's functions. Its last line, which starts it, is left out."""
    with open(path, encoding="utf-8") as file:
        source, last_line, rest = file.read().rpartition("\nmain()\n")
    assert last_line and not rest, "the server does not end with main()"
    server = types.ModuleType("server")
    exec(compile(source, path, "exec"), server.__dict__)
    return server


def interpreter_dictionary():
    """Its address: a reference of our own would change what is tested."""
    python = ctypes.pythonapi
    state, dictionary = python.PyInterpreterState_Get, python.PyInterpreterState_GetDict
    state.restype = dictionary.restype = ctypes.c_void_p
    return dictionary(ctypes.c_void_p(state()))


def references(address):
    return ctypes.c_ssize_t.from_address(address).value


class InterpreterObjects(unittest.TestCase):
    def setUp(self):
        self.dictionary = interpreter_dictionary()
        ctypes.cast(self.dictionary, ctypes.py_object).value["quern_object"] = 1

    def test_are_those_of_the_interpreter_and_the_builtins(self):
        found = SERVER.interpreter_objects()
        self.assertIn("quern_object", found)
        self.assertIn("print", found)

    def test_stay_the_interpreters(self):
        before = references(self.dictionary)
        for _ in range(3):
            SERVER.interpreter_objects()
        self.assertEqual(references(self.dictionary), before)


if __name__ == "__main__":
    SERVER = load_server(sys.argv.pop(1))
    unittest.main()
