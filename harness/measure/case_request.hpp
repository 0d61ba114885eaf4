// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>
#include <string>

#include "expand/case/case.hpp"

namespace quern {

/// What a server is asked to measure.
struct CaseRequest {
  const Case* args = nullptr;
  std::string symbol;
  std::filesystem::path object;  // C++: holds the symbol
  int pairs = 3;
  int unit = 0;  // iterations of the shorter window; 0: as many as suit the statement
  std::chrono::seconds timeout{120};
  bool further = false;     // pairs of the case that was measured last: what it left so far is kept
  std::string orders = {};  // how it is timed (worker/protocol/keys.h); empty: it is counted
};

/// The request as a server reads it (worker/protocol/keys.h); `folder` is the server's.
std::string request_text(const CaseRequest& request, const std::filesystem::path& folder);

/// The code of a Python case, as its child reads it from a file.
std::string case_document(const Case& args);

}  // namespace quern
