// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/store/run_store.hpp"
#include "tests/unit/child.hpp"
#include "tests/unit/store/faulty_disk.hpp"
#include "tests/unit/store/store_file.hpp"

using namespace quern;
using namespace quern::test;

namespace {

using Step = std::function<void(std::optional<RunStore>&)>;

/// Everything that is done to a store, in the order it is done.
std::vector<Step> story(const StoreFile& place) {
  const Json first = made_up_header("2026-11-01T01:00:00Z");
  return {[&place](auto& store) { store.emplace(place.file, RunStore::Mode::write); },
          [first](auto& store) { store->begin(first); },
          [](auto& store) { store->add_case(1, 0, made_up_case("add", 10)); },
          [](auto& store) { store->add_case(1, 1, made_up_case("sub", 20)); },
          [](auto& store) { store->add_case(1, 1, made_up_case("sub", 21)); },
          [first](auto& store) { store->finish(1, first); },
          [](auto& store) { store->name(1, "main"); },
          [](auto& store) { store->import(made_up_document(30, "2026-11-02T01:00:00Z")); },
          [](auto& store) { store->name(2, "main"); },
          [](auto& store) { store->remove({1}); },
          [](auto& store) { store->shrink(); },
          [](auto& store) { store.reset(); }};
}

/// All that anybody can see of a store.
std::string visible(const StoreFile& place) {
  try {
    const RunStore store = place.read();
    std::string all = "store\n";
    for (const RunSummary& run : store.list(100))
      all += fmt::format("{} {} {} {}\n{}\n", run.id, fmt::join(run.names, " "), run.finished, run.ok,
                         store.document(run.id).dump());
    return all;
  } catch (const Error& error) {
    return error.what() == fmt::format("there is no store at '{}'", place.file.string()) ? "none" : error.what();
  }
}

/// What is visible before the first step, and after each.
std::vector<std::string> states() {
  const StoreFile place;
  std::vector<std::string> seen = {visible(place)};
  std::optional<RunStore> store;
  for (const Step& step : story(place)) {
    step(store);
    seen.push_back(visible(place));
  }
  return seen;
}

/// Says a character for each step that is done.
void play(const StoreFile& place, int output) {
  std::optional<RunStore> store;
  for (const Step& step : story(place)) {
    step(store);
    Child::say(output, ".");
  }
}

}  // namespace

TEST_SUITE_BEGIN("harness/store/killed");

TEST_CASE("killed in the middle of any write, a store holds what was acknowledged and nothing half-written") {
  const std::vector<std::string> expected = states();
  REQUIRE(expected.front() == "none");
  bool survived = false;
  long at = 1;
  for (; !survived; ++at) {
    CAPTURE(at);
    REQUIRE(at < 10000);
    const StoreFile place;
    Child child([&](int output) {
      use_faulty_disk(Fault::kill, at);
      play(place, output);
    });
    const std::size_t done = child.output().size();
    survived = child.survived();
    const std::string seen = visible(place);
    // The step that it was killed in may be whole, only nobody was told.
    const bool is_expected = seen == expected.at(done) || (!survived && seen == expected.at(done + 1));
    CHECK_MESSAGE(is_expected, "after " << done << " steps: " << seen);
    if (done > 0) {
      CHECK(place.value("PRAGMA integrity_check") == "ok");
      CHECK(place.value("PRAGMA foreign_key_check").empty());
    }
    static_cast<void>(place.write().import(made_up_document(99)));  // and it goes on
  }
  CHECK(at > 50);
}

TEST_CASE("a full disk at any write is said, and changes nothing") {
  const std::vector<std::string> expected = states();
  bool fits = false;
  std::size_t refused = 0;
  for (long at = 1; !fits; ++at) {
    CAPTURE(at);
    REQUIRE(at < 10000);
    const StoreFile place;
    std::size_t done = 0;
    use_faulty_disk(Fault::full, at);
    const std::string said = thrown_by(place, [&] {
      std::optional<RunStore> store;
      for (const Step& step : story(place)) {
        step(store);
        ++done;
      }
    });
    fits = disk_changes() < at;
    use_plain_disk();
    if (said != "nothing") {
      ++refused;
      CHECK(said ==
            "environment: the store '@/runs.sqlite' cannot grow: the disk is full\n"
            "'quern runs prune' makes room in it");
      const std::string seen = visible(place);
      const bool is_expected = seen == expected.at(done) || seen == expected.at(done + 1);
      CHECK_MESSAGE(is_expected, "after " << done << " steps: " << seen);
    }
  }
  CHECK(refused > 20);
}

TEST_SUITE_END();
