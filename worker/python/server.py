# SPDX-License-Identifier: Apache-2.0
"""The Python fork server: imports torch once, then measures each case in a child of its own.

  server.py eager|torchscript fork|once       requests on descriptor 3, replies on 4

Runs in the server's folder (worker.so, release.py, path, hello, case.json), by kLaunch in
harness/measure/queue_builder.cpp: no name of that folder may reach the interpreter, where strings are hashed and hashes
decide what is allocated.

Standard library and ctypes only, Python 3.6 or newer, any torch. The parent never runs Python between two cases: the
loop that reads requests and forks is in C, and only children return from it. HELLO is written for the driver, CASE_FILE
is read by a child: {"stmt", "setup", "global_setup", "threads"}.
"""
import ast
import builtins
import ctypes
import dis
import gc
import itertools
import json
import sys
import traceback
import types
import warnings

OURSELVES = "server.py"
HELLO = "hello"
CASE_FILE = "case.json"
CASE = "<case>"  # the file name of setup and stmt, which are one function: setup's lines, then stmt's
GLOBAL_SETUP = "<global_setup>"
SPECIALISING_CODE = 1  # see worker/case/windows.h
MOST_ITERATIONS = 256  # at a time; integers up to this are made once

# No call stands in it: the adaptive interpreter would try to specialise it now and then, between two windows.
FRAME = """
def quern_case(quern_windows):
    for quern_window in quern_windows:
        for quern_i in quern_window:
            pass
"""


REHEARSAL = {"global_setup": "import math", "setup": """
x = torch.ones((4, 4))
w = torch.ones((4, 4), requires_grad=True)
def f(a):
    return a.relu()
model = torch.nn.Linear(4, 4)
""", "stmt": """
y = f(x + w) * 1.5
torch.mul(x.t().contiguous(), w).eq(w)
x.view(16)[1:3].sum().item()
x[0, 1] = 3
x.transpose(0, 1).reshape(-1).unsqueeze(0).detach().clone().copy_(x.view(1, 16)).zero_()
torch.nn.functional.linear(model(x), w).sum().backward()
"""}

# What is tried out before backward() is warmed up.
BACKWARD = b"""
import torch
torch.nn.functional.linear(torch.ones((4, 4)), torch.ones((4, 4), requires_grad=True)).sum().backward()
"""


class BadCase(Exception):
    """A mistake in the case's text that is not Python's to find."""


def load_worker():
    """The C that both servers share. PyDLL: nothing here releases the interpreter's lock."""
    worker = ctypes.PyDLL("./worker.so")
    worker.quern_next_window.restype = ctypes.c_long
    worker.quern_read_single.restype = ctypes.c_size_t
    worker.quern_settle_names.restype = ctypes.c_long
    return worker


def load_release():
    """worker/compat/release.py."""
    release = types.ModuleType("quern_release")
    with open("release.py", encoding="utf-8") as file:
        exec(compile(file.read(), OURSELVES, "exec"), release.__dict__)
    return release


def parse(text, part, first_line):
    """The statements of one part, numbered from `first_line` + 1. Stray `return` and `break` are errors as in a file."""
    try:
        compile(text, part, "exec")
        tree = ast.parse(text, part)
    except SyntaxError as error:
        error.filename = part
        raise
    ast.increment_lineno(tree, first_line)
    return tree.body


def compose(case):
    """One function in which setup and stmt share a scope, with the loop around stmt. From syntax trees, not from text:
    indenting would change strings of several lines."""
    frame = ast.parse(FRAME, CASE)
    function = frame.body[0]
    loop = function.body[0].body[0]
    loop.body = parse(case["stmt"], "<stmt>", lines_of(case["setup"])) or loop.body
    function.body[:0] = parse(case["setup"], "<setup>", 0)
    names = {"__name__": "__main__", "torch": sys.modules["torch"]}
    exec(compile(case["global_setup"], GLOBAL_SETUP, "exec"), names)
    exec(compile(frame, CASE, "exec"), names)
    return names["quern_case"]


def windows(worker, function):
    """For each window something to iterate over. Made beforehand, and of integers that Python makes once: counting
    allocates nothing. But for the first ones, which are warm-up, no Python runs between them."""
    ranges = [range(n) for n in range(MOST_ITERATIONS + 1)]
    return itertools.chain(watched(worker, ranges, {function.__code__}), map(ranges.__getitem__, iter(worker.quern_next_window, 0)))


def watched(worker, ranges, codes):
    """The first iterations tell which Python code the case runs; what is adaptive in it will be held."""
    sys.setprofile(lambda frame, event, argument: codes.add(frame.f_code))
    yield ranges[worker.quern_next_window()]
    sys.setprofile(None)
    hold_instructions(worker, codes)
    arrange_types(worker)


