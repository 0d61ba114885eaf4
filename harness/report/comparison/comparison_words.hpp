// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "harness/compare/comparison.hpp"

namespace quern {

/// What became of a case, for people.
struct ChangeWords {
  std::string a;  // the counts; `none` where there is none
  std::string b;
  std::string delta;    // `+1.50`
  std::string percent;  // `+0.15 %`; `none` if B is no multiple of A
  std::string change;   // `slower`, `unstable ±30`
};

ChangeWords change_words(const CaseComparison& compared, std::string_view none);

/// How many cases became faster, slower and so on, the largest change and the mean of all; one line, fit to print.
std::string sum_text(const Comparison& comparison);

}  // namespace quern
