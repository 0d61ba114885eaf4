// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/check_rules.hpp"

#include <filesystem>
#include <optional>
#include <system_error>

#include "harness/cli/rules_place.hpp"
#include "harness/cli/settings.hpp"
#include "harness/compare/check_reader.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWaivers = "waivers.yaml";

std::optional<RulesPlace> own_settings() {
  const fs::path file = find_settings(fs::current_path());
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
RulesOrigin origin_of(const RulesPlace& settings, const RulesPlace& waivers, bool given_by_hand) {
  RulesOrigin origin{settings.name(), {}};
  const auto in_tree = [](const RulesPlace& place) { return std::optional(RulesPlace::of_file(place.file())); };
  const std::optional<RulesPlace> own = settings.is_of_commit() ? in_tree(settings) : own_settings();
  note_difference(settings, own, origin);
  if (waivers.is_of_commit())
    note_difference(waivers, in_tree(waivers), origin);
  else if (!given_by_hand)
    note_difference(waivers, own ? std::optional(own->beside(kWaivers)) : std::nullopt, origin);
  return origin;
}

}  // namespace

RulesOfCheck read_check_rules(const std::string& rules, const std::string& waivers) {
  RulesOfCheck read;
  if (!waivers.empty()) read.waivers = read_waivers(RulesPlace(waivers).source());
  const std::optional<RulesPlace> settings = rules.empty() ? own_settings() : std::optional(RulesPlace(rules));
  if (!settings) return read;
  const Source source = settings->source();
  read.rules = check_rules_of(source);
  read.environments = environments_of(source, settings->file().parent_path());
  const RulesPlace beside = waivers.empty() ? settings->beside(kWaivers) : RulesPlace(waivers);
  if (waivers.empty())
    if (const std::optional<Source> found = beside.find()) read.waivers = read_waivers(*found);
  if (!rules.empty()) read.origin = origin_of(*settings, beside, !waivers.empty());
  return read;
}

}  // namespace quern
