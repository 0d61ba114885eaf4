// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/runs_command.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "harness/store/machine_key.hpp"
#include "harness/store/run_store.hpp"
#include "tests/unit/cli/in_folder.hpp"
#include "tests/unit/store/made_up_document.hpp"

using namespace quern;
using namespace quern::test;
namespace fs = std::filesystem;

namespace {

std::string day(int number) { return fmt::format("2026-11-{:02}T01:02:03Z", number); }

std::string contents_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

struct RunsFixture : InFolder {
  /// A file with a run of one case.
  void document(const std::string& name, double count, int number) const {
    Json made_up = made_up_document(count, day(number), std::string(40, static_cast<char>('a' + number)));
    made_up["environment"]["torch_version"] = number < 4 ? "1.13.0" : "2.0.0";
    write(name, made_up.dump(2) + "\n");
  }

  /// Five runs of the name main, whose count rises on the fourth day.
  void five_runs() {
    for (int number = 1; number <= 5; ++number) {
      document(fmt::format("{}.json", number), number < 4 ? 5236 : 5310, number);
      REQUIRE(quern({"runs", "import", fmt::format("{}.json", number), "--name", "main"}) == 0);
    }
  }
};

constexpr const char* kTable =
    "run  names  started (UTC)     commit      torch  ok  failed  skipped  state\n"
    "  5  main   2026-11-05 01:02  ffffffffff  2.0.0   1       0        0\n"
    "  4  main   2026-11-04 01:02  eeeeeeeeee  2.0.0   1       0        0\n";

}  // namespace

TEST_SUITE_BEGIN("harness/cli/commands/runs_command");

TEST_CASE_FIXTURE(RunsFixture, "runs are imported once, and listed the newest first") {
  five_runs();
  CHECK(out == "5  5.json\n");
  CHECK(fs::exists(".quern/runs.sqlite"));
  CHECK(quern({"runs", "import", "5.json"}) == 0);
  CHECK(out == "5  5.json  (was there already)\n");
  CHECK(quern({"runs", "list", "--last", "2"}) == 0);
  CHECK(out == kTable);
  CHECK(err.empty());
  CHECK(quern({"runs", "list", "--json", "--last", "1"}) == 0);
  CHECK(Json::parse(out) == Json::parse(R"({"schema": "quern.runs/1", "runs": [{"id": 5, "names": ["main"],
    "started": "2026-11-05T01:02:03Z", "commit": "ffffffffffffffffffffffffffffffffffffffff", "environment": "default",
    "torch_version": "2.0.0", "ok": 1, "failed": 0, "skipped": 0, "duration_s": 61.25, "stable": true, "finished": true,
    "interrupted": false}]})"));
}

TEST_CASE_FIXTURE(RunsFixture, "states of runs are told") {
  RunStore store("runs.sqlite", RunStore::Mode::write);
  store.begin(made_up_header(day(3)));
  Json interrupted = made_up_document(1, day(2));
  interrupted["interrupted"] = true;
  store.import(interrupted);
  Json unstable = made_up_document(1, day(1));
  unstable["stable"] = false;
  unstable["environment"]["torch_version"] = "\x1b[31m";
  store.import(unstable);
  CHECK(quern({"runs", "list", "--store", "runs.sqlite"}) == 0);
  CHECK(out ==
        "run  names  started (UTC)     commit  torch     ok  failed  skipped  state\n"
        "  1  -      2026-11-03 01:02  -       1.13.1     0       0        0  unfinished\n"
        "  2  -      2026-11-02 01:02  -       1.13.1     1       0        0  interrupted\n"
        "  3  -      2026-11-01 01:02  -       \\x1b[31m   1       0        0  unstable\n");
}

TEST_CASE_FIXTURE(RunsFixture, "what is exported is what was imported, byte for byte") {
  five_runs();
  CHECK(quern({"runs", "export", "main~2"}) == 0);
  CHECK(out == contents_of("3.json"));
  CHECK(quern({"runs", "export", "eeee", "-o", "again.json"}) == 0);
  CHECK(out.empty());
  CHECK(contents_of("again.json") == contents_of("4.json"));
  CHECK(quern({"runs", "show", "3", "--format", "json"}) == 0);
  CHECK(out == contents_of("3.json"));
}

