# SPDX-License-Identifier: Apache-2.0
"""What differs between releases of torch, for worker/python: 1.0 and newer. Chosen by what torch has, which says more than
its version: distributions and nightly builds have all sorts of them."""
import io


def build_settings(torch):
    """How torch was built, in its own words; empty in 1.0, which does not tell."""
    config = getattr(torch, "__config__", None)
    return config.show().replace("\n", " ") if config else ""


def set_threads(torch, number):
    """For work within an operator, and, since 1.2, for work beside it."""
    torch.set_num_threads(number)
    if hasattr(torch, "set_num_interop_threads"):
        torch.set_num_interop_threads(number)  # possible once in a process


def saved_function(torch, parameters, body):
    """A file in memory with a model whose `forward` has this text. A function by itself can be saved since 1.2."""
    file = io.BytesIO()
    unit = torch.jit.CompilationUnit("def forward(%s):\n%s" % (parameters, body))
    if hasattr(unit.forward, "save_to_buffer") or hasattr(unit.forward, "save"):
        torch.jit.save(unit.forward, file)
    else:
        module = torch.jit.ScriptModule()
        module.define("def forward(self, %s):\n%s" % (parameters, body))
        torch.jit.save(module, file)
    return io.BytesIO(file.getvalue())
