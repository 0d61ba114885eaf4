// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "expand/case/case.hpp"
#include "expand/materialize.hpp"

namespace quern {

/// Returns the text of a file; throws std::runtime_error with the reason if it cannot.
using ReadFile = std::function<std::string(const std::filesystem::path&)>;

/// The definitions files that a user means by SUITE…: a file is itself (`-`: standard input), a folder its `*.yaml`
/// (not `quern.yaml`) by name; none twice. Throws Error(usage) for what is not there or holds none.
std::vector<std::filesystem::path> suite_files(std::span<const std::string> suites);

/// Reads definitions files, and configs of operators, with all they include, and expands them. Throws one
/// Error(definition) with every mistake.
std::vector<Case> expand_suite(std::span<const std::filesystem::path> files, const ReadFile& read,
                               const ExpandOptions& options = {});

/// The same, from disk.
std::vector<Case> expand_suite(std::span<const std::filesystem::path> files, const ExpandOptions& options = {});

}  // namespace quern