TEST_CASE_FIXTURE(RunsFixture, "a run is shown as it was printed, from the store or from a file") {
  five_runs();
  CHECK(quern({"runs", "show", "main"}) == 0);
  const std::string table = out;
  CHECK(table.find("5,310  exact") != std::string::npos);
  CHECK(table.find("LibTorch 2.0.0, clang 14.0.6, Valgrind 3.19.0") != std::string::npos);
  CHECK(quern({"runs", "show", "5.json"}) == 0);
  CHECK(out == table);
  CHECK(quern({"runs", "show", "latest", "--format", "csv"}) == 0);
  CHECK(out.find("add:eager:forward:cpp:t1,cpp,eager,forward,1,ok,exact,5310,0,\n") != std::string::npos);
  CHECK(quern({"runs", "show", "mian"}) == 2);
  CHECK(err == "quern: the store has no run 'mian'\n  did you mean 'main'?\n");
  CHECK(quern({"runs", "show", "none.json"}) == 2);
  CHECK(err ==
        "quern: cannot read the run 'none.json'\n"
        "  give the path of a file that 'quern run --format json -o FILE' wrote\n");
}

TEST_CASE_FIXTURE(RunsFixture, "a name is given and taken") {
  five_runs();
  CHECK(quern({"runs", "tag", "1", "release/1.0"}) == 0);
  CHECK(err == "run 1 is now 'release/1.0'\n");
  CHECK(quern({"runs", "export", "release/1.0"}) == 0);
  CHECK(out == contents_of("1.json"));
  CHECK(quern({"runs", "tag", "latest", "main", "--remove"}) == 0);
  CHECK(err == "run 5 is no longer 'main'\n");
  CHECK(quern({"runs", "export", "main"}) == 0);
  CHECK(out == contents_of("4.json"));
  CHECK(quern({"runs", "tag", "1", "12"}) == 2);
  CHECK(err == "quern: '12' cannot be the name of a run\n  a number is the id of a run\n");
}

TEST_CASE_FIXTURE(RunsFixture, "runs are removed, and old ones pruned") {
  five_runs();
  CHECK(quern({"runs", "rm", "main~1", "main", "5"}) == 0);
  CHECK(err == "removed run 4\nremoved run 5\n");
  CHECK(quern({"runs", "prune"}) == 2);
  CHECK(err == "quern: nothing says what to prune\n  give --keep N or --older-than DAYS\n");
  CHECK(quern({"runs", "prune", "--keep", "1", "--older-than", "3"}) == 2);
  CHECK(quern({"runs", "prune", "--keep", "2", "--dry-run"}) == 0);
  const std::string gone =
      "run  names  started (UTC)     commit      torch   ok  failed  skipped  state\n"
      "  1  main   2026-11-01 01:02  bbbbbbbbbb  1.13.0   1       0        0\n";
  CHECK(out == gone);
  CHECK(err == "would remove 1 run\n");
  CHECK(quern({"runs", "prune", "--keep", "2"}) == 0);
  CHECK(out == gone);
  CHECK(err.starts_with("removed 1 run, freed "));
  CHECK(quern({"runs", "prune", "--older-than", "0"}) == 0);  // all but the last of the name
  CHECK(err.starts_with("removed 1 run, freed "));
  CHECK(quern({"runs", "list"}) == 0);
  CHECK(out ==
        "run  names  started (UTC)     commit      torch   ok  failed  skipped  state\n"
        "  3  main   2026-11-03 01:02  dddddddddd  1.13.0   1       0        0\n");
}

TEST_CASE_FIXTURE(RunsFixture, "a trend shows where a count changed, and what else did") {
  five_runs();
  CHECK(quern({"runs", "trend", kAdd}) == 0);
  CHECK(out ==
        "add:eager:forward:cpp:t1\n"
        "  ▁▁▁██\n"
        "  5 runs, 2026-11-01 01:02 to 2026-11-05 01:02, 5,236 to 5,310 instructions\n\n"
        "  run 4     2026-11-04 01:02  eeeeeeeeee  5,236 → 5,310  +74  +1.41 %  torch 1.13.0 → 2.0.0\n\n"
        "1 step\n");
  CHECK(quern({"runs", "trend", kAdd, "--name", "main", "--last", "2"}) == 0);
  CHECK(out.ends_with("0 steps\n"));
  CHECK(quern({"runs", "trend", kAdd, "--format", "csv", "--last", "3"}) == 0);
  const std::string machine = machine_of(machine_keys(made_up_header()["environment"]), "x:eager:forward:cpp:t1");
  const std::string hash = "0123456789abcdef0123456789abcdef";
  CHECK(out == "run,started,commit,torch_version,machine,definition_hash,verdict,instructions,spread,step\n" +
                   fmt::format("3,{},{},1.13.0,{},{},exact,5236,0,0\n", day(3), std::string(40, 'd'), machine, hash) +
                   fmt::format("4,{},{},2.0.0,{},{},exact,5310,0,1\n", day(4), std::string(40, 'e'), machine, hash) +
                   fmt::format("5,{},{},2.0.0,{},{},exact,5310,0,0\n", day(5), std::string(40, 'f'), machine, hash));
}

