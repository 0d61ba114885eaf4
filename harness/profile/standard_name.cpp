// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/standard_name.hpp"

#include <cstddef>
#include <string>
#include <string_view>

#include "harness/profile/name_syntax.hpp"
#include "harness/profile/standard_file.hpp"
#include "harness/profile/standard_function.hpp"
#include "harness/profile/standard_object.hpp"

namespace quern {

FunctionKey standardise(const FunctionKey& key) {
  FunctionKey result;
  result.name = standard_function(key.name);
  result.object = standard_object(key.object);
  // A statement's file is its definition's, wherever that lies.
  result.file = result.name == kStatement ? std::string(kUnknownFile) : standard_file(key.file, result.object);
  return result;
}

bool is_address(const FunctionKey& key) {
  const std::string_view name = key.name;
  if (!name.starts_with("0x")) return false;
  const std::size_t digits = length_of(name, 2, is_hexadecimal);
  return digits != 0 && (2 + digits == name.size() || name[2 + digits] == ' ' || name[2 + digits] == '\'');
}

}  // namespace quern
