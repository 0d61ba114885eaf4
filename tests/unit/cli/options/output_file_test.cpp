// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/output_file.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "base/error.hpp"
#include "harness/process/temporary_folder.hpp"

using namespace quern;
namespace fs = std::filesystem;

namespace {

std::string text_in(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::string write(const fs::path& path, const std::string& text) {
  std::ostringstream out;
  OutputFile(path).write(text, out);
  return out.str();
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_SUITE_BEGIN("harness/cli/options/output_file");

TEST_CASE("no name is standard output") { CHECK(write("", "text") == "text"); }

TEST_CASE("a file has the text and standard output nothing, and nothing else is left") {
  const TemporaryFolder folder;
  CHECK(write(folder.path() / "run.json", "text").empty());
  CHECK(text_in(folder.path() / "run.json") == "text");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("an old file stays as it was until the new one is whole") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "run.json") << "old";
  const OutputFile file(folder.path() / "run.json");
  CHECK(text_in(folder.path() / "run.json") == "old");
  std::ostringstream out;
  file.write("new", out);
  CHECK(text_in(folder.path() / "run.json") == "new");
}

TEST_CASE("what cannot be written is told before there is anything to write") {
  const TemporaryFolder folder;
  for (const fs::path& path : {folder.path() / "no" / "such", fs::path("/proc/quern"), folder.path()}) {
    CAPTURE(path.string());
    try {
      const OutputFile file(path);
      FAIL("opened");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::environment);
      CHECK(std::string(error.what()).starts_with("cannot write '" + path.string()));
    }
  }
  CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("a full disk is an environment error") {
  try {
    write("/dev/full", "text");
    FAIL("written");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK(std::string(error.what()) == "cannot write '/dev/full': No space left on device");
  }
}

TEST_CASE("devices and pipes are written to and not replaced") {
  CHECK(write("/dev/null", "text").empty());
  CHECK(fs::is_character_file("/dev/null"));
  const TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::string got;
  std::thread reader([&] { got = text_in(pipe); });
  write(pipe, "text");
  reader.join();
  CHECK(got == "text");
  CHECK(fs::is_fifo(pipe));
}

TEST_CASE("a link is replaced by the file, and what it led to stays as it was") {
  const TemporaryFolder folder;
  write(folder.path() / "real", "somebody's");
  fs::create_symlink(folder.path() / "real", folder.path() / "link");
  for (const char* text : {"first", "second"}) {
    write(folder.path() / "link", text);
    CHECK_FALSE(fs::is_symlink(folder.path() / "link"));
    CHECK(text_in(folder.path() / "link") == text);
    CHECK(text_in(folder.path() / "real") == "somebody's");
  }
}

TEST_CASE("a file that became a folder meanwhile is an environment error, and nothing is left") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "run.json";
  const OutputFile file(path);
  fs::create_directories(path / "below");
  std::ostringstream out;
  CHECK_THROWS_AS(file.write("text", out), Error);
  CHECK(files_in(folder.path()) == 1);
}

TEST_SUITE_END();
