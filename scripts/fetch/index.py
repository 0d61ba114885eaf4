# SPDX-License-Identifier: Apache-2.0
"""The wheels that a package index lists for a project, in either form of the simple API (PEP 503, PEP 691)."""
import html.parser
import json
import os
import posixpath
import urllib.parse

import web
from problem import Problem

OFFICIAL = "https://pypi.org/simple"
ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"


def configured():
    """Where pip or uv would look."""
    variables = (os.environ.get(name) for name in ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL"))
    return next(filter(None, variables), None) or web.pip_settings()["index-url"] or OFFICIAL


class _Links(html.parser.HTMLParser):
    def __init__(self):
        html.parser.HTMLParser.__init__(self)
        self.links = []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "a" and attributes.get("href"):
            self.links.append((attributes["href"], "data-yanked" in attributes))


def _wheel(address, sha256, yanked, size=0):
    name = posixpath.basename(urllib.parse.unquote(urllib.parse.urlsplit(address).path))
    return {"file": name, "address": address, "sha256": sha256, "yanked": yanked, "size": size}


def from_html(text, base):
    parser = _Links()
    parser.feed(text)
    found = []
    for link, yanked in parser.links:
        address, _, fragment = urllib.parse.urljoin(base, link).partition("#")
        sha256 = urllib.parse.parse_qs(fragment).get("sha256", [""])[0]
        found.append(_wheel(address, sha256, yanked))
    return found


def from_json(text, base):
    return [_wheel(urllib.parse.urljoin(base, entry["url"]), entry.get("hashes", {}).get("sha256", ""),
                   bool(entry.get("yanked", False)), entry.get("size") or 0)
            for entry in json.loads(text)["files"]]


def wheels(address, project):
    """The index that was asked, and all its wheels of the project."""
    asked = address or configured()
    page = "{}/{}/".format(asked.rstrip("/"), project)
    try:
        with web.open_address(page, {"Accept": ACCEPT}) as answer:
            text = web.read(answer).decode("utf-8", "replace")
            is_json = "json" in answer.headers.get("Content-Type", "")
            listed = (from_json if is_json else from_html)(text, answer.geturl())
    except web.Busy as error:
        raise Problem("the package index cannot be read: {}".format(error),
                      "is there a network? --index names another index")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Problem("{} is no page of a package index".format(web.shown(page)))
    return asked, [wheel for wheel in listed if wheel["file"].endswith(".whl")]
