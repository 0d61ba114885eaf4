# SPDX-License-Identifier: Apache-2.0

values = ", ".join(map(str, range(256)))
names = [f"a{i}" for i in range(8)]  # 256 to the eighth is 2 to the 64th, which wraps to nothing
with open("suite.yaml", "w") as stream:
    stream.write("axes:\n" + "".join(f"  {name}: [{values}]\n" for name in names))
    stream.write("stmts:\n  many:\n    py_stmt: f(" + ", ".join("{%s}" % name for name in names) + ")\n")
