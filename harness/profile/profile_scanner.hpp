// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "harness/profile/line_syntax.hpp"
#include "harness/profile/part_reader.hpp"

namespace quern {

/// What a `key=value` line of the body says.
enum class BodyKey {
  object,
  file,
  inlined_file,
  function,
  called_object,
  called_file,
  called_function,
  calls,
  jump_object,
  jump_file,
  jump_function,
  jump,
  unknown
};

// By how often they come.
inline constexpr std::array<std::pair<std::string_view, BodyKey>, 15> kBodyKeys = {{{"fi", BodyKey::inlined_file},
                                                                                    {"fe", BodyKey::inlined_file},
                                                                                    {"cfn", BodyKey::called_function},
                                                                                    {"calls", BodyKey::calls},
                                                                                    {"cfi", BodyKey::called_file},
                                                                                    {"cob", BodyKey::called_object},
                                                                                    {"fn", BodyKey::function},
                                                                                    {"jcnd", BodyKey::jump},
                                                                                    {"jump", BodyKey::jump},
                                                                                    {"fl", BodyKey::file},
                                                                                    {"ob", BodyKey::object},
                                                                                    {"cfl", BodyKey::called_file},
                                                                                    {"jfn", BodyKey::jump_function},
                                                                                    {"jfi", BodyKey::jump_file},
                                                                                    {"job", BodyKey::jump_object}}};

inline BodyKey body_key(std::string_view spelling) {
  for (const auto& [name, key] : kBodyKeys)
    if (name == spelling) return key;
  return BodyKey::unknown;
}

/// Drives a PartReader over the whole text and hands names and costs to `Sink`, which has
///   void name(BodyKey, std::string_view value); void self(costs); void call(std::uint64_t count, costs);
///   void end_part();
/// A template, as the sink of the totals is empty and must cost nothing.
/// Grammar: https://valgrind.org/docs/manual/cl-format.html
template <class Sink>
class ProfileScanner {
 public:
  ProfileScanner(PartReader& reader, Sink& sink) : reader_(reader), sink_(sink) {}

  void scan() {
    for (std::string_view line; reader_.next_line(line);)
      if (!line.empty() && line.front() != '#') read_line(line);
    if (call_waits_) reader_.fail("the profile is truncated: a call ends before its cost");
    reader_.finish();
  }

 private:
  void read_line(std::string_view line) {
    const char first = line.front();
    if ((first >= '0' && first <= '9') || first == '+' || first == '-' || first == '*') return read_costs(line);
    if (trimmed(line).empty()) return;
    if (call_waits_) reader_.fail("expected the cost of the call in the line before");
    const std::size_t equals = line.substr(0, 6).find('=');
    const BodyKey key = equals == std::string_view::npos ? BodyKey::unknown : body_key(line.substr(0, equals));
    if (key != BodyKey::unknown) return read_body(key, line.substr(equals + 1));
    if (!reader_.read_header(line)) reader_.fail("not a line of a Callgrind profile");
    if (!reader_.in_part()) sink_.end_part();
  }

  void read_costs(std::string_view line) {
    reader_.begin_body();
    const std::span<const std::uint64_t> costs = reader_.read_costs(line);
    if (std::exchange(call_waits_, false)) return sink_.call(call_count_, costs);
    reader_.add_self(costs);
    sink_.self(costs);
  }

  void read_body(BodyKey key, std::string_view value) {
    reader_.begin_body();
    if (key == BodyKey::jump) return;  // its counts are in no event
    if (key != BodyKey::calls) return sink_.name(key, value);
    // The target's position follows; it may be compressed, and nothing here needs it.
    if (!take_number(value, call_count_)) reader_.fail("expected the number of calls");
    call_waits_ = true;
  }

  PartReader& reader_;
  Sink& sink_;
  std::uint64_t call_count_ = 0;
  bool call_waits_ = false;
};

}  // namespace quern
