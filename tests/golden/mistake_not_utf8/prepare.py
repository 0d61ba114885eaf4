# SPDX-License-Identifier: Apache-2.0

with open("suite.yaml", "wb") as stream:
    stream.write("stmts:\n  größe: {py_stmt: x}\n  ".encode())
    stream.write("größe 2: {py_stmt: x}\n".encode("latin-1"))
