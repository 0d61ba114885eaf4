// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <fstream>

#include "harness/compare/check_reader.hpp"
#include "harness/process/temporary_folder.hpp"

using namespace quern;

namespace {

/// A file of waivers; messages call it waivers.yaml.
class File {
 public:
  explicit File(const std::string& text) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder_.path());
    std::ofstream("waivers.yaml") << text;
  }
  ~File() { std::filesystem::current_path(before_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] std::vector<Waiver> read() const { return read_waivers("waivers.yaml"); }

  [[nodiscard]] std::string problem() const {
    try {
      static_cast<void>(read());
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::definition);
      return error.what();
    }
    return "";
  }

 private:
  TemporaryFolder folder_;
  std::filesystem::path before_;
};

std::string problem_of(const std::string& text) { return File(text).problem(); }

// With all that a waiver needs, and more.
std::string waiver(const std::string& more) {
  return "waivers:\n- {match: x, reason: r, who: w, expires: 2026-12-31, " + more + "}\n";
}

std::string with_date(const std::string& date) {
  return "waivers:\n- {match: x, reason: r, who: w, expires: " + date + "}\n";
}

}  // namespace

TEST_SUITE_BEGIN("harness/compare/waivers_reader");

TEST_CASE("a waiver has a pattern, a reason, a person and a last day") {
  const File file(
      "# accepted\n"
      "waivers:\n"
      "  - match: ^pointwise/math/add\n"
      "    reason: 'new broadcasting check, see #123'\n"
      "    who: ada\n"
      "    expires: 2026-12-31\n"
      "  - match: <b>\n"
      "    reason: |\n"
      "      two\n"
      "      lines\n"
      "    who: \"\\e[31mred\"\n"
      "    expires: '2028-02-29'\n"
      "    bound: 2% | 10\n"
      "    for: [unstable, disappeared]\n");
  const std::vector<Waiver> waivers = file.read();
  REQUIRE(waivers.size() == 2);
  CHECK(waivers[0].match == "^pointwise/math/add");
  CHECK(waivers[0].reason == "new broadcasting check, see #123");
  CHECK(waivers[0].who == "ada");
  CHECK(waivers[0].expires == "2026-12-31");
  CHECK_FALSE(waivers[0].bound.has_value());
  CHECK(waivers[0].findings == std::set<Finding>{Finding::regressed});
  CHECK(to_string(waivers[0].where) == "waivers.yaml:3:5");
  CHECK(waivers[1].match == "<b>");
  CHECK(waivers[1].reason == "two\nlines\n");
  CHECK(waivers[1].who == "\x1b[31mred");
  CHECK(waivers[1].bound == Limit{2, 10});
  CHECK(waivers[1].findings == std::set<Finding>{Finding::unstable, Finding::disappeared});
}

TEST_CASE("a waiver holds until the end of its last day") {
  Waiver waiver;
  waiver.expires = "2026-11-17";
  CHECK_FALSE(waiver.has_expired("2026-11-16"));
  CHECK_FALSE(waiver.has_expired("2026-11-17"));
  CHECK(waiver.has_expired("2026-11-18"));
  CHECK(waiver.has_expired("2027-01-01"));
}

TEST_CASE("a file of comments, and an empty list, have no waivers") {
  CHECK(File("# nothing\n").read().empty());
  CHECK(File("waivers:\n").read().empty());
  CHECK(File("waivers: []\n").read().empty());
}

TEST_CASE("each of its four parts is needed") {
  CHECK(problem_of("waivers:\n- {reason: r, who: w, expires: 2026-12-31}\n") ==
        "waivers.yaml:2:3: this waiver has no 'match'\n"
        "    - {reason: r, who: w, expires: 2026-12-31}\n"
        "      ^ a waiver has 'match', 'reason', 'who' and 'expires'");
  for (const std::string key : {"reason", "who", "expires"}) {
    std::string text = "waivers:\n- match: x\n";
    for (const std::string other : {"reason", "who"})
      if (other != key) text += "  " + other + ": y\n";
    if (key != "expires") text += "  expires: 2026-12-31\n";
    CHECK(problem_of(text) == "waivers.yaml:2:3: this waiver has no '" + key +
                                  "'\n    - match: x\n      ^ a waiver has 'match', 'reason', 'who' and 'expires'");
  }
  CHECK(problem_of("waivers:\n- {match: x, reason: '', who: w, expires: 2026-12-31}\n")
            .starts_with("waivers.yaml:2:22: expected text, found an empty one"));
}

