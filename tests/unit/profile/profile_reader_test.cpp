// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/profile_reader.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "base/error.hpp"
#include "fixtures.hpp"

namespace quern {

TEST_SUITE_BEGIN("harness/profile/profile_reader");

TEST_CASE("a real window gives totals, functions and their costs") {
  const Profile profile = read_fixture("window.out");
  CHECK(profile.creator == "callgrind-3.19.0");
  CHECK(profile.command == "./win");
  CHECK(profile.events == std::vector<std::string>{"Ir"});
  CHECK(profile.total("Ir") == 837);
  CHECK(profile.parts.size() == 1);
  CHECK(profile.parts[0].number == 2);
  CHECK(profile.parts[0].trigger == "Client Request: zero");
  const FunctionCost& step = function_named(profile, "step(int)");
  CHECK(step.object == "/src/win");
  CHECK(step.file == "/src/inl.h");
  CHECK(step.self == Costs{591});
  CHECK(step.inclusive == Costs{591});
  CHECK(step.calls == 21);
}

TEST_CASE("code inlined from another file belongs to the function and is told apart") {
  const FunctionCost step = function_named(read_fixture("window.out"), "step(int)");
  REQUIRE(step.files.size() == 2);
  CHECK(step.files[0].file == "/src/inl.h");
  CHECK(step.files[0].self == Costs{549});
  CHECK(step.files[1].file == "/src/win.cpp");
  CHECK(step.files[1].self == Costs{42});
}

TEST_CASE("a call that began before the window has no count, and its cost is not a self cost") {
  const Profile profile = read_fixture("window.out");
  CHECK(function_named(profile, "main").calls == 0);
  CHECK(function_named(profile, "main").self == Costs{246});
  CHECK(function_named(profile, "main").inclusive == Costs{837});
  CHECK(function_named(profile, "__libc_start_main@@GLIBC_2.34").self == Costs{0});
}

TEST_CASE("compression changes nothing") {
  const Profile compressed = read_fixture("parts.out");
  const Profile plain = read_fixture("uncompressed.out");
  CHECK(plain.total("Ir") == 850);
  CHECK(function_named(plain, "step(int)").self == Costs{591});
  CHECK(function_named(plain, "step(int)").object == function_named(compressed, "step(int)").object);
}

TEST_CASE("the parts of one file are added up and kept apart") {
  const Profile profile = read_fixture("parts.out");
  REQUIRE(profile.parts.size() == 6);
  CHECK(profile.parts[0].totals == Costs{850});
  CHECK(profile.parts[1].totals == Costs{837});
  CHECK(profile.parts[4].number == 5);
  CHECK(profile.total("Ir") == 850 + 837 + 837 + 840 + 80 + 0);
  CHECK(function_named(profile, "step(int)").calls >= 4 * 21);
}

TEST_CASE("the numbers of names hold across parts") {
  const std::string text =
      "version: 1\nevents: Ir\nob=(1) p\nfl=(1) a.c\nfn=(1) f\n1 5\ntotals: 5\n"
      "part: 2\nevents: Ir\nob=(1)\nfl=(1)\nfn=(1)\n1 6\ntotals: 6\n";
  const Profile profile = read_profile({text, "two"});
  REQUIRE(profile.functions.size() == 1);
  CHECK(profile.functions[0].self == Costs{11});
}

TEST_CASE("after instrumentation was stopped the summary is below zero and does not count") {
  const Profile profile = read_fixture("stopped.out");
  CHECK(profile.total("Ir") == 840);
  CHECK(profile.parts[0].summary == Costs{18446744073709426850U});
  CHECK(read_fixture("zero_summary.out").total("Ir") == 11);
  CHECK(read_fixture("toggled.out").total("Ir") == 80);
}

TEST_CASE("every column of the simulations is read, and their summary does not count") {
  const Profile profile = read_fixture("simulations.out");
  CHECK(profile.events.size() == 13);
  CHECK(profile.total("Ir") == 850);
  CHECK(profile.total("Bcm") == 54);
  CHECK(profile.total("Bim") == 0);
  CHECK(function_named(profile, "step(int)").self == Costs{591, 21, 0, 0, 0, 0, 0, 0, 0, 96, 34, 0, 0});
}

TEST_CASE("system calls are those of the summary, as Callgrind does not set back the others") {
  const std::string text =
      "version: 1\nevents: Ir sysCount sysTime\nsummary: 3533 200\nfl=a.c\nfn=f\n1 3533 206 4\ntotals: 3533 206 4\n";
  CHECK(read_totals({text, "window"}).total("sysCount") == 200);
  CHECK(read_totals({text, "window"}).total("Ir") == 3533);
  CHECK(read_totals({text, "window", Threads::several}).total("sysCount") == 206);
}

TEST_CASE("instruction positions and jumps do not disturb costs") {
  const Profile real = read_fixture("instr_jumps.out");
  CHECK(real.total("Ir") == 850);
  CHECK(function_named(real, "step(int)").self == Costs{591});
  const Profile written = read_fixture("jumps.out");
  CHECK(function_named(written, "main").self == Costs{11});
  CHECK(function_named(written, "target").self == Costs{9});
  CHECK(function_named(written, "target").file == "b.c");
}

TEST_CASE("counts that a line leaves out are 0") {
  const Profile profile = read_fixture("short_costs.out");
  CHECK(function_named(profile, "main").self == Costs{12, 1, 2});
  CHECK(function_named(profile, "main").object == "???");
}

TEST_CASE("a name may be defined where it is called; what a call leaves out is as in the lines before") {
  const Profile profile = read_fixture("defined_in_call.out");
  CHECK(function_named(profile, "helper").object == "lib.so");
  CHECK(function_named(profile, "helper").file == "b.c");
  CHECK(function_named(profile, "helper").calls == 3);
  CHECK(function_named(profile, "in_header").object == "prog");
  CHECK(function_named(profile, "in_header").file == "a.h");
  CHECK(function_named(profile, "main").self == Costs{10});
  CHECK(function_named(profile, "main").inclusive == Costs{46});
  REQUIRE(profile.calls.size() == 2);
  CHECK(profile.functions[profile.calls[0].caller].name == "main");
  CHECK(profile.functions[profile.calls[0].callee].name == "helper");
  CHECK(profile.calls[0].inclusive == Costs{30});
}

TEST_CASE("names keep spaces, parentheses, templates and quotes") {
  const Profile profile = read_fixture("names.out");
  CHECK(profile.command == "./a b  c");
  CHECK(function_named(profile, "(below main)").self == Costs{5});
  CHECK(function_named(profile, "(anonymous namespace)::run(int (*)(int))").self == Costs{15});
  CHECK(function_named(profile, "operator()(int) const").self == Costs{25});
  CHECK(function_named(profile, "f'2").object == "/opt/my libs/libx.so");
  CHECK(function_named(profile, "f'2").file == "/src/a file.cpp");
  const FunctionCost& address = function_named(profile, "0x0000000000001234");
  CHECK(address.object == "???");
  CHECK(address.calls == 3);
  CHECK(address.self == Costs{30});
}

TEST_CASE("event definitions are kept") {
  const Profile profile = read_fixture("events.out");
  REQUIRE(profile.event_definitions.size() == 3);
  CHECK(profile.event_definitions[0].long_name == "elapsed time");
  CHECK(profile.event_definitions[1].formula == "Ir + 10 Dr");
  CHECK(profile.event_definitions[1].long_name == "estimated");
  CHECK(profile.event_definitions[2].name == "Ir");
}

TEST_CASE("totals alone are the totals of the whole profile") {
  for (const char* name : {"window.out", "parts.out", "simulations.out", "instr_jumps.out", "names.out", "jumps.out"}) {
    CAPTURE(name);
    const std::string text = fixture_text(name);
    const Profile profile = read_profile({text, name});
    CHECK(read_totals({text, name}).totals == profile.totals);
    CHECK(read_totals({text, name}).parts.size() == profile.parts.size());
    CHECK(read_totals({text, name}).total("Ir") == profile.total("Ir"));
  }
}

TEST_CASE("a file is read by its path") {
  const std::filesystem::path path = std::filesystem::path(QUERN_PROFILE_FIXTURES) / "window.out";
  CHECK(read_profile_file(path).total("Ir") == 837);
  CHECK(read_totals_file(path).total("Ir") == 837);
  CHECK_THROWS_AS(read_profile_file(path / "none"), Error);
}

TEST_SUITE_END();

}  // namespace quern
