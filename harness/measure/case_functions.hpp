// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

#include "harness/model/run.hpp"

namespace quern {

/// Which pair of windows the judged count was taken from.
std::size_t judged_pair(const Measurement& measurement, double loop);

/// Gives functions the names that two builds share. It remembers these names, as most functions are in most cases.
class Standardiser {
 public:
  CaseFunctions operator()(const CaseFunctions& functions);

 private:
  const FunctionKey& operator()(const FunctionKey& key);

  std::map<FunctionKey, FunctionKey> known_;
};

/// Copies a dump into `folder`, under a name made of the case's. Returns its path. Throws Error(environment).
std::string keep_profile(const std::filesystem::path& dump, const std::filesystem::path& folder, const Case& args);

}  // namespace quern