TEST_CASE_FIXTURE(RunsFixture, "a trend of what is not there suggests what is") {
  five_runs();
  CHECK(quern({"runs", "trend", "add:eager:forward:cpp:t2"}) == 2);
  CHECK(
      err ==
      "quern: no run in the store has a case 'add:eager:forward:cpp:t2'\n  did you mean 'add:eager:forward:cpp:t1'?\n");
  CHECK(quern({"runs", "trend", "x"}) == 2);
  CHECK(err == "quern: no run in the store has a case 'x'\n  'quern list' prints the ids of cases\n");
  CHECK(quern({"runs", "trend", kAdd, "--name", "other"}) == 2);
  CHECK(err ==
        "quern: no finished, stable run of the name 'other' has a count of 'add:eager:forward:cpp:t1'\n"
        "  'quern runs list' shows what there is\n");
}

TEST_CASE_FIXTURE(RunsFixture, "no store is made by commands that only look or change") {
  const std::string said =
      "quern: there is no store at '.quern/runs.sqlite'\n"
      "  'quern run --save NAME' makes one, and 'quern runs import FILE'\n";
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"list"}, {"trend", "x"}, {"tag", "1", "x"}, {"rm", "1"}, {"prune", "--keep", "1"}}) {
    std::vector<std::string> command = {"runs"};
    command.insert(command.end(), words.begin(), words.end());
    CHECK(quern(command) == 2);
    CHECK(err == said);
  }
  CHECK(quern({"runs", "show", "main"}) == 2);
  CHECK(err ==
        "quern: there is no file 'main', and no store at '.quern/runs.sqlite' to look for such a run\n"
        "  give a file that 'quern run --format json -o FILE' wrote, or make a store with 'quern run --save NAME'\n");
  write("bad.json", "{}");
  CHECK(quern({"runs", "import", "bad.json"}) == 2);
  CHECK(err ==
        "quern: 'bad.json' is not a run of quern: no document of quern\n"
        "  runs are written by 'quern run --format json -o FILE'\n");
  CHECK(quern({"runs", "import", "bad"}) == 2);
  document("1.json", 1, 1);
  CHECK(quern({"runs", "import", "1.json", "--name", "a b"}) == 2);
  CHECK_FALSE(fs::exists(".quern"));
}

TEST_CASE_FIXTURE(RunsFixture, "the store is the option's, else the variable's, else the settings', else beside them") {
  document("1.json", 1, 1);
  const auto imported_to = [this](const fs::path& file, std::vector<std::string> more) {
    std::vector<std::string> command = {"runs", "import", (fs::current_path() / "1.json").string()};
    if (!fs::exists(command.back())) command.back() = (fs::current_path().parent_path() / "1.json").string();
    command.insert(command.end(), more.begin(), more.end());
    CHECK(quern(command) == 0);
    CAPTURE(err);
    return fs::exists(file);
  };
  const fs::path top = fs::current_path();
  write("quern.yaml", "# nothing yet\n");
  write("sub/x", "");
  fs::current_path(top / "sub");
  CHECK(imported_to(top / ".quern/runs.sqlite", {}));
  CHECK(quern({"runs", "show", "9"}) == 2);
  set("QUERN_STORE", "variable.sqlite");
  CHECK(imported_to(top / "sub/variable.sqlite", {}));
  CHECK(imported_to(top / "sub/option.sqlite", {"--store", "option.sqlite"}));
  fs::current_path(top);
}

TEST_CASE_FIXTURE(RunsFixture, "explain finds its runs in the store") {
  Json run = made_up_document(10, day(1));
  run["cases"][0]["functions"] = {
      {"iterations", 1},
      {"counts", {{{"name", "f"}, {"file", ""}, {"library", "l.so"}, {"self", 10}, {"inclusive", 10}}}}};
  write("a.json", run.dump());
  run["cases"][0]["functions"]["counts"][0]["self"] = 14;
  run["cases"][0]["instructions"] = 14.0;
  write("b.json", run.dump());
  CHECK(quern({"runs", "import", "a.json", "b.json", "--name", "main"}) == 0);
  CHECK(out == "1  a.json\n2  b.json\n");
  CHECK(quern({"explain", "main", kAdd, "--against", "main~1"}) == 0);
  const std::string text = out;
  CHECK(text.starts_with(
      "add:eager:forward:cpp:t1\n  10 → 14  +4  +40.00 %\n  A torch 1.13.1 (main~1)\n  B torch 1.13.1 (main)\n"));
  CHECK(quern({"explain", "b.json", kAdd, "--against", "a.json"}) == 0);
  CHECK(out.substr(out.find("by layer")) == text.substr(text.find("by layer")));
}

TEST_SUITE_END();
