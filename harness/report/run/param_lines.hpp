// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "expand/case/case.hpp"

namespace quern {

/// What was asked for, as the first of PARAM's lines tells it.
struct ParamRun {
  std::vector<std::string> configs;
  int warmup = 1;
  int iteration = 1;
  bool backward = false;
  bool append = false;
  std::string device{kCpu};
  std::string output_prefix = "benchmark_result";
  std::string output;  // the file that the lines go to; empty: standard output
  std::string resume_id;
  std::string stop_id;
  std::string version;                       // of quern
  std::optional<std::string> torch_version;  // nothing: no LibTorch was asked
};

/// PARAM's first line: same keys, same order. Its time is the local one, as PARAM's.
nlohmann::ordered_json param_header(const ParamRun& run);

/// The line of a case that was only expanded.
nlohmann::ordered_json param_line(const Case& args, const std::string& run_id);

/// PARAM's last line.
nlohmann::ordered_json param_finish();

}  // namespace quern
