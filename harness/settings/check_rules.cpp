// SPDX-License-Identifier: Apache-2.0
#include "harness/settings/check_rules.hpp"

#include <filesystem>
#include <optional>
#include <system_error>

#include "harness/compare/check_reader.hpp"
#include "harness/settings/rules_place.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWaivers = "waivers.yaml";

std::optional<RulesPlace> own_place(const Settings& settings) {
  const fs::path& file = settings.own_file();
  return file.empty() ? std::nullopt : std::optional(RulesPlace::of_file(file));
}

std::optional<std::string> text_of(const std::optional<RulesPlace>& place) {
  const std::optional<Source> source = place ? place->find() : std::nullopt;
  return source ? std::optional(source->text()) : std::nullopt;
}

// A text, not what it means: a difference that nobody thought of must not pass unseen.
void note_difference(const RulesPlace& in_force, const std::optional<RulesPlace>& own, RulesOrigin& origin) {
  if (text_of(in_force) != text_of(own)) origin.differing.push_back(in_force.file().filename().string());
}

// A file that was given by hand is nobody else's to change.
RulesOrigin origin_of(const Settings& settings, const RulesPlace& waivers, bool given_by_hand) {
  const RulesPlace& in_force = *settings.place();
  RulesOrigin origin{in_force.name(), {}};
  const auto in_tree = [](const RulesPlace& place) { return std::optional(RulesPlace::of_file(place.file())); };
  const std::optional<RulesPlace> own = in_force.is_of_commit() ? in_tree(in_force) : own_place(settings);
  note_difference(in_force, own, origin);
  if (waivers.is_of_commit())
    note_difference(waivers, in_tree(waivers), origin);
  else if (!given_by_hand)
    note_difference(waivers, own ? std::optional(own->beside(kWaivers)) : std::nullopt, origin);
  return origin;
}

}  // namespace

RulesOfCheck read_check_rules(const Settings& settings, const std::string& waivers, bool named) {
  RulesOfCheck read;
  if (!waivers.empty()) read.waivers = read_waivers(RulesPlace(waivers).source());
  if (!settings.place()) return read;
  read.rules = settings.rules();
  const RulesPlace beside = waivers.empty() ? settings.place()->beside(kWaivers) : RulesPlace(waivers);
  if (waivers.empty())
    if (const std::optional<Source> found = beside.find()) read.waivers = read_waivers(*found);
  if (named) read.origin = origin_of(settings, beside, !waivers.empty());
  return read;
}

}  // namespace quern
