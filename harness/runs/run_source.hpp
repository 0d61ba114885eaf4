// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/model/run_reader.hpp"

namespace quern {

/// Whether RUN on a command line is a file. Else it is something that the store knows: a name, an id, a commit.
bool is_run_file(const std::string& text);

/// The run that a command line means: a file that is there or ends in `.json`, else what the store finds. Throws
/// Error(usage) that suggests what is near, Error(environment) if the store cannot be used.
StoredRun load_run(const std::string& text, const std::filesystem::path& store);

/// The same run as its document, with all fields.
nlohmann::ordered_json load_document(const std::string& text, const std::filesystem::path& store);
nlohmann::ordered_json load_document_file(const std::filesystem::path& file);

}  // namespace quern
