// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/profile_reader.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "harness/profile/profile_builder.hpp"
#include "harness/profile/profile_scanner.hpp"

namespace quern {
namespace {

struct TotalsSink {
  void name(BodyKey /*key*/, std::string_view /*value*/) {}
  void self(std::span<const std::uint64_t> /*costs*/) {}
  void call(std::uint64_t /*count*/, std::span<const std::uint64_t> /*costs*/) {}
  void end_part() {}
};

std::string text_of(const std::filesystem::path& path) {
  try {
    return read_file(path);
  } catch (const std::runtime_error&) {
    throw Error(ErrorKind::environment, fmt::format("cannot read the profile {}", path.string()));
  }
}

}  // namespace

Profile read_profile(const ProfileText& source) {
  PartReader reader(source);
  ProfileBuilder builder(reader);
  ProfileScanner(reader, builder).scan();
  return builder.finish();
}

Profile read_profile_file(const std::filesystem::path& path, Threads threads) {
  const std::string text = text_of(path);
  return read_profile({text, path.string(), threads});
}

ProfileTotals read_totals(const ProfileText& source) {
  PartReader reader(source);
  TotalsSink sink;
  ProfileScanner(reader, sink).scan();
  Profile& profile = reader.profile();
  return {std::move(profile.events), std::move(profile.totals), std::move(profile.parts)};
}

ProfileTotals read_totals_file(const std::filesystem::path& path, Threads threads) {
  const std::string text = text_of(path);
  return read_totals({text, path.string(), threads});
}

}  // namespace quern
