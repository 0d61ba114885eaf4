// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace quern {

/// A document without its cases, in the parts that are stored. A part that was taken out leaves `null` in its place:
/// the order of fields, and fields that this quern does not know, survive.
struct HeaderParts {
  std::string header;
  std::optional<std::string> environment;  // most runs of a project share one
};

HeaderParts split_header(nlohmann::ordered_json header);
nlohmann::ordered_json join_header(const HeaderParts& parts);

/// A case of a document, likewise: what differs from run to run while nothing changed is taken out.
struct CaseParts {
  std::string body;
  std::optional<std::string> functions;
  std::optional<double> duration_s;
};

CaseParts split_case(nlohmann::ordered_json result);
nlohmann::ordered_json join_case(const CaseParts& parts);

/// What is stored of a case for being asked for.
struct CaseColumns {
  std::string id;
  std::string definition_hash;
  std::string status;
  std::optional<std::string> verdict;
  std::optional<double> instructions;
  std::optional<double> spread;
};

CaseColumns case_columns(const nlohmann::ordered_json& result);

/// What is stored of a header for being asked for.
struct RunColumns {
  std::string started;
  std::string commit;
  std::string environment;
  std::string torch_version;
  std::string machine;
  double duration_s = 0;
  bool stable = true;
  bool interrupted = false;
};

RunColumns run_columns(const nlohmann::ordered_json& header);

}  // namespace quern