class Adaptive(ctypes.Structure):
    """See worker/case/windows.h."""
    _fields_ = [("counter", ctypes.c_void_p), ("plain", ctypes.c_uint8), ("adaptive", ctypes.c_uint8)]


def hold_instructions(worker, codes):
    """The adaptive interpreter (3.11 and newer) counts down beside each instruction that it may specialise, and tries at
    0; where it fails, again and again, at intervals that fit no window. So the counters are held."""
    found = [entry for code in codes if hasattr(code, "_co_code_adaptive") for entry in instructions_of(code)]
    HELD.append((Adaptive * len(found))(*found))
    HELD.append(codes)
    worker.quern_hold_instructions(HELD[0], ctypes.c_size_t(len(found)))


def instructions_of(code):
    """Those with cache entries, of which the first is the counter. co_code has the plain instructions at the same places,
    with 0 for a cache entry."""
    plain, adaptive = code.co_code, code._co_code_adaptive
    start = id(code) + types.CodeType.__basicsize__
    if ctypes.string_at(start, len(adaptive)) != adaptive:  # not laid out as we know it
        return []
    return [(start + i, plain[i - 2], ADAPTIVE.get(plain[i - 2], plain[i - 2]))
            for i in range(2, len(plain), 2) if plain[i] == 0 and plain[i - 2] != 0]


def adaptive_opcodes():
    """What tries to specialise an instruction, by the plain opcode: one of its own in 3.11, the plain one later."""
    numbers = getattr(dis, "_all_opmap", {})
    return {dis.opmap[name]: numbers[name + "_ADAPTIVE"] for name in dis.opmap if name + "_ADAPTIVE" in numbers}


ADAPTIVE = adaptive_opcodes()


class Strings(ctypes.Structure):
    """See worker/python/names.h."""
    _fields_ = [("type", ctypes.c_void_p), ("header", ctypes.c_size_t), ("state", ctypes.c_size_t), ("interned", ctypes.c_uint)]


def settle_names(worker):
    """Names move to places that follow from their letters, and types forget what they cached by the old ones."""
    name = sys.intern("quern_interned_name")
    state = 4 * ctypes.sizeof(ctypes.c_void_p)  # after references, type, length and hash
    bits = ctypes.c_uint.from_address(id(name) + state).value
    strings = Strings(id(str), sys.getsizeof("") - 1, state, bits)
    if not has_names_as_known(name, strings.header):
        return say_unpinned("names")
    if worker.quern_settle_names(ctypes.byref(strings)) < 0:
        say_unpinned("names")
    ctypes.pythonapi.PyType_ClearCache()
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(object))


def interpreter_objects():
    """What C++ extensions keep for the whole interpreter: older ones among the builtins."""
    python = ctypes.pythonapi
    if not hasattr(python, "PyInterpreterState_GetDict"):  # Python 3.8
        return vars(builtins)
    python.PyInterpreterState_Get.restype = python.PyInterpreterState_GetDict.restype = ctypes.c_void_p
    # The dictionary is the interpreter's. As a result of type py_object it would lose a reference that is not ours, and
    # be freed with all that extensions keep in it.
    borrowed = python.PyInterpreterState_GetDict(ctypes.c_void_p(python.PyInterpreterState_Get()))
    return {**vars(builtins), **ctypes.cast(borrowed, ctypes.py_object).value}


def spread_types_of_pybind11(worker):
    """pybind11's tables of types by the addresses of their descriptions, which are where its records begin (since its
    version 3.1; what else may stand there is hashed by name, and left alone)."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    name = ctypes.pythonapi.PyCapsule_GetName
    name.restype = pointer.restype = ctypes.c_void_p
    for key, capsule in interpreter_objects().items():
        if not str(key).startswith("__pybind11_") or type(capsule).__name__ != "PyCapsule":
            continue
        capsule = ctypes.py_object(capsule)
        place = pointer(capsule, ctypes.c_void_p(name(capsule)))
        records = ctypes.c_void_p.from_address(place).value if place else None
        if records:
            worker.quern_spread_table(ctypes.c_void_p(records))


def has_names_as_known(name, header):
    """Whether a string's type, length and letters stand where worker/python/names.c looks for them."""
    word = ctypes.sizeof(ctypes.c_void_p)
    kind = ctypes.c_size_t.from_address(id(name) + word).value
    length = ctypes.c_size_t.from_address(id(name) + 2 * word).value
    return kind == id(str) and length == len(name) and ctypes.string_at(id(name) + header) == name.encode()


def is_known_interpreter():
    """Whether objects lie at their id and have one count of references: CPython, unless it is built without its lock."""
    return sys.implementation.name == "cpython" and "t" not in sys.abiflags


