// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/profile/profile.hpp"

namespace quern {

/// How many threads ran while the profile was taken. Callgrind's `summary:` is right for one thread only.
enum class Threads { one, several };

/// Which text is read, and as what.
struct ProfileText {
  std::string_view text;  // must outlive the reading
  std::string name;       // as messages call it
  Threads threads = Threads::one;
};

/// Everything in a profile but names: header lines, the shape of cost lines, and the check of each part's totals.
class PartReader {
 public:
  explicit PartReader(const ProfileText& source) : source_(source), rest_(source.text) {}

  /// The next line without its end; nothing at the end of the text.
  bool next_line(std::string_view& line);
  /// A `key: value` line. False if it is not one. Throws Error(environment), also if it closes a part that is wrong.
  bool read_header(std::string_view line);
  /// Reads a cost line; what it leaves out is 0. Valid until the next call.
  std::span<const std::uint64_t> read_costs(std::string_view line);
  /// Counts into the part's sum.
  void add_self(std::span<const std::uint64_t> costs);
  /// Every line that is not a header line makes the part one that must have totals. Throws before `events:`.
  void begin_body();
  /// Throws if the text ended inside a part, or had none.
  void finish() const;

  [[nodiscard]] bool in_part() const { return open_; }
  /// The profile so far: header, parts and totals, no functions.
  [[nodiscard]] Profile& profile() { return profile_; }
  [[noreturn]] void fail(const std::string& message) const;

 private:
  void read_value(std::string_view key, std::string_view value);
  void read_version(std::string_view value);
  void read_description(std::string_view value);
  void read_positions(std::string_view value);
  void read_event_definition(std::string_view value);
  void read_events(std::string_view value);
  void read_totals(std::string_view value);
  void check_part() const;
  [[nodiscard]] std::uint64_t read_count(std::string_view value) const;
  [[nodiscard]] bool summary_counts() const;
  [[nodiscard]] bool is_summary_of_costs() const;
  void take_system_calls();
  [[nodiscard]] Costs read_cost_list(std::string_view value, std::uint64_t most) const;
  void take_costs(std::string_view text, std::span<std::uint64_t> costs, std::uint64_t most) const;

  const ProfileText& source_;
  std::string_view rest_;
  int line_ = 0;
  bool cut_ = false;  // the line had no end
  Profile profile_;
  ProfilePart part_;
  bool open_ = false;     // a part has begun and its totals have not been read
  bool in_body_ = false;  // its header is over
  std::size_t positions_ = 1;
  Costs costs_;
  Costs sum_;
};

}  // namespace quern
