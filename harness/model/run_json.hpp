// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "harness/model/run.hpp"

namespace quern {

/// The document `quern.run/1`; docs/schemas/quern.run.1.schema.json describes it.
nlohmann::ordered_json run_document(const Run& run, const std::string& quern_version);

}  // namespace quern
