# SPDX-License-Identifier: Apache-2.0

with open("suite.yaml", "wb") as stream:
    stream.write(b"\xef\xbb\xbfstmt: {add: {py_stmt: x + y}}\n")
