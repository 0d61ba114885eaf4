// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/standard_function.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/profile/brackets.hpp"
#include "harness/profile/name_syntax.hpp"

namespace quern {
namespace {

// A final number is not part of these. Clang's `.llvm.` numbers are hashes of the module.
constexpr std::array kSuffixes = {
    std::string_view(".isra"), std::string_view(".constprop"), std::string_view(".part"),
    std::string_view(".cold"), std::string_view(".lto_priv"),  std::string_view(".localalias"),
    std::string_view(".llvm"),
};

std::string_view without_number(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const bool numbered = last != kNone && last + 1 < name.size() && name[last] == '.';
  return numbered ? name.substr(0, last) : name;
}

std::string_view without_suffixes(std::string_view name) {
  for (bool found = true; found;) {
    const std::string_view bare = without_number(name);
    const auto suffix = std::find_if(kSuffixes.begin(), kSuffixes.end(), [&](auto s) { return bare.ends_with(s); });
    found = suffix != kSuffixes.end();
    if (found) name = bare.substr(0, bare.size() - suffix->size());
  }
  return name;
}

// `f() [clone .isra.0] [clone .cold]`
std::string without_clones(std::string name) {
  constexpr std::string_view kClone = " [clone ";
  for (std::size_t at = name.find(kClone); at != kNone;) {
    const std::size_t end = name.find(']', at);
    if (end == kNone) break;
    const std::size_t suffix = at + kClone.size();
    const std::string kept(without_suffixes(std::string_view(name).substr(suffix, end - suffix)));
    if (kept.empty())
      name.erase(at, end + 1 - at);
    else
      name.replace(suffix, end - suffix, kept);
    at = name.find(kClone, kept.empty() ? at : suffix);
  }
  return name;
}

std::string_view without_recursion(std::string_view name) {
  const std::size_t quote = name.rfind('\'');
  return quote != kNone && quote > 0 && consists_of(name.substr(quote + 1), is_digit) ? name.substr(0, quote) : name;
}

std::string_view without_symbol_version(std::string_view name) {
  const std::size_t at = name.find('@');
  const auto of_version = [](char c) { return is_of_identifier(c) || c == '.' || c == '@'; };
  return at != kNone && at > 0 && consists_of(name.substr(at), of_version) ? name.substr(0, at) : name;
}

bool is_version_namespace(std::string_view name, std::string_view before) {
  if (name == "__cxx11" || name == "_V2" || name.starts_with("json_abi_v")) return true;
  if (name.starts_with("__")) return consists_of(name.substr(2), is_digit);
  return before.ends_with("fmt::") && name.starts_with("v") && consists_of(name.substr(1), is_digit);
}

std::string without_version_namespaces(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    const std::size_t length = length_of(name, i, is_of_identifier);
    const bool qualifier = begins_at(name, i + length, "::");
    if (qualifier && result.ends_with("::") && is_version_namespace(name.substr(i, length), result)) {
      i += length + 2;
    } else {
      const std::size_t copied = std::max<std::size_t>(1, length);
      result += name.substr(i, copied);
      i += copied;
    }
  }
  return result;
}

std::string without_abi_tags(std::string name) {
  for (std::size_t at = name.find("[abi:"); at != kNone; at = name.find("[abi:", at)) {
    const std::size_t end = name.find(']', at);
    if (end == kNone) break;
    name.erase(at, end + 1 - at);
  }
  return name;
}

std::string with_short_strings(std::string name) {
  constexpr std::string_view kShort = "std::string";
  for (const std::string_view written :
       {std::string_view("std::basic_string<char, std::char_traits<char>, std::allocator<char> >"),
        std::string_view("std::basic_string<char, std::char_traits<char>, std::allocator<char>>")}) {
    for (std::size_t at = name.find(written); at != kNone; at = name.find(written, at)) {
      name.replace(at, written.size(), kShort);
      at += kShort.size();
      if (begins_at(name, at, " >")) name.erase(at, 1);  // it separated two brackets
    }
  }
  return name;
}

// `{lambda()#2}` of GNU's demangler, `$_2` of Clang.
std::string without_lambda_numbers(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    result += name[i++];
    const std::size_t number = length_of(name, i, is_digit);
    const bool numbered = number != 0 && (result.ends_with("$_") || begins_at(name, i + number, "}"));
    if (!numbered || !(result.ends_with("$_") || result.ends_with('#'))) continue;
    if (result.back() == '#') result.pop_back();
    i += number;
  }
  return result;
}

// Also where a lambda of a case is a template argument of LibTorch's.
std::string with_statements(std::string_view name) {
  constexpr std::string_view kCase = "quern_case_";
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    const bool begins = begins_at(name, i, kCase) && (i == 0 || !is_of_identifier(name[i - 1]));
    const std::size_t hash = begins ? length_of(name, i + kCase.size(), is_hexadecimal) : 0;
    const std::size_t end = i + kCase.size() + hash;
    if (hash == 0 || (end < name.size() && is_of_identifier(name[end]))) {
      result += name[i++];
      continue;
    }
    result += kStatement;
    const std::size_t closed = begins_at(name, end, "(") ? past_closing(name, end) : kNone;
    i = closed == kNone ? end : closed;
  }
  return result;
}

}  // namespace

std::string standard_function(std::string_view name) {
  constexpr std::string_view kStub = " [PLT]";
  name = without_recursion(name);
  // The linker's stubs of a library are one thing: where a single one lies, and so its name, changes with every build.
  if (name.ends_with(kStub)) return "[PLT]";
  std::string result(without_suffixes(without_symbol_version(name)));
  result = without_abi_tags(without_version_namespaces(without_clones(std::move(result))));
  return with_statements(without_lambda_numbers(with_short_strings(std::move(result))));
}

}  // namespace quern
