# SPDX-License-Identifier: Apache-2.0

with open("red\x1b[31m.yaml", "w") as stream:
    stream.write("stmt: {add: {py_stmt: x}}\n")
