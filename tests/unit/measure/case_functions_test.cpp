// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/case_functions.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "harness/measure/verdict.hpp"
#include "harness/process/temporary_folder.hpp"

using namespace quern;

namespace {

namespace fs = std::filesystem;

/// Pairs of windows of 10 and 20 iterations that give these counts.
std::vector<Window> pairs(const std::vector<std::uint64_t>& counts) {
  std::vector<Window> windows;
  for (const std::uint64_t count : counts) {
    windows.push_back({10, {{"Ir", 7 + 10 * count}}});
    windows.push_back({20, {{"Ir", 7 + 20 * count}}});
  }
  return windows;
}

CaseFunctions functions(long iterations, const std::vector<FunctionCount>& self) {
  return {iterations, FunctionCounts(self), FunctionCounts(self) * 2};
}

Case args_of(const std::string& id) {
  Case args;
  args.id = id;
  args.definition_hash = "0123456789abcdef";
  return args;
}

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

fs::path write_dump(const fs::path& folder, const std::string& text) {
  std::ofstream(folder / "dump") << text;
  return folder / "dump";
}

}  // namespace

TEST_SUITE_BEGIN("harness/measure/case_functions");

TEST_CASE("the judged pair is the first that gives the judged count") {
  CHECK(judged_pair(judge(pairs({100, 100, 100}), {{"Ir", 4}}), 4) == 0);
  CHECK(judged_pair(judge(pairs({130, 100, 100}), {{"Ir", 4}}), 4) == 1);
  CHECK(judged_pair(judge(pairs({130, 90, 110}), {{"Ir", 4}}), 4) == 2);  // jitter: the median
  CHECK(judged_pair(judge(pairs({130, 90, 110, 100}), {{"Ir", 0.5}}), 0.5) == 3);
}

TEST_CASE("a count that no pair gives is the first one's") {
  CHECK(judged_pair(judge(pairs({130, 100}), {{"Ir", 4}}), 0) == 0);
}

TEST_CASE("names are standard ones, and what becomes equal is added up") {
  const CaseFunctions raw = functions(3, {{{"f(int)", "a.cpp", "/x/lib/libc10.so"}, 5},
                                          {{"f(int) [clone .cold]", "a.cpp", "/y/lib/libc10.so"}, 6},
                                          {{"f(int)'2", "a.cpp", "/x/lib/libc10.so"}, 7}});
  Standardiser standardise;
  for (int i = 0; i < 2; ++i) {  // the second time from memory
    const CaseFunctions found = standardise(raw);
    CHECK(found.iterations == 3);
    REQUIRE(found.self.size() == 1);
    CHECK(found.self.begin()->function.name == "f(int)");
    CHECK(found.self.begin()->function.object == "libc10.so");
    CHECK(found.self.total() == 18);
    CHECK(found.inclusive.total() == 36);
  }
}

TEST_CASE("a profile is kept under the name of its case, in a folder that is made for it") {
  const TemporaryFolder folder;
  const fs::path kept = folder.path() / "new" / "a";
  const std::string file = keep_profile(write_dump(folder.path(), "one"), kept, args_of("pointwise/add:eager:cpp:t1"));
  CHECK(file == (kept / "pointwise_add_eager_cpp_t1.01234567.callgrind").string());
  CHECK(text_of(file) == "one");
  keep_profile(write_dump(folder.path(), "two"), kept, args_of("pointwise/add:eager:cpp:t1"));
  CHECK(text_of(file) == "two");
}

TEST_CASE("no name of a case leads out of the folder, or is too long for it") {
  const TemporaryFolder folder;
  const fs::path kept = folder.path() / "kept";
  const fs::path dump = write_dump(folder.path(), "text");
  for (const std::string& id : {std::string("../../x"), std::string("/etc/x"), std::string(".."), std::string(),
                                std::string("a \"b\" 'c' $d `e`\n"), std::string("ü\xff\0x", 5), std::string(300, 'x'),
                                std::string(300, '/')}) {
    CAPTURE(id);
    const fs::path file = keep_profile(dump, kept, args_of(id));
    CHECK(file.parent_path() == kept);
    CHECK(file.filename().string().size() <= 255);
    CHECK(file.filename().string().find_first_of("/\"'$` \n") == std::string::npos);
    CHECK(text_of(file) == "text");
  }
}

TEST_CASE("long names that differ late are kept apart by what they run") {
  const TemporaryFolder folder;
  const fs::path dump = write_dump(folder.path(), "text");
  Case first = args_of(std::string(300, 'x') + "1");
  Case second = args_of(std::string(300, 'x') + "2");
  second.definition_hash = "fedcba9876543210";
  CHECK(keep_profile(dump, folder.path(), first) != keep_profile(dump, folder.path(), second));
}

TEST_CASE("a folder that cannot be written is an error of the environment, with a way out") {
  const TemporaryFolder folder;
  const fs::path dump = write_dump(folder.path(), "text");
  const auto complaint = [&](const fs::path& from, const fs::path& to) {
    try {
      keep_profile(from, to, args_of("x"));
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::environment);
      CHECK_FALSE(error.hint().empty());
      return std::string(error.what());
    }
    return std::string();
  };
  // Below a file: not even root can write there.
  CHECK(
      complaint(dump, dump / "kept").starts_with("cannot write '" + (dump / "kept" / "x.01234567.callgrind").string()));
  CHECK(complaint(dump, dump).starts_with("cannot write "));
  CHECK(complaint(folder.path() / "missing", folder.path()).starts_with("cannot write "));
}

TEST_SUITE_END();
