// SPDX-License-Identifier: Apache-2.0
// For kill_test.py: `store_writer write FILE` writes runs until it is killed, and says on standard output what the
// store has acknowledged; `store_writer check FILE FIRST` reads the runs from that id on, and says how many cases each
// has.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.hpp"
#include "harness/store/run_store.hpp"
#include "tests/unit/store/made_up_document.hpp"

namespace {

using quern::RunStore;
using quern::test::Json;

constexpr int kCases = 40;

// Large now and then, so that a case is several pages.
Json case_of(std::int64_t run, std::size_t position) {
  Json result = quern::test::made_up_case(fmt::format("case_{}", position), static_cast<double>(run * 1000 + position));
  if (position % 7 == 3) {
    std::string log;
    for (std::size_t i = 0; i < 4000; ++i) log += static_cast<char>('!' + (i * i + position * 31 + run) % 90);
    result["log"] = log;
  }
  return result;
}

// One write: a line is said as a whole or not at all.
void say(const std::string& line) {
  if (write(STDOUT_FILENO, line.data(), line.size()) != static_cast<ssize_t>(line.size())) _exit(1);
}

void write_runs(const char* file) {
  RunStore store(file, RunStore::Mode::write);
  while (true) {
    const Json header = quern::test::made_up_header();
    const std::int64_t run = store.begin(header);
    say(fmt::format("begun {}\n", run));
    for (std::size_t position = 0; position < kCases; ++position) {
      store.add_case(run, position, case_of(run, position));
      say(fmt::format("case {} {}\n", run, position));
    }
    store.finish(run, header);
    say(fmt::format("finished {}\n", run));
  }
}

void check_runs(const char* file, std::int64_t first) {
  const RunStore store(file, RunStore::Mode::read);
  for (const quern::RunSummary& run : store.list(std::numeric_limits<std::size_t>::max())) {
    if (run.id < first) continue;
    const Json document = store.document(run.id);
    const Json& cases = document.at("cases");
    for (std::size_t i = 0; i < cases.size(); ++i)
      if (cases[i] != case_of(run.id, i))
        throw quern::Error(quern::ErrorKind::internal,
                           fmt::format("run {} case {} is not what was written", run.id, i));
    if (run.finished && cases.size() != kCases)
      throw quern::Error(quern::ErrorKind::internal, "a finished run is not whole");
    say(fmt::format("{} {} {}\n", run.id, cases.size(), run.finished ? "finished" : "unfinished"));
  }
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const std::string action = count < 3 ? "" : arguments[1];
    if (action == "write" && count == 3)
      write_runs(arguments[2]);
    else if (action == "check" && count == 4)
      check_runs(arguments[2], std::stoll(arguments[3]));
    else
      return 2;
  } catch (const quern::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
