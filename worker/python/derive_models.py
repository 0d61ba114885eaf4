# SPDX-License-Identifier: Apache-2.0
"""Derives TorchScript models with the torch of this environment, and saves them.

  derive_models.py FOLDER      reads FOLDER/models.json: [{"name", "kind", "setup", "source"}]

Writes FOLDER/<name>.pt for each, or FOLDER/<name>.error with the reason. `source` defines the function `jit_model` or
the module `model`; modules are initialised from a fixed seed, so that the same definition gives the same model.
"""
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
    for model in models:
        try:
            derive(model, folder)
        except BaseException as error:  # a model's code may raise anything
            traceback.print_exc()
            with open(os.path.join(folder, model["name"] + ".error"), "w", encoding="utf-8") as file:
                file.write("".join(traceback.format_exception_only(type(error), error)))


main()