TEST_CASE("a day must be one of the calendar") {
  for (const std::string date : {"2026-02-30", "2027-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "26-01-01",
                                 "2026-1-1", "01.02.2026", "tomorrow", "2026-12-31T00", "2026/12/31", "-026-12-31"}) {
    CAPTURE(date);
    CHECK(problem_of(with_date(date)) == "waivers.yaml:2:42: '" + date +
                                             "' is not a date\n    - {match: x, reason: r, who: w, expires: " + date +
                                             "}\n" + std::string(45, ' ') + "^ write it as YYYY-MM-DD");
  }
  CHECK(problem_of(with_date("2028-02-29")).empty());
}

TEST_CASE("a pattern, a bound and findings that are none are shown where they are") {
  CHECK(problem_of("waivers:\n- {match: '*', reason: r, who: w, expires: 2026-12-31}\n") ==
        "waivers.yaml:2:11: '*' is not a regular expression: no argument for repetition operator\n"
        "    - {match: '*', reason: r, who: w, expires: 2026-12-31}\n"
        "              ^ escape ( ) [ ] { } . * + ? | with a backslash to mean the character itself; there are no "
        "backreferences and no look-around");
  CHECK(problem_of(waiver("bound: off")) ==
        "waivers.yaml:2:61: 'off' is not a limit\n"
        "    - {match: x, reason: r, who: w, expires: 2026-12-31, bound: off}\n" +
            std::string(64, ' ') + "^ write '2%', '50' or '2% | 50'");
  CHECK(problem_of(waiver("for: regresed")) ==
        "waivers.yaml:2:59: 'regresed' is nothing that can be waived\n"
        "    - {match: x, reason: r, who: w, expires: 2026-12-31, for: regresed}\n" +
            std::string(62, ' ') + "^ did you mean 'regressed'?");
  CHECK(problem_of(waiver("for: improved")).starts_with("waivers.yaml:2:59: 'improved' is nothing that can be waived"));
  CHECK(problem_of(waiver("for: []"))
            .starts_with("waivers.yaml:2:59: expected a finding or a list of them, found an empty list"));
}

TEST_CASE("an unknown key is told once: it is not missing too") {
  CHECK(problem_of("waivers:\n- {match: x, reson: r, who: w, expires: 2026-12-31}\n") ==
        "waivers.yaml:2:14: unknown key 'reson' in a waiver\n"
        "    - {match: x, reson: r, who: w, expires: 2026-12-31}\n"
        "                 ^ did you mean 'reason'?");
  CHECK(problem_of("waiver: []\n") ==
        "waivers.yaml:1:1: unknown key 'waiver' in a file of waivers\n    waiver: []\n    ^ did you mean 'waivers'?");
}

TEST_CASE("waivers are a list of maps") {
  CHECK(problem_of("waivers: x\n") ==
        "waivers.yaml:1:10: expected a list of waivers, found 'x'\n    waivers: x\n             ^");
  CHECK(problem_of("waivers: [x]\n")
            .starts_with("waivers.yaml:1:11: expected a map with the keys of a waiver, found 'x'"));
  CHECK(problem_of("- x\n").starts_with("waivers.yaml:1:1: expected a map with the keys of a file of waivers"));
}

TEST_CASE("a file that is not there is wrong usage") {
  try {
    static_cast<void>(read_waivers("/no/such/waivers.yaml"));
    FAIL("read");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(std::string(error.what()).starts_with("cannot read '/no/such/waivers.yaml': "));
  }
}

TEST_SUITE_END();
