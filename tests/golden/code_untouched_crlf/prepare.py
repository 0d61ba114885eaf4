# SPDX-License-Identifier: Apache-2.0

# The same suite as in code_untouched, as an editor on Windows saves it: it expands to the same cases.
suite = r'''stmts:
  python:
    setup:
      py: |
        path = "C:\new\table"
        text = f"{x!r:>{width}} 100 % {{literal}}"
        if path:
        	tabbed = 'trailing space ' 
    py_stmt: |
      print("a\nb\\n", '%s %d' % (1, 2), {'k': {}}, r"\d+")
  cpp:
    setup:
      global: |
        #define SQUARE(x) \
          ((x) * (x))
    cpp_stmt: |
      printf("a\n\t%d%%\n", 1); auto s = R"({x})"; std::vector<std::vector<int>> v{{1}, {2}};
  quoted:
    py_stmt: 'print("it''s a \n")'
  escaped:
    py_stmt: "print('a\\n', \"b\")"
'''
with open("suite.yaml", "wb") as stream:
    stream.write(suite.replace("\n", "\r\n").encode())
