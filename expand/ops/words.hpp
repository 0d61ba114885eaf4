// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string_view>

namespace quern {

/// How the combinations of a list of SPECs are made and named.
enum class ConfigIterator { plain, range, dummy, embedding };

/// The iterator of a name that configs use; nothing if there is none of that name.
std::optional<ConfigIterator> find_iterator(std::string_view name);
std::span<const std::string_view> iterator_names();
std::span<const std::string_view> generator_names();

/// A dtype by any of its names, with or without `torch.`, as logs write it (`f32`); empty if there is none.
std::string_view short_dtype(std::string_view name);
/// Every name of a dtype, without `torch.`.
std::span<const std::string_view> dtype_names();
/// Of a short name: whether its tensors can have a gradient.
bool is_differentiable(std::string_view short_name);

/// A type of arguments, and the keys beside those that every ARG may have.
struct ArgumentType {
  std::string_view name;
  std::span<const std::string_view> keys;
};

/// Null if there is none of that name.
const ArgumentType* find_argument_type(std::string_view name);
std::span<const std::string_view> argument_type_names();

}  // namespace quern
