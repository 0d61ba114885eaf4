// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "harness/model/run.hpp"

namespace quern {

/// The document `quern.run/1`; docs/schemas/quern.run.1.schema.json describes it.
nlohmann::ordered_json run_document(const Run& run, const std::string& quern_version);

/// The same without its cases, and one of its cases: for those who keep them one by one.
nlohmann::ordered_json run_header(const Run& run, const std::string& quern_version);
nlohmann::ordered_json case_json(const CaseResult& result);

nlohmann::ordered_json fingerprint_json(const Fingerprint& environment);

/// What programs say need not be UTF-8, but a document must be.
std::string valid_text(std::string_view text);

}  // namespace quern
