# SPDX-License-Identifier: Apache-2.0
"""Opening addresses as pip is configured to: its certificates and proxy, and names and passwords within an address."""
import base64
import configparser
import http.client
import os
import ssl
import urllib.error
import urllib.parse
import urllib.request

from problem import Problem

TIMEOUT_S = 60


class Busy(Exception):
    """A network or a server that may do better the next time."""


class Refused(Problem):
    """A server that will not."""

    def __init__(self, address, code, reason):
        Problem.__init__(self, "{} answers {} {}".format(shown(address), code, reason))
        self.code = code


def pip_settings():
    """pip's files from the most general to the most special, then its variables: what comes later counts."""
    home = os.path.expanduser("~")
    files = ["/etc/pip.conf", os.path.join(home, ".pip", "pip.conf"),
             os.path.join(os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config"), "pip", "pip.conf")]
    files.append(os.environ.get("PIP_CONFIG_FILE") or "")
    parser = configparser.RawConfigParser()
    try:
        parser.read([name for name in files if name and name != os.devnull])
    except configparser.Error as error:
        raise Problem("pip's configuration cannot be read: {}".format(str(error).splitlines()[0]))
    settings = dict(parser.items("global")) if parser.has_section("global") else {}
    for name in ("index-url", "cert", "proxy"):
        settings[name] = os.environ.get("PIP_" + name.upper().replace("-", "_")) or settings.get(name) or ""
    return settings


def shown(address):
    """An address as it may be printed: without a password."""
    parts = urllib.parse.urlsplit(address)
    return urllib.parse.urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _request(address, headers):
    parts = urllib.parse.urlsplit(address)
    if parts.scheme not in ("http", "https"):
        raise Problem("'{}' is no address of a package index".format(shown(address)), "it must begin with https://")
    user, at, host = parts.netloc.rpartition("@")
    plain = urllib.parse.urlunsplit((parts.scheme, host, parts.path, parts.query, ""))
    request = urllib.request.Request(plain, headers=dict(headers, **{"User-Agent": "quern"}))
    if at:
        token = base64.b64encode(urllib.parse.unquote(user).encode()).decode()
        request.add_unredirected_header("Authorization", "Basic " + token)
    return request


def _opener():
    settings = pip_settings()
    proxies = {"http": settings["proxy"], "https": settings["proxy"]} if settings["proxy"] else None
    context = ssl.create_default_context(cafile=settings["cert"] or None)
    return urllib.request.build_opener(urllib.request.ProxyHandler(proxies),
                                       urllib.request.HTTPSHandler(context=context))


def open_address(address, headers=None):
    """The answer of a server, if it is a good one. Raises Busy or Problem."""
    try:
        return _opener().open(_request(address, headers or {}), timeout=TIMEOUT_S)
    except urllib.error.HTTPError as error:
        if error.code == 429 or error.code >= 500:
            raise Busy("{} answers {} {}".format(shown(address), error.code, error.reason))
        raise Refused(address, error.code, error.reason)
    except (OSError, http.client.HTTPException) as error:
        raise Busy("cannot reach {}: {}".format(shown(address), getattr(error, "reason", error)))
    except ValueError as error:
        raise Problem("'{}' is no address: {}".format(shown(address), error))


def read(answer):
    """All of an answer. Raises Busy."""
    return _read(answer.read)


def read_some(answer, most):
    """What has come of an answer; nothing at its end. Raises Busy."""
    return _read(lambda: answer.read1(most))


def _read(action):
    try:
        return action()
    except (OSError, http.client.HTTPException) as error:
        raise Busy(str(error) or type(error).__name__)
