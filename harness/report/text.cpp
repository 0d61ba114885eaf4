// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "worker/protocol/printable.hpp"

namespace quern {

std::string heading(const TimerArgs& args) {
  const auto end = args.label.end() - (args.label.size() > 1 ? 1 : 0);
  return printable(fmt::format("{}", fmt::join(args.label.begin(), end, " / ")));
}

std::string with_commas(double value) {
  const bool whole = value == std::floor(value);
  std::string digits = fmt::format("{:.{}f}", std::abs(value), whole ? 0 : 2);
  for (auto at = static_cast<std::ptrdiff_t>(std::min(digits.find('.'), digits.size())) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return (value < 0 ? "-" : "") + digits;
}

std::string with_sign(double value) { return (value > 0 ? "+" : "") + with_commas(value); }

std::string how_run(const TimerArgs& args) {
  std::string how = fmt::format("{} t{}", to_string(args.language), args.num_threads);
  if (args.runtime == Runtime::torchscript) how += " script";
  if (args.pass == Pass::forward_backward) how += " +bwd";
  return how;
}

std::string pad(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, character_count(text)), ' ');
}

void write_summary(const Run& run, std::ostream& out) {
  std::map<std::string, int> verdicts;
  std::map<Status, int> states;
  for (const CaseResult& result : run.cases) {
    ++states[result.status];
    if (result.measurement) ++verdicts[std::string(to_string(result.measurement->verdict))];
  }
  fmt::print(out, "\n{} measured ({} exact, {} settled, {} jitter), {} failed, {} skipped; {:.1f} s\n",
             states[Status::ok], verdicts["exact"], verdicts["settled"], verdicts["jitter"], states[Status::failed],
             states[Status::skipped], run.duration_s);
  fmt::print(out, "LibTorch {}, {}, Valgrind {}, allocator {}\n", run.environment.torch_version,
             run.environment.compiler, run.environment.valgrind, run.environment.allocator);
}

}  // namespace quern
