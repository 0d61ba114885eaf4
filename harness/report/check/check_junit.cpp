// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_junit.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/check/check_text.hpp"
#include "harness/report/check/check_words.hpp"
#include "harness/report/comparison/explanation_text.hpp"
#include "harness/report/text/difference_words.hpp"
#include "harness/report/text/text.hpp"
#include "harness/report/text/xml.hpp"

namespace quern {
namespace {

constexpr std::string_view kSuite = "quern check";

/// What JUnit knows of a test.
struct TestCase {
  std::string classname;
  std::string name;
  std::string_view element;  // failure, error, skipped; empty: passed
  std::string type;
  std::string message = {};
  std::string text = {};  // may have several lines
};

std::string attribute(std::string_view text) { return xml_escaped(xml_clean(text)); }

std::string lines(const std::string& text) {
  std::stringstream whole(text);
  std::string safe;
  for (std::string line; std::getline(whole, line);) safe += (safe.empty() ? "" : "\n") + attribute(line);
  return safe;
}

std::string_view element_of(const CheckedCase& checked) {
  if (checked.fails()) return "failure";
  if (checked.is_open()) return "error";
  constexpr Finding kSkipped[] = {Finding::absent, Finding::skipped, Finding::unmeasured};
  return std::find(std::begin(kSkipped), std::end(kSkipped), checked.finding) == std::end(kSkipped) ? "" : "skipped";
}

// All that is known of a case that is not as it was.
std::string text_of(const CheckedCase& checked, const std::vector<CheckRow>& rows) {
  std::ostringstream text;
  for (const CheckRow& row : rows) text << sentence(row) << '\n';
  if (checked.compared != nullptr && checked.compared->explanation)
    write_short_explanation(*checked.compared->explanation, kFunctionsNamed, text);
  if (rows.front().metric != nullptr && !reason_text(checked).empty()) text << reason_text(checked) << '\n';
  if (const std::string accepted = acceptance_text(checked); !accepted.empty()) text << accepted << '\n';
  return text.str();
}

TestCase test_of(const CheckedCase& checked) {
  TestCase test{heading(*checked.args), checked.args->id, element_of(checked), std::string(to_string(checked.finding))};
  if (checked.finding == Finding::unchanged) return test;
  const std::vector<CheckRow> rows = rows_of(checked);
  test.message = sentence(rows.front());
  test.text = text_of(checked, rows);
  return test;
}

std::string names_of(const std::vector<Difference>& differences) {
  std::string text;
  for (const Difference& difference : differences)
    text += fmt::format("{}: {} → {}\n", first_line(what_text(difference)), first_line(a_text(difference)),
                        first_line(b_text(difference)));
  return text;
}

// Of the check as a whole: those who see only this file must not take it for passed.
std::vector<TestCase> tests_of_the_whole(const Check& check) {
  std::vector<TestCase> tests;
  const std::string suite(kSuite);
  if (!check.blocking.empty())
    tests.push_back({suite, "environments", "error", "not comparable", verdict_line(check), names_of(check.blocking)});
  if (!check.comparison.stable)
    tests.push_back({suite, "stability", "error", "unstable", "known cases moved while a side was measured"});
  if (check.saw_nothing())
    tests.push_back({suite, "cases", "error", "unmeasured", "no case has numbers on both sides to compare"});
  for (const Waiver* waiver : check.expired)
    tests.push_back({suite, "waiver " + waiver->match, "failure", "expired", expired_text(*waiver)});
  return tests;
}

std::vector<TestCase> tests_of(const Check& check) {
  std::vector<TestCase> tests = tests_of_the_whole(check);
  for (const CheckedCase& checked : check.cases) {
    if (check.blocking.empty())
      tests.push_back(test_of(checked));
    else
      tests.push_back({heading(*checked.args), checked.args->id, "skipped", "not judged", "not judged"});
  }
  return tests;
}

void write_test(const TestCase& test, std::ostream& out) {
  fmt::print(out, "    <testcase classname=\"{}\" name=\"{}\"", attribute(test.classname), attribute(test.name));
  if (test.element.empty() && test.text.empty()) {
    out << "/>\n";
    return;
  }
  if (test.element.empty())
    fmt::print(out, ">\n      <system-out>{}</system-out>\n", lines(test.text));
  else if (test.element == "skipped")
    fmt::print(out, ">\n      <skipped message=\"{}\"/>\n", attribute(test.message));
  else
    fmt::print(out, ">\n      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n", test.element, attribute(test.message),
               attribute(test.type), lines(test.text));
  out << "    </testcase>\n";
}

std::size_t count(const std::vector<TestCase>& tests, std::string_view element) {
  std::size_t found = 0;
  for (const TestCase& test : tests) found += test.element == element ? 1 : 0;
  return found;
}

}  // namespace

void write_check_junit(const Check& check, std::ostream& out) {
  const std::vector<TestCase> tests = tests_of(check);
  const std::string totals =
      fmt::format("name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", kSuite, tests.size(),
                  count(tests, "failure"), count(tests, "error"), count(tests, "skipped"));
  fmt::print(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite {0}>\n", totals);
  const auto property = [&](std::string_view name, const std::string& value) {
    fmt::print(out, "      <property name=\"{}\" value=\"{}\"/>\n", name, attribute(value));
  };
  out << "    <properties>\n";
  property("verdict", verdict_line(check));
  property("base", side_text(check.base, check.comparison.a));
  property("head", side_text(check.head, check.comparison.b));
  if (const std::string rules = rules_text(check); !rules.empty()) property("rules", rules);
  out << "    </properties>\n";
  for (const TestCase& test : tests) write_test(test, out);
  out << "  </testsuite>\n</testsuites>\n";
}

}  // namespace quern
