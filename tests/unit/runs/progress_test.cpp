// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/progress.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>

#include <sstream>

#include "base/descriptor.hpp"

using namespace quern;
using Style = Progress::Style;

TEST_SUITE_BEGIN("harness/runs/progress");

TEST_CASE("a quiet run says nothing") {
  std::ostringstream err;
  {
    Progress progress(err, Style::silent, 1);
    progress.phase("compiling");
    progress.done("a", true);
    progress.clear();
  }
  CHECK(err.str().empty());
}

TEST_CASE("elsewhere than on a terminal there are plain lines, and not one for each case") {
  std::ostringstream err;
  {
    Progress progress(err, Style::plain, 4);
    progress.phase("compiling");
    progress.done("skipped", false);
    for (const char* id : {"a", "b", "c"}) progress.done(id, true);
  }
  CHECK(err.str().starts_with("compiling\n2/4 done \n"));
  CHECK(err.str().ends_with("\n4/4 done \n"));
  CHECK(err.str().find('\x1b') == std::string::npos);
  CHECK(err.str().find('\r') == std::string::npos);
}

TEST_CASE("on a terminal one line is written over, and gone at the end") {
  std::ostringstream err;
  {
    Progress progress(err, Style::terminal, 3);
    progress.phase("compiling");
    progress.done("a", true);
    progress.done("b", true);
  }
  const std::string text = err.str();
  CHECK(text.starts_with("\r\x1b[Kcompiling\r\x1b[K[1/3]  a\r\x1b[K[2/3] 0:00 left b"));
  CHECK(text.ends_with("b\r\x1b[K"));
  CHECK(text.find('\n') == std::string::npos);
}

TEST_CASE("an id cannot move the cursor") {
  std::ostringstream err;
  Progress(err, Style::terminal, 2).done("a\x1b[2J\n", true);
  CHECK(err.str().find("a\\x1b[2J\\x0a") != std::string::npos);
}

TEST_CASE("the style follows what the stream is") {
  const Descriptor file(open("/dev/null", O_WRONLY | O_CLOEXEC));
  CHECK(progress_style(false, file.number()) == Style::plain);
  CHECK(progress_style(true, file.number()) == Style::silent);
}

TEST_SUITE_END();
