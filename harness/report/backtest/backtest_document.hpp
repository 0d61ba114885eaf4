// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/compare/backtest.hpp"

namespace quern {

/// The document `quern.backtest/1`; docs/schemas/quern.backtest.1.schema.json describes it.
nlohmann::ordered_json backtest_document(const Backtest& backtest, const std::string& quern_version);

/// The functions of a step, as documents have them.
nlohmann::ordered_json functions_document(const std::vector<StepFunction>& functions);

/// A backtest that was written down. Throws Error(usage) that says what is wrong with the file.
Backtest read_backtest_file(const std::filesystem::path& file);

/// The same of a document; `name` is for messages.
Backtest backtest_of(const nlohmann::ordered_json& document, const std::string& name);

}  // namespace quern
