// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/run_ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/error.hpp"
#include "base/nearest.hpp"

namespace quern {
namespace {

/// `config|build|input` taken apart.
struct RunId {
  std::string_view config;
  std::string_view build;
  std::string_view input;
};

RunId parts_of(std::string_view run_id) {
  const std::size_t first = run_id.find('|');
  const std::size_t second = run_id.find('|', first + 1);
  return {run_id.substr(0, first), run_id.substr(first + 1, second - first - 1), run_id.substr(second + 1)};
}

/// Writes the ids of one case after the other, in the order of the run.
class Accumulator {
 public:
  std::string next(const OperatorCall& call) {
    const RunId id = parts_of(call.run_id);
    const std::string config = fmt::format("{}|{}", call.name, id.config);
    if (config != config_) builds_.clear();
    config_ = config;
    const std::string build(id.build);
    if (builds_.empty() || last_ != build) builds_ += (builds_.empty() ? "" : "|") + build;
    last_ = build;
    return fmt::format("{}|{}|{}", id.config, builds_, id.input);
  }

 private:
  std::string config_;
  std::string last_;
  std::string builds_;
};

std::size_t find_id(std::span<const Case> cases, const std::vector<std::string>& param_ids, const std::string& id) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const OperatorCall* const call = operator_of(cases[i]);
    if (call == nullptr) continue;
    known.push_back(op_run_id(*call));
    if (known.back() == id || fmt::format("{}|{}", call->name, param_ids[i]) == id) return i;
  }
  const std::vector<std::string_view> words(known.begin(), known.end());
  throw Error(ErrorKind::usage, fmt::format("no case has the id '{}'", id),
              suggest_or(id, words, "'quern ops -w 0 -i 0' lists the ids"));
}

}  // namespace

std::vector<std::string> param_run_ids(std::span<const Case> cases) {
  std::vector<std::string> ids;
  Accumulator accumulator;
  for (const Case& args : cases) {
    const OperatorCall* const call = operator_of(args);
    ids.push_back(call == nullptr ? std::string{} : accumulator.next(*call));
  }
  return ids;
}

std::vector<Case> cases_between(std::vector<Case> cases, const std::string& resume, const std::string& stop) {
  if (resume.empty() && stop.empty()) return cases;
  const std::vector<std::string> ids = param_run_ids(cases);
  const std::size_t begin = resume.empty() ? 0 : find_id(cases, ids, resume);
  const std::size_t end = stop.empty() ? cases.size() : find_id(cases, ids, stop);
  if (end <= begin)
    throw Error(ErrorKind::usage, fmt::format("the case '{}' does not come before '{}'", resume, stop),
                "--stop-id names the first case that is left out");
  const auto at = [&](std::size_t index) { return cases.begin() + static_cast<std::ptrdiff_t>(index); };
  return {std::make_move_iterator(at(begin)), std::make_move_iterator(at(end))};
}

}  // namespace quern
