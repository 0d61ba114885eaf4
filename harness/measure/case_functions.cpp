// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/case_functions.hpp"

#include <fmt/format.h>

#include <cctype>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "harness/measure/verdict.hpp"
#include "harness/profile/standard_name.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

std::string file_name(const Case& args) {
  constexpr std::size_t kLongest = 180;  // file systems allow 255 bytes
  std::string name = args.id.substr(0, kLongest);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-') c = '_';
  return fmt::format("{}.{}.callgrind", name, args.definition_hash.substr(0, 8));
}

}  // namespace

std::size_t judged_pair(const Measurement& measurement, double loop) {
  const std::vector<double> counts = pair_counts(measurement.windows);
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] - loop == measurement.instructions()) return i;
  return 0;
}

const FunctionKey& Standardiser::operator()(const FunctionKey& key) {
  const auto [found, added] = known_.try_emplace(key);
  if (added) found->second = standardise(key);
  return found->second;
}

CaseFunctions Standardiser::operator()(const CaseFunctions& functions) {
  const auto rename = [this](const FunctionKey& key) { return (*this)(key); };
  return {functions.iterations, functions.self.transform(rename), functions.inclusive.transform(rename)};
}

std::string keep_profile(const fs::path& dump, const fs::path& folder, const Case& args) {
  const fs::path file = folder / file_name(args);
  std::error_code error;
  fs::create_directories(folder, error);
  // Removed before, so that a link that lies there is not followed.
  if (!error) fs::remove(file, error);
  if (!error) fs::copy_file(dump, file, error);
  if (error)
    throw Error(ErrorKind::environment, fmt::format("cannot write '{}': {}", file.string(), error.message()),
                "give --profiles a folder that can be written");
  return file.string();
}

}  // namespace quern
