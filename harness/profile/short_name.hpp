// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace quern {

/// With `<>` for template arguments and `()` for parameters: `at::native::(anonymous namespace)::f<>()::{lambda()}`.
std::string short_name(std::string_view name);

/// The bare name: no return type, template arguments, parameters nor what follows these. `at::native::f` of
/// `void at::native::f<int>(int) const`.
std::string qualified_name(std::string_view name);

}  // namespace quern
