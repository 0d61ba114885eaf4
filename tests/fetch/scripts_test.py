#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The scripts of fetching by themselves: pages of both kinds, pip's configuration, addresses as they are shown."""
import json
import os
import sys
import tempfile
import unittest
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts", "fetch"))
import index
import web


class Pages(unittest.TestCase):
    def test_both_forms_of_the_simple_api_say_the_same(self):
        html = '<a href="../files/torch-1.0-a.whl#sha256=ab" data-yanked="">x</a><a href="/f/torch-2%2Bcpu-b.whl">y</a>'
        data = {"files": [{"url": "../files/torch-1.0-a.whl", "hashes": {"sha256": "ab"}, "yanked": "broken"},
                          {"url": "/f/torch-2%2Bcpu-b.whl", "hashes": {}, "yanked": False}]}
        base = "https://host/simple/torch/"
        self.assertEqual(index.from_html(html, base), index.from_json(json.dumps(data), base))
        first, second = index.from_html(html, base)
        self.assertEqual(first, {"file": "torch-1.0-a.whl", "address": "https://host/simple/files/torch-1.0-a.whl",
                                 "sha256": "ab", "yanked": True, "size": 0})
        self.assertEqual((second["file"], second["sha256"]), ("torch-2+cpu-b.whl", ""))


class Configuration(unittest.TestCase):
    def configured(self, variables, text=""):
        with tempfile.TemporaryDirectory() as home:
            file = os.path.join(home, "pip.conf")
            with open(file, "w", encoding="utf-8") as stream:
                stream.write(text)
            with mock.patch.dict(os.environ, dict({"HOME": home, "PIP_CONFIG_FILE": file}, **variables), clear=True):
                return index.configured()

    def test_variables_come_before_files_and_files_before_the_official_index(self):
        text = "[global]\nindex-url = https://file/simple\n"
        self.assertEqual(self.configured({"PIP_INDEX_URL": "https://pip/"}, text), "https://pip/")
        self.assertEqual(self.configured({"UV_DEFAULT_INDEX": "https://uv/"}, text), "https://uv/")
        self.assertEqual(self.configured({}, text), "https://file/simple")
        self.assertEqual(self.configured({}, "[install]\nuser = no\n"), index.OFFICIAL)

    def test_passwords_are_not_shown(self):
        self.assertEqual(web.shown("https://me:secret@host/simple/?token=1"), "https://host/simple/")


if __name__ == "__main__":
    unittest.main()