def hold_still(worker):
    """What the interpreter keeps by address gets places of its own, if this is an interpreter that we know."""
    if is_known_interpreter():
        spread_types_of_pybind11(worker)
        know_types()
        settle_names(worker)
    else:
        say_unpinned("types")
        say_unpinned("names")


def say_unpinned(what):
    with open(HELLO, "a", encoding="utf-8") as file:
        file.write("unpinned %s\n" % what)


class Types(ctypes.Structure):
    """See worker/python/type_versions.h."""
    _fields_ = [("types", ctypes.c_void_p), ("count", ctypes.c_size_t), ("further", ctypes.c_void_p), ("further_count", ctypes.c_size_t),
                ("version", ctypes.c_size_t), ("flags", ctypes.c_size_t), ("valid", ctypes.c_uint64),
                ("make_name", ctypes.c_void_p), ("has_attribute", ctypes.c_void_p), ("drop", ctypes.c_void_p),
                ("clear_cache", ctypes.c_void_p), ("objects", ctypes.py_object * 3)]


def address_of(name):
    """Of a function of the interpreter."""
    return ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value


TYPES = Types(version=48 * 8, flags=21 * 8, valid=1 << 19,  # of every Python 3 on machines of 64 bits
              make_name=address_of("PyUnicode_FromString"), has_attribute=address_of("PyObject_HasAttr"),
              drop=address_of("Py_DecRef"), clear_cache=address_of("PyType_ClearCache"), objects=(object(), 0, ""))


def addresses(types):
    return (ctypes.c_void_p * len(types))(*map(id, types))


def know_types():
    """All types that there are. The cache of type attributes is indexed by the name's address and the type's version."""
    types, known = [object], {object}
    for above in types:
        for kind in type.__subclasses__(above):
            if kind not in known:
                known.add(kind)
                types.append(kind)
    KNOWN.append(addresses(types))
    TYPES.types, TYPES.count = ctypes.addressof(KNOWN[0]), len(types)
    if not has_versions_as_known():
        say_unpinned("types")
        TYPES.count = 0


def has_versions_as_known():
    """Whether a type's version stands where we think it does: a look-up gives it one, a change takes it away."""
    class Probe:
        quern_name = 0
    version = ctypes.c_uint32.from_address(id(Probe) + TYPES.version)
    flags = ctypes.c_uint64.from_address(id(Probe) + TYPES.flags)
    getattr(Probe, "quern_name")
    first, is_valid = version.value, flags.value & TYPES.valid
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(Probe))
    getattr(Probe, "quern_name")
    if not is_valid:  # an interpreter that has no such flag
        TYPES.valid = 0
    return 0 < first < version.value < first + 100 and flags.value & Probe.__flags__ == Probe.__flags__


def arrange_types(worker):
    """New versions for all types are another arrangement of what is in the cache."""
    if TYPES.count == 0:
        return
    made = [kind for kind in gc.get_objects() if isinstance(kind, type)]  # since the collector was frozen
    HELD.append(addresses(made))
    TYPES.further, TYPES.further_count = ctypes.addressof(HELD[-1]), len(made)
    worker.quern_arrange_with(worker.quern_give_versions, ctypes.byref(TYPES))


KNOWN = []  # alive as long as the server
HELD = []  # alive as long as the case


def lines_of(text):
    return text.count("\n") + 1 if text else 0


def place(filename, line, case):
    """Part and line that a user wrote, from where Python says it is; None for all other code."""
    before = lines_of(case["setup"])
    if filename == CASE and line > before:
        return "stmt", line - before
    if filename in (CASE, "<setup>"):
        return "setup", line
    if filename == "<stmt>":
        return "stmt", line
    return ("global_setup", line) if filename == GLOBAL_SETUP else None


def explain(error, case):
    """The traceback, without our own frames, in terms of the case's parts, and the innermost place in them."""
    inner, frames = None, []
    for frame in traceback.extract_tb(error.__traceback__):
        found = place(frame.filename, frame.lineno, case)
        if found is None and frame.filename == OURSELVES:
            continue
        if found is None:
            frames.append(frame)
            continue
        inner = found
        part, line = found
        source = case[part].split("\n")[line - 1:line]
        name = frame.name if frame.name != "quern_case" else part
        frames.append(traceback.FrameSummary("<%s>" % part, line, name, line="".join(source)))
    if isinstance(error, SyntaxError):
        inner = place(error.filename, error.lineno, case) or inner
    text = ["Traceback (most recent call last):\n"] + traceback.format_list(frames) if frames else []
    return inner, "".join(text + traceback.format_exception_only(type(error), error))


