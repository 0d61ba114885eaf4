// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/model/run.hpp"

namespace quern {

/// A run that was written down, with the cases that its results refer to. Of these only what a document holds: no code.
struct StoredRun {
  std::deque<Case> cases;
  Run run;
};

// Documents `quern.run/1`. Each throws Error(usage) that says what is wrong with `name`.

nlohmann::ordered_json parse_run(const std::string& text, const std::string& name);
nlohmann::ordered_json parse_run_file(const std::filesystem::path& file);

/// Fields of newer versions are passed over.
StoredRun run_of(const nlohmann::ordered_json& document, const std::string& name);
StoredRun read_run_file(const std::filesystem::path& file);

/// The `environment` of a document; what it does not say is empty. Throws Error(usage) for a value of another type.
Fingerprint fingerprint_of(const nlohmann::ordered_json& environment);

}  // namespace quern
