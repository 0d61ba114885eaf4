# SPDX-License-Identifier: Apache-2.0
"""Derives TorchScript models with the torch of this environment, and saves them.

  derive_models.py FOLDER      reads FOLDER/models.json: [{"name", "kind", "setup", "source"}]

Writes FOLDER/<name>.pt for each, or FOLDER/<name>.error with the reason. `source` defines the function `jit_model` or
the module `model`; modules are initialised from a fixed seed, so that the same definition gives the same model.

Beside a model lies FOLDER/<name>.inputs with all that was read for it by then: `+` and the path of a module, of a library
or of another file, or `-` and a path where a module was looked for in vain; a zero byte ends each.
"""
import importlib.machinery
import importlib.util
import json
import os
import sys
import traceback
import warnings

import torch


def load(path, text):
    """As a file that is imported: torch.jit.script looks up the source text of what it is given."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    spec = importlib.util.spec_from_file_location(os.path.splitext(os.path.basename(path))[0], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Reading:
    """What this process reads. Modules are known by their sources: compiled ones only repeat them."""

    def __init__(self, folder):
        self.folder = os.path.realpath(folder)
        self.opened = set()
        self.wanted = set()
        if hasattr(sys, "addaudithook"):  # since Python 3.8; before, data files stay unnoticed
            sys.addaudithook(self.note)

    def note(self, event, arguments):
        if event == "open" and isinstance(arguments[0], (str, bytes)) and arguments[2] & os.O_ACCMODE == os.O_RDONLY:
            self.opened.add(os.path.abspath(os.fsdecode(arguments[0])))
        elif event == "import":
            self.wanted.add(arguments[0])

    def files(self):
        found = set(path for path in self.opened if not path.endswith(".pyc"))
        for module in list(sys.modules.values()):
            path = getattr(module, "__dict__", {}).get("__file__")
            if isinstance(path, str) and os.path.isabs(path):
                found.add(path)
        with open("/proc/self/maps", "rb") as maps:
            found.update(os.fsdecode(line.split(None, 5)[5].rstrip(b"\n")) for line in maps if b" /" in line)
        return set(path for path in found if os.path.isfile(path) and not self.foreign(path))

    def foreign(self, path):
        return path.startswith(("/proc/", "/sys/", "/dev/")) or os.path.realpath(path).startswith(self.folder + os.sep)

    def absent(self):
        """Where a module would be found before the one that was, or instead of none."""
        missing = set()
        for name in self.wanted:
            parent, _, last = name.rpartition(".")
            search = getattr(sys.modules.get(parent), "__path__", ()) if parent else sys.path
            spec = getattr(sys.modules.get(name), "__spec__", None)
            if name in sys.modules and not (spec and spec.has_location):
                continue  # built in
            for place in search:
                candidates = [os.path.join(place, last + end) for end in [""] + importlib.machinery.all_suffixes()]
                if spec and any(spec.origin == path or spec.origin.startswith(path + os.sep) for path in candidates):
                    break
                missing.update(path for path in candidates if os.path.isabs(path) and not os.path.exists(path))
        return missing

    def write(self, path):
        with open(path, "wb") as file:
            for mark, paths in (b"+", self.files()), (b"-", self.absent()):
                for name in sorted(paths):
                    file.write(mark + os.fsencode(name) + b"\0")


def derive(model, folder):
    torch.manual_seed(0)
    text = "import torch\n" + model["setup"] + "\n" + model["source"] + "\n"
    module = load(os.path.join(folder, "quern_model_%s.py" % model["name"]), text)
    scripted = torch.jit.script(module.jit_model if model["kind"] == "function" else module.model)
    torch.jit.save(scripted, os.path.join(folder, model["name"] + ".pt"))


def main():
    folder, = sys.argv[1:]
    warnings.simplefilter("ignore")
    with open(os.path.join(folder, "models.json"), encoding="utf-8") as file:
        models = json.load(file)
    reading = Reading(folder)
    for model in models:
        try:
            derive(model, folder)
            reading.write(os.path.join(folder, model["name"] + ".inputs"))
        except BaseException as error:  # a model's code may raise anything
            traceback.print_exc()
            with open(os.path.join(folder, model["name"] + ".error"), "w", encoding="utf-8") as file:
                file.write("".join(traceback.format_exception_only(type(error), error)))


main()
