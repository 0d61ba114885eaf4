// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/tensor_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/nearest.hpp"
#include "base/yaml/node_json.hpp"
#include "expand/ops/words.hpp"

namespace quern {
namespace {

using TensorJson = nlohmann::ordered_json;

constexpr std::array<std::string_view, 7> kOptions = {"stride=", "on", "grad", "nograd", "in", "channels_last", "="};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// `4, 4`; nothing if one of them is no size.
std::optional<TensorJson> sizes(std::string_view text) {
  TensorJson list = TensorJson::array();
  text = trimmed(text);
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto size = plain_value(trimmed(text.substr(0, comma)));
    if (!size || !size->is_number_integer() || *size < 0) return std::nullopt;
    list.push_back(*size);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return list;
}

class TensorReader {
 public:
  TensorReader(std::string_view text, const Place& place, Problems& problems)
      : text_(text), rest_(text), place_(place), problems_(problems) {}

  TensorJson read(bool grad) {
    const std::size_t bracket = text_.find('[');
    const std::string_view dtype = text_.substr(0, bracket);
    argument_ = {{"type", "tensor"}, {"dtype", dtype}, {"shape", TensorJson::array()}};
    if (short_dtype(dtype).empty()) report(fmt::format("unknown dtype '{}'", dtype), suggest(dtype, dtype_names()));
    argument_["requires_grad"] = grad && is_differentiable(short_dtype(dtype));
    rest_.remove_prefix(bracket + 1);
    argument_["shape"] = list_until(']');
    for (rest_ = trimmed(rest_); !rest_.empty() && !failed_; rest_ = trimmed(rest_)) read_option();
    return argument_;
  }

 private:
  void report(const std::string& message, const std::string& hint = {}) {
    failed_ = true;
    problems_.add(place_, message, hint);
  }

  TensorJson list_until(char closing) {
    const std::size_t end = rest_.find(closing);
    const auto list = end == std::string_view::npos ? std::nullopt : sizes(rest_.substr(0, end));
    if (!list) report(fmt::format("the sizes of '{}' cannot be read", text_), "for example f32[64, 256]");
    rest_.remove_prefix(std::min(end, rest_.size() - 1) + 1);
    return list.value_or(TensorJson::array());
  }

  std::string_view word() {
    rest_ = trimmed(rest_);
    const std::string_view found = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(found.size());
    return found;
  }

  void read_option() {
    if (rest_.starts_with("stride=(")) {
      rest_.remove_prefix(8);
      argument_["stride"] = list_until(')');
      if (!failed_ && argument_["stride"].size() != argument_["shape"].size())
        report(fmt::format("'{}' has not as many strides as sizes", text_));
      return;
    }
    const std::string_view option = word();
    if (option == "on") {
      argument_["device"] = word();
    } else if (option == "grad" || option == "nograd") {
      argument_["requires_grad"] = option == "grad";
    } else if (option == "channels_last") {
      argument_["memory_format"] = option;
    } else if (option == "in") {
      read_bounds(word());
    } else if (option.starts_with('=')) {
      read_bound("low", option.substr(1));
      read_bound("high", option.substr(1));
    } else {
      report(fmt::format("unknown word '{}' of a tensor", option), suggest(option, kOptions));
    }
  }

  void read_bounds(std::string_view bounds) {
    const std::size_t dots = bounds.find("..");
    if (dots == std::string_view::npos) return report(fmt::format("'in {}' is no range", bounds), "write in 0..999");
    read_bound("low", bounds.substr(0, dots));
    read_bound("high", bounds.substr(dots + 2));
  }

  void read_bound(const char* key, std::string_view number) {
    const auto value = plain_value(number);
    if (!value || !value->is_number()) return report(fmt::format("'{}' is no number", number));
    argument_[key] = *value;
  }

  std::string_view text_;
  std::string_view rest_;
  Place place_;
  Problems& problems_;
  TensorJson argument_;
  bool failed_ = false;
};

}  // namespace

bool looks_like_tensor(std::string_view text) {
  const std::size_t bracket = text.find('[');
  if (bracket == 0 || bracket == std::string_view::npos) return false;
  return text.substr(0, bracket).find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.") == std::string_view::npos;
}

nlohmann::ordered_json tensor_argument(std::string_view text, bool grad, const Place& place, Problems& problems) {
  return TensorReader(text, place, problems).read(grad);
}

}  // namespace quern
