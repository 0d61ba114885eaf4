// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "expand/case/case.hpp"

namespace quern::test {

/// A C++ case whose statement was written at `where`, and its setup, if any, in the line below.
inline Case make_case(const std::string& stmt, const Origin& where, const std::string& setup = "") {
  Case args;
  args.label = {"Test", stmt};
  snippet(args).stmt = Code(stmt, where);
  snippet(args).setup = Code(setup, {where.file, where.line + 1, where.column});
  args.definition = where;
  args.id = make_id(args);
  return args;
}

}  // namespace quern::test