def summary(error):
    """One line, as Python prints it, without a syntax error's picture of the source."""
    if isinstance(error, BadCase):
        return str(error)
    if isinstance(error, SyntaxError):
        return "SyntaxError: %s" % error.msg
    return traceback.format_exception_only(type(error), error)[-1].strip()


def fail(worker, error, case):
    inner, text = explain(error, case)
    at = "at %s %d\n" % inner if inner else ""
    worker.quern_write_failure((at + summary(error)).encode("utf-8", "replace"))
    try:
        sys.stderr.write(text)
    except (OSError, ValueError, AttributeError):  # full, closed or replaced by the case
        pass


def run(worker, case):
    function = compose(case)
    function(windows(worker, function))
    if not worker.quern_windows_done():
        raise BadCase("the case ends before it was measured: does it return or yield?")
    worker.quern_write_result()


def run_case(worker, release, request, length):
    worker.quern_begin_case(request, ctypes.c_size_t(length), SPECIALISING_CODE)
    with open(CASE_FILE, encoding="utf-8") as file:
        case = json.load(file)
    try:
        release.set_threads(sys.modules["torch"], case["threads"])
        run(worker, case)
    except BaseException as error:  # also SystemExit: whatever it is, it is this case's
        fail(worker, error, case)
    flush()
    worker.quern_end_case()


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):  # full, closed or replaced by the case
            pass


def may_warm_up_backward(worker):
    """backward() starts threads where torch has a device, and before 1.12 it cannot be used any more after a fork."""
    return worker.quern_may_fork_after(ctypes.pythonapi.PyRun_SimpleString, BACKWARD) != 0


def rehearsal(backward):
    stmt = REHEARSAL["stmt"]
    return dict(REHEARSAL, stmt=stmt if backward else stmt.replace(".backward()", ""))


def warm_up(worker, backward):
    """What runs here once with counting on, every child finds translated. The same for every run, so that children
    always start from the same state."""
    worker.quern_begin_rehearsal(SPECIALISING_CODE)
    run(worker, json.loads(json.dumps(rehearsal(backward))))
    worker.quern_end_rehearsal()
    HELD.clear()


def warm_up_torchscript(release, backward):
    import torch
    model = torch.jit.load(release.saved_function(torch, "x, w", "    a = torch.relu(x * w)\n    return torch.add(a, w) * w\n"))
    x, w = torch.ones((1,)), torch.ones((1,), requires_grad=True)
    for _ in range(5):
        y = model(x, w)
        if backward:
            y.backward()


def write_hello(release, backward):
    import torch
    with open(HELLO, "w", encoding="utf-8") as file:
        file.write("torch %s\n" % torch.__version__)
        file.write("git %s\n" % (getattr(torch.version, "git_version", None) or ""))
        file.write("python %s\n" % ".".join(map(str, sys.version_info[:3])))
        file.write("config %s\n" % release.build_settings(torch))
        if not backward:
            file.write("left_out backward\n")


def fork_loop(worker, request, length):
    """Only children return. The interpreter is told of the fork as os.fork() would tell it."""
    python = ctypes.pythonapi
    if hasattr(python, "PyOS_BeforeFork"):  # Python 3.7
        python.PyOS_BeforeFork()
    worker.quern_fork_loop(3, 4, request, ctypes.c_size_t(len(request)), ctypes.byref(length))
    (python.PyOS_AfterFork_Child if hasattr(python, "PyOS_AfterFork_Child") else python.PyOS_AfterFork)()


def extend_path():
    """The folders that the user's Python searches, in its order: PYTHONPATH and the like are not in our environment."""
    with open("path", encoding="utf-8") as file:
        searched = file.read().splitlines()
    if any(entry not in sys.path for entry in searched):
        sys.path[:] = searched + [entry for entry in sys.path if entry not in searched]


def main():
    runtime, isolation = sys.argv[1:]
    extend_path()
    worker, release = load_worker(), load_release()
    warnings.simplefilter("ignore")
    import torch
    torch.set_num_threads(1)
    backward = may_warm_up_backward(worker)
    write_hello(release, backward)
    worker.quern_describe_process(HELLO.encode())
    request, length = ctypes.create_string_buffer(4096), ctypes.c_size_t()
    worker.quern_start_instrumentation()
    warm_up(worker, backward)
    if runtime == "torchscript":
        warm_up_torchscript(release, backward)
    gc.collect()
    gc.freeze() if hasattr(gc, "freeze") else None  # Python 3.7
    gc.disable()
    hold_still(worker)
    if isolation == "once":
        length.value = worker.quern_read_single(request, ctypes.c_size_t(len(request)))
    else:
        fork_loop(worker, request, length)
    run_case(worker, release, request, length.value)


main()
