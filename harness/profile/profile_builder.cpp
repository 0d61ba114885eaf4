// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/profile_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "harness/profile/inclusive.hpp"

namespace quern {
namespace {

std::size_t mix(std::size_t seed, std::size_t value) {
  return (seed ^ value) * std::size_t{0x9E3779B97F4A7C15U} + (seed >> 29U);
}

}  // namespace

std::size_t ProfileBuilder::FunctionHash::operator()(const Function& function) const {
  return mix(mix(function.name, function.file), function.object);
}

std::size_t ProfileBuilder::PairHash::operator()(const Pair& pair) const {
  return mix(mix(0, pair.first), pair.second);
}

void ProfileBuilder::name(BodyKey key, std::string_view value) {
  switch (key) {
    case BodyKey::object:
      at_.object = lookup(objects_, value);
      break;
    case BodyKey::file:
    case BodyKey::inlined_file:
      move_to_file(lookup(files_, value));
      break;
    case BodyKey::function:
      begin_function(lookup(names_, value));
      break;
    case BodyKey::called_object:
      at_.called_object = lookup(objects_, value);
      break;
    case BodyKey::called_file:
      at_.called_file = lookup(files_, value);
      break;
    case BodyKey::called_function:
      begin_call(lookup(names_, value));
      break;
    case BodyKey::jump_object:
      lookup(objects_, value);  // may define the number of a name
      break;
    case BodyKey::jump_file:
      lookup(files_, value);
      break;
    case BodyKey::jump_function:
      lookup(names_, value);
      break;
    case BodyKey::calls:
    case BodyKey::jump:
    case BodyKey::unknown:
      break;
  }
}

std::size_t ProfileBuilder::lookup(NameTable& table, std::string_view value) const {
  const std::optional<std::size_t> index = table.index_of(value);
  if (!index) reader_.fail(fmt::format("the name {} was never defined", printable(trimmed(value).substr(0, 40))));
  return *index;
}

std::size_t ProfileBuilder::unknown(NameTable& table) const { return lookup(table, "???"); }

void ProfileBuilder::move_to_file(std::size_t file) {
  at_.file = file;
  at_.slot.reset();
}

void ProfileBuilder::begin_function(std::size_t name) {
  if (!at_.object) at_.object = unknown(objects_);
  if (!at_.file) at_.file = unknown(files_);
  at_.function = function_index({*at_.object, *at_.file, name});
  at_.slot.reset();
}

// What a call does not say is as in the caller; the file is the one that the lines before were in.
void ProfileBuilder::begin_call(std::size_t name) {
  if (!at_.function) reader_.fail("a call before the first 'fn=' line");
  const Function callee{at_.called_object.value_or(*at_.object), at_.called_file.value_or(*at_.file), name};
  at_.called_function = function_index(callee);
  at_.called_object.reset();
  at_.called_file.reset();
}

std::size_t ProfileBuilder::function_index(const Function& function) {
  const auto [known, is_new] = function_index_.try_emplace(function, functions_.size());
  if (is_new) functions_.push_back(function);
  return known->second;
}

std::size_t ProfileBuilder::slot_index() {
  const Pair slot{*at_.function, *at_.file};
  const auto [known, is_new] = slot_index_.try_emplace(slot, slots_.size());
  if (is_new) slots_.push_back(slot);
  return known->second;
}

std::span<std::uint64_t> ProfileBuilder::new_or_known_row(Costs& costs, std::size_t index) const {
  const std::size_t width = reader_.profile().events.size();
  if (costs.size() < (index + 1) * width) costs.resize((index + 1) * width);
  return std::span(costs).subspan(index * width, width);
}

std::span<const std::uint64_t> ProfileBuilder::row(const Costs& costs, std::size_t index) const {
  const std::size_t width = reader_.profile().events.size();
  return std::span(costs).subspan(index * width, width);
}

void ProfileBuilder::self(std::span<const std::uint64_t> costs) {
  if (!at_.function) reader_.fail("a cost before the first 'fn=' line");
  if (!at_.slot) at_.slot = slot_index();
  const std::span<std::uint64_t> sum = new_or_known_row(slot_costs_, *at_.slot);
  for (std::size_t i = 0; i < costs.size(); ++i) sum[i] += costs[i];  // the reader's sum would overflow first
}

void ProfileBuilder::call(std::uint64_t count, std::span<const std::uint64_t> costs) {
  if (!at_.called_function) reader_.fail("a call without a 'cfn=' line");
  const Pair ends{*at_.function, *std::exchange(at_.called_function, std::nullopt)};
  const auto [known, is_new] = call_index_.try_emplace(ends, calls_.size());
  if (is_new) calls_.push_back({ends, 0});
  calls_[known->second].count += count;
  try {
    add_costs(new_or_known_row(call_costs_, known->second), costs);
  } catch (const Error& error) {
    reader_.fail(error.what());
  }
}

void ProfileBuilder::end_part() { at_ = {}; }

std::vector<std::size_t> ProfileBuilder::sorted_functions() const {
  std::vector<std::size_t> order(functions_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [this](std::size_t index) {
    const Function& function = functions_[index];
    return std::tuple(names_.name(function.name), files_.name(function.file), objects_.name(function.object));
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

FunctionCost ProfileBuilder::describe(const Function& function) const {
  FunctionCost cost;
  cost.name = names_.name(function.name);
  cost.file = files_.name(function.file);
  cost.object = objects_.name(function.object);
  cost.self.resize(reader_.profile().events.size());
  return cost;
}

void ProfileBuilder::move_self_costs(Profile& profile, const std::vector<std::size_t>& new_index) const {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const std::span<const std::uint64_t> costs = row(slot_costs_, i);
    FunctionCost& function = profile.functions[new_index[slots_[i].first]];
    add_costs(function.self, costs);
    function.files.push_back({std::string(files_.name(slots_[i].second)), Costs(costs.begin(), costs.end())});
  }
  const auto by_name = [](const FileCost& a, const FileCost& b) { return a.file < b.file; };
  for (FunctionCost& function : profile.functions) std::sort(function.files.begin(), function.files.end(), by_name);
}

void ProfileBuilder::move_calls(Profile& profile, const std::vector<std::size_t>& new_index) const {
  profile.calls.reserve(calls_.size());
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const std::span<const std::uint64_t> costs = row(call_costs_, i);
    const Pair ends{new_index[calls_[i].ends.first], new_index[calls_[i].ends.second]};
    profile.calls.push_back({ends.first, ends.second, calls_[i].count, Costs(costs.begin(), costs.end())});
    profile.functions[ends.second].calls += calls_[i].count;
  }
  const auto ends = [](const CallCost& call) { return std::pair(call.caller, call.callee); };
  std::sort(profile.calls.begin(), profile.calls.end(),
            [&](const CallCost& a, const CallCost& b) { return ends(a) < ends(b); });
}

Profile ProfileBuilder::finish() {
  Profile profile = std::move(reader_.profile());
  reader_.profile().events = profile.events;  // row() still needs their number
  const std::vector<std::size_t> order = sorted_functions();
  std::vector<std::size_t> new_index(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    new_index[order[i]] = i;
    profile.functions.push_back(describe(functions_[order[i]]));
  }
  move_self_costs(profile, new_index);
  move_calls(profile, new_index);
  try {
    add_inclusive_costs(profile);
  } catch (const Error& error) {
    reader_.fail(error.what());
  }
  return profile;
}

}  // namespace quern
