// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/check_command.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "harness/model/run_json.hpp"
#include "tests/unit/cli/in_folder.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;
using namespace quern::test;

namespace {

/// Two runs as files, a.json and b.json, and what a check says of them.
class TwoRuns : public InFolder {
 public:
  TwoRuns() {
    for (MadeUpRun* side : {&a, &b}) side->add_ok({"Pointwise", "add"}, Verdict::exact, 10000);
  }

  int check(std::vector<std::string> options = {}) {
    write("a.json", run_document(a.run, "0.1.0").dump());
    write("b.json", run_document(b.run, "0.1.0").dump());
    std::vector<std::string> words = {"check", "--base", "a.json", "--head", "b.json"};
    words.insert(words.end(), options.begin(), options.end());
    return quern(words);
  }

  Measurement& head(std::size_t number = 0) { return *b.run.cases[number].measurement; }

  MadeUpRun a;
  MadeUpRun b;
};

std::string text_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_SUITE_BEGIN("harness/cli/commands/check_command");

TEST_CASE("equal runs pass") {
  TwoRuns runs;
  CHECK(runs.check() == 0);
  CHECK(has(runs.out, "neutral: 1 case unchanged"));
}

TEST_CASE("more than the limit fails, less does not, and fewer never do") {
  TwoRuns runs;
  runs.head().values[kInstructions].value = 10020;
  CHECK(runs.check() == 0);
  runs.head().values[kInstructions].value = 10021;
  CHECK(runs.check() == 3);
  CHECK(has(runs.out, "limit 0.2% (default)"));
  CHECK(has(runs.out, "reproduce: quern check --base a.json --head b.json"));
  runs.head().values[kInstructions].value = 9000;
  CHECK(runs.check() == 0);
  CHECK(has(runs.out, "improved"));
}

TEST_CASE("strict accepts not one instruction of a case that is exact") {
  TwoRuns runs;
  runs.head().values[kInstructions].value = 10001;
  CHECK(runs.check() == 0);
  CHECK(runs.check({"--strict"}) == 3);
}

TEST_CASE("limits come from quern.yaml, and one that matches nothing is a mistake") {
  TwoRuns runs;
  runs.head().values[kInstructions].value = 10100;
  runs.write("quern.yaml", "limits:\n  - {match: ^pointwise/, ir: 1%}\n");
  CHECK(runs.check() == 0);
  runs.write("quern.yaml", "limits:\n  - {match: ^reduction/, ir: 1%}\n");
  CHECK(runs.check() == 2);
  CHECK(has(runs.err, "quern.yaml:2:5: "));
}

TEST_CASE("a waiver beside quern.yaml is found, one that has expired fails the check") {
  TwoRuns runs;
  runs.head().values[kInstructions].value = 10100;
  runs.write("quern.yaml", "");
  const std::string waiver = "waivers:\n  - {match: add, reason: known, who: ada, expires: ";
  runs.write("waivers.yaml", waiver + "2999-12-31}\n");
  CHECK(runs.check() == 0);
  CHECK(has(runs.out, "ada"));
  runs.head().values[kInstructions].value = 10000;
  runs.write("waivers.yaml", waiver + "2020-12-31}\n");
  CHECK(runs.check() == 3);
  CHECK(has(runs.out, "2020-12-31"));
}

TEST_CASE("a case that is gone fails, unless it is allowed to go") {
  TwoRuns runs;
  runs.a.add_ok({"sum"}, Verdict::exact, 5);
  CHECK(runs.check() == 3);
  CHECK(has(runs.out, "disappeared"));
  CHECK(runs.check({"--allow", "disappeared"}) == 0);
  CHECK(runs.check({"-f", "pointwise"}) == 0);
}

TEST_CASE("a case that fails is told from a regression") {
  TwoRuns runs;
  runs.a.add_ok({"sum"}, Verdict::exact, 5);
  runs.b.add_failed({"sum"}, "no such operator");
  CHECK(runs.check() == 1);
  CHECK(runs.check({"--allow", "failed"}) == 0);
  runs.head().values[kInstructions].value = 11000;
  CHECK(runs.check() == 3);
}

TEST_CASE("what moves within its own spread, and a run that is not stable, cannot be judged") {
  TwoRuns runs;
  runs.head().verdict = Verdict::jitter;
  runs.head().values[kInstructions].spread = 500;
  runs.head().values[kInstructions].value = 10400;
  CHECK(runs.check() == 5);
  runs.head().values[kInstructions].value = 12000;
  CHECK(runs.check() == 3);
  runs.b.run.stable = false;
  CHECK(runs.check() == 5);
}

TEST_CASE("another compiler or machine is labelled, and judged only if that is allowed") {
  TwoRuns runs;
  runs.b.run.environment.compiler = "g++ 12";
  CHECK(runs.check() == 4);
  CHECK(has(runs.out, "compiler: clang 14.0.6 → g++ 12"));
  CHECK(runs.check({"--allow-different"}) == 0);
}

TEST_CASE("runs without a common case, and sides that are nothing, are mistakes") {
  TwoRuns runs;
  runs.b.run.cases.clear();
  runs.b.add_ok({"sum"}, Verdict::exact, 5);
  CHECK(runs.check() == 2);
  CHECK(runs.quern({"check", "--head", "b.json"}) == 2);
  CHECK(has(runs.err, "no --base to compare with"));
  CHECK(runs.quern({"check", "--base", "nothing", "--head", "b.json"}) == 2);
  CHECK(has(runs.err, "'nothing' is neither a run nor an environment"));
  CHECK(has(runs.err, "'quern run --save NAME'"));
  CHECK(runs.quern({"check", "--base", "a.json", "--head", "b.json", "--shard", "1/2"}) == 2);
}

TEST_CASE("a side that is misspelt gets the name that was meant") {
  TwoRuns runs;
  runs.write("a.json", run_document(runs.a.run, "0.1.0").dump());
  REQUIRE(runs.quern({"runs", "import", "--name", "main", "a.json"}) == 0);
  CHECK(runs.quern({"check", "--base", "mian", "--head", "main"}) == 2);
  CHECK(has(runs.err, "'mian' is neither a run nor an environment"));
  CHECK(has(runs.err, "did you mean 'main'?"));
}

TEST_CASE("the history of the base's name widens the limit of a case that moves by itself") {
  TwoRuns runs;
  std::vector<std::string> import = {"runs", "import", "--name", "main"};
  for (int i = 0; i < 14; ++i) {
    runs.a.run.started = "2026-11-16T01:00:" + std::to_string(10 + i) + "Z";
    runs.a.run.cases.front().measurement->values[kInstructions].value = i % 2 == 0 ? 10000 : 10100;
    import.push_back(std::to_string(i) + ".json");
    runs.write(import.back(), run_document(runs.a.run, "0.1.0").dump());
  }
  REQUIRE(runs.quern(import) == 0);
  runs.head().values[kInstructions].value = 10150;
  runs.write("b.json", run_document(runs.b.run, "0.1.0").dump());
  for (const char* base : {"main~1", "run:main~1"}) {
    CAPTURE(base);
    CHECK(runs.quern({"check", "--base", base, "--head", "b.json"}) == 3);
    CHECK(has(runs.out, "limit 1.03% (history of 12 changes)"));
  }
  runs.write("quern.yaml", "adaptive_limits: off\n");
  CHECK(runs.quern({"check", "--base", "main~1", "--head", "b.json"}) == 3);
  CHECK(has(runs.out, "limit 0.2% (default)"));
}

TEST_CASE("a base that was interrupted is no interrupt of the check, but what it lacks is not new") {
  TwoRuns runs;
  runs.a.run.interrupted = true;
  CHECK(runs.check() == 0);
  runs.b.add_ok({"sum"}, Verdict::exact, 5);
  CHECK(runs.check() == 5);
  CHECK(has(runs.out, "cannot be judged: 1 unmeasured; interrupted; 1 unchanged"));
  CHECK(has(runs.out, "unmeasured: the base was interrupted before it"));
}

TEST_CASE("a case that is new cannot be judged, unless it may be new") {
  TwoRuns runs;
  runs.b.add_ok({"sum"}, Verdict::exact, 5);
  CHECK(runs.check() == 5);
  CHECK(has(runs.out, "New, and not allowed to be\n  sum:eager:forward:cpp:t1"));
  CHECK(has(runs.out, "added: the base does not have it\n"));
  CHECK(has(runs.out, "cannot be judged: 1 added (--allow added accepts new cases); 1 unchanged"));
  CHECK(runs.check({"--allow", "added"}) == 0);
  CHECK(has(runs.out, "accepted by --allow added"));
  CHECK(has(runs.out, "neutral: 1 added; 1 unchanged"));
  runs.write("quern.yaml", "check: {allow: [added]}\n");
  CHECK(runs.check() == 0);
  runs.write("quern.yaml", "");
  runs.write("waivers.yaml", "waivers:\n  - {match: sum, reason: new, who: ada, expires: 2999-12-31, for: [added]}\n");
  CHECK(runs.check() == 0);
  CHECK(has(runs.out, "neutral: 1 waived; 1 unchanged"));
}

TEST_CASE("what a base was not asked for is not new to it, and allowing new cases does not help") {
  TwoRuns runs;
  runs.b.add_ok({"sum"}, Verdict::exact, 5);
  runs.a.run.selection = RunSelection{.filter = "pointwise"};
  runs.b.run.selection = RunSelection{};
  CHECK(runs.check({"--allow", "added"}) == 5);
  CHECK(has(runs.out, "cannot be judged: 1 unmeasured; 1 unchanged"));
  CHECK(has(runs.out,
            "unmeasured: the base was measured with '-f pointwise', which may leave it out, and the head with the "
            "standard suite\n"));
  CHECK(runs.check({"--allow", "unmeasured"}) == 0);
  CHECK(runs.check({"-f", "pointwise"}) == 0);
  runs.a.run.selection = RunSelection{.filter = "t1"};
  CHECK(runs.check({"-f", "t1", "--allow", "added"}) == 0);  // the head is narrowed down to the same now
  CHECK(runs.check({"-f", "cpp", "--allow", "added"}) == 5);
  runs.a.run.selection = RunSelection{.languages = {"cpp"}};
  CHECK(runs.check({"--no-python", "--allow", "added"}) == 0);
}

TEST_CASE("a base without a number is no base, whatever is allowed") {
  TwoRuns runs;
  runs.a.run.cases.clear();
  runs.a.add_failed({"Pointwise", "add"}, "it does not compile");
  CHECK(runs.check() == 5);
  CHECK(has(runs.out, "unmeasured: the base failed: it does not compile"));
  CHECK(runs.check({"--allow", "unmeasured"}) == 5);
  CHECK(has(runs.out, "cannot be judged: no case has numbers on both sides to compare; 1 allowed"));
  runs.a.add_ok({"sum"}, Verdict::exact, 5);
  runs.b.add_ok({"sum"}, Verdict::exact, 5);
  CHECK(runs.check() == 5);
  CHECK(runs.check({"--allow", "unmeasured"}) == 0);
  CHECK(runs.check({"--format", "json", "--allow", "unmeasured"}) == 0);
  CHECK(has(runs.out, "\"passes\": true"));
  CHECK(runs.check({"--format", "json"}) == 5);
  CHECK(has(runs.out, "\"passes\": false"));
}

TEST_CASE("the command to reproduce a check has what was asked for, and says why nothing was measured again") {
  TwoRuns runs;
  runs.head().values[kInstructions].value = 11000;
  CHECK(runs.check({"--no-confirm", "--allocator", "system", "--metrics", "alloc,cache", "--timeout", "7"}) == 3);
  CHECK(has(runs.out,
            "reproduce: quern check --base a.json --head b.json --metrics alloc,cache --timeout 7 --allocator system "
            "--no-confirm\n"));
  CHECK(has(runs.out, "what changed was not measured in further layouts: --no-confirm"));
  CHECK(runs.check() == 3);
  CHECK(has(runs.out, "what changed was not measured in further layouts: both sides are stored"));
}

TEST_CASE("a head that is stored cannot be saved under another name") {
  TwoRuns runs;
  CHECK(runs.check({"--save", "again"}) == 2);
  CHECK(has(runs.err, "--save keeps the head that is measured, and this head is a run that was measured"));
}

TEST_CASE("quern.yaml can name the sides") {
  TwoRuns runs;
  CHECK(runs.check() == 0);  // writes the files
  runs.write("quern.yaml", "check: {base: a.json, head: b.json}\n");
  CHECK(runs.quern({"check"}) == 0);
  CHECK(has(runs.out, "neutral"));
}

TEST_CASE("reports are written beside what is printed, and a bad one is refused before") {
  TwoRuns runs;
  CHECK(runs.check({"--report", "md=comment.md", "--report", "junit=out.xml", "--format", "github"}) == 0);
  CHECK(has(runs.out, "::notice"));
  CHECK(has(text_of("comment.md"), "neutral"));
  CHECK(has(text_of("out.xml"), "<testsuite"));
  CHECK(runs.check({"--report", "pdf=x"}) == 2);
  CHECK(has(runs.err, "--report 'pdf=x' is not FORMAT=FILE"));
}

TEST_SUITE_END();
