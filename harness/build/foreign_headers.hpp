// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <set>
#include <string>

namespace quern {

/// The first of `files` that is a header of another LibTorch than the one with this folder of headers; empty if there
/// is none. Where a release lacks a header, compilers find the one of a LibTorch in /usr/include.
std::string foreign_header(const std::set<std::string>& files, const std::filesystem::path& include);

/// What to say of it.
std::string foreign_header_text(const std::string& header);

}  // namespace quern
