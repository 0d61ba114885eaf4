// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/fetch/wheel.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <utility>

#include "expand/version_range.hpp"
#include "harness/environment/variables.hpp"

namespace quern {
namespace {

constexpr std::string_view kWheelEnd = ".whl";

// The oldest glibc that a platform tag wants; nothing if it is no tag of Linux. PEP 600 and its forerunners.
std::optional<Version> wanted_glibc(std::string_view tag) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kNamed = {
      {{"linux", "0"}, {"manylinux1", "2.5"}, {"manylinux2010", "2.12"}, {"manylinux2014", "2.17"}}};
  for (const auto& [name, glibc] : kNamed)
    if (tag == name) return parse_version(glibc);
  if (!tag.starts_with("manylinux_")) return std::nullopt;
  std::string numbers(tag.substr(std::string_view("manylinux_").size()));
  std::replace(numbers.begin(), numbers.end(), '_', '.');
  return parse_version(numbers);
}

bool runs_tag_on(std::string_view tag, const Machine& machine) {
  const std::string end = "_" + machine.architecture;
  if (!tag.ends_with(end)) return false;
  const std::optional<Version> wanted = wanted_glibc(tag.substr(0, tag.size() - end.size()));
  const std::optional<Version> there = parse_version(machine.glibc);
  return wanted && there && *wanted <= *there;
}

// cp311: 311. Two numbers without a dot: the first one has one digit.
std::pair<int, int> python_numbers(std::string_view tag) {
  if (!tag.starts_with("cp") || tag.size() < 4) return {};
  const std::optional<Version> minor = parse_version(tag.substr(3));
  return {tag[2] - '0', minor ? minor->front() : 0};
}

bool has_usual_abi(const Wheel& wheel) { return !wheel.abi.ends_with('t'); }

}  // namespace

Machine this_machine() {
  utsname names{};
  uname(&names);
  return {static_cast<const char*>(names.machine), gnu_get_libc_version()};
}

std::optional<Wheel> read_wheel_name(std::string_view file) {
  if (!file.ends_with(kWheelEnd) || file.find('/') != std::string_view::npos) return std::nullopt;
  const std::string stem(file.substr(0, file.size() - kWheelEnd.size()));
  const std::vector<std::string> parts = split_list(stem, '-');  // project, version, perhaps a build, three tags
  if (parts.size() != 5 && parts.size() != 6) return std::nullopt;
  Wheel wheel;
  wheel.file = file;
  wheel.version = parts[1];
  wheel.python = parts[parts.size() - 3];
  wheel.abi = parts[parts.size() - 2];
  wheel.platform = parts[parts.size() - 1];
  return wheel;
}

bool runs_on(const Wheel& wheel, const Machine& machine) {
  const std::vector<std::string> tags = split_list(wheel.platform, '.');
  return std::any_of(tags.begin(), tags.end(), [&](const std::string& tag) { return runs_tag_on(tag, machine); });
}

bool fits_python(const Wheel& wheel, std::string_view python_version) {
  const std::optional<Version> numbers = parse_version(python_version);
  if (!numbers || numbers->size() < 2 || !has_usual_abi(wheel)) return false;
  return wheel.python == fmt::format("cp{}{}", (*numbers)[0], (*numbers)[1]);
}

const Wheel* wheel_for_cpp(std::span<const Wheel> wheels, std::string_view version) {
  // Wheels of a release are built apart for each Python. All releases that have them are taken from the same two, so
  // that a row of releases does not change the Python that it was built beside more often than it must.
  const auto rank = [](const Wheel& wheel) {
    const int preferred = wheel.python == "cp311" ? 2 : wheel.python == "cp37" ? 1 : 0;
    return std::pair(preferred, python_numbers(wheel.python));
  };
  const Wheel* best = nullptr;
  for (const Wheel& wheel : wheels)
    if (wheel.version == version && has_usual_abi(wheel) && (best == nullptr || rank(*best) < rank(wheel)))
      best = &wheel;
  return best;
}

}  // namespace quern
