// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/verification_text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/printable.hpp"
#include "harness/report/comparison/explanation_text.hpp"
#include "harness/report/text/environments.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

std::string_view agreement_color(Agreement agreement) {
  if (agreement == Agreement::differs || agreement == Agreement::failed) return kRed;
  return agreement == Agreement::equal ? kGreen : kYellow;
}

std::string count_text(const std::optional<double>& count) { return count ? with_commas(*count) : "-"; }

std::string agreement_text(const VerifiedCase& verified) {
  switch (verified.agreement) {
    case Agreement::equal:
      return "equal";
    case Agreement::differs:
      return with_sign(verified.delta());
    case Agreement::jitter:
      return fmt::format("{}, but Callgrind's own repeats spread by {}", with_sign(verified.delta()),
                         with_commas(verified.spread));
    default:
      return fmt::format("{}: {}", to_string(verified.agreement), first_line(verified.reason));
  }
}

void write_row(const VerifiedCase& verified, std::size_t width, const VerificationTextOptions& options,
               std::ostream& out) {
  const std::string_view color = options.color ? agreement_color(verified.agreement) : std::string_view{};
  fmt::print(out, "{}  {:>14}  {:>14}  {}{}{}\n", pad(printable(verified.args->id), width),
             count_text(verified.callgrind), count_text(verified.steps), color, agreement_text(verified),
             color.empty() ? "" : kReset);
  if (verified.explanation) write_short_explanation(*verified.explanation, options.functions, out);
}

}  // namespace

void write_verification(const Verification& verification, const VerificationTextOptions& options, std::ostream& out) {
  std::size_t width = 4;
  for (const VerifiedCase& verified : verification.cases)
    width = std::max(width, character_count(printable(verified.args->id)));
  fmt::print(out, "{}  {:>14}  {:>14}\n", pad("case", width), "Callgrind", "steps");
  for (const VerifiedCase& verified : verification.cases) write_row(verified, width, options, out);
  const auto count = [&](Agreement agreement) { return verification.count(agreement); };
  fmt::print(out, "\n{} equal, {} different, {} jitter, {} failed, {} skipped\n{}\n", count(Agreement::equal),
             count(Agreement::differs), count(Agreement::jitter), count(Agreement::failed), count(Agreement::skipped),
             environment_text(verification.environment));
}

}  // namespace quern
