// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "harness/profile/name_table.hpp"
#include "harness/profile/part_reader.hpp"
#include "harness/profile/profile.hpp"
#include "harness/profile/profile_scanner.hpp"

namespace quern {

/// The sink that collects functions and calls while a profile is scanned.
class ProfileBuilder {
 public:
  explicit ProfileBuilder(PartReader& reader) : reader_(reader) {}

  void name(BodyKey key, std::string_view value);
  void self(std::span<const std::uint64_t> costs);
  void call(std::uint64_t count, std::span<const std::uint64_t> costs);
  /// The next part says again where it is; the numbers of names stay.
  void end_part();

  /// Moves everything that was read into a sorted Profile with inclusive costs.
  Profile finish();

 private:
  struct Function {
    std::size_t object = 0;
    std::size_t file = 0;
    std::size_t name = 0;
    friend bool operator==(const Function&, const Function&) = default;
  };
  struct FunctionHash {
    std::size_t operator()(const Function& function) const;
  };
  struct Pair {
    std::size_t first = 0;
    std::size_t second = 0;
    friend bool operator==(const Pair&, const Pair&) = default;
  };
  struct PairHash {
    std::size_t operator()(const Pair& pair) const;
  };
  struct Call {
    Pair ends;  // caller, callee
    std::uint64_t count = 0;
  };
  // Where the next lines belong. Nothing: not said yet in this part.
  struct Place {
    std::optional<std::size_t> object;
    std::optional<std::size_t> file;
    std::optional<std::size_t> function;
    std::optional<std::size_t> slot;
    std::optional<std::size_t> called_object;
    std::optional<std::size_t> called_file;
    std::optional<std::size_t> called_function;
  };

  std::size_t lookup(NameTable& table, std::string_view value) const;
  std::size_t unknown(NameTable& table) const;
  void begin_function(std::size_t name);
  void begin_call(std::size_t name);
  void move_to_file(std::size_t file);
  std::size_t function_index(const Function& function);
  std::size_t slot_index();
  std::vector<std::size_t> sorted_functions() const;
  FunctionCost describe(const Function& function) const;
  void move_self_costs(Profile& profile, const std::vector<std::size_t>& new_index) const;
  void move_calls(Profile& profile, const std::vector<std::size_t>& new_index) const;
  std::span<const std::uint64_t> row(const Costs& costs, std::size_t index) const;
  std::span<std::uint64_t> new_or_known_row(Costs& costs, std::size_t index) const;

  PartReader& reader_;
  NameTable objects_;
  NameTable files_;
  NameTable names_;
  Place at_;
  std::vector<Function> functions_;
  std::unordered_map<Function, std::size_t, FunctionHash> function_index_;
  std::vector<Pair> slots_;  // function, file: where self costs are counted
  std::unordered_map<Pair, std::size_t, PairHash> slot_index_;
  Costs slot_costs_;  // rows of one count per event
  std::vector<Call> calls_;
  std::unordered_map<Pair, std::size_t, PairHash> call_index_;
  Costs call_costs_;
};

}  // namespace quern
