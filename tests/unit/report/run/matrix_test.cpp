// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/matrix.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "tests/unit/model/made_up_run.hpp"

using namespace quern;

namespace {

std::string matrix(const Run& run, bool color = false) {
  std::ostringstream out;
  write_matrix(run, {color}, out);
  return out.str();
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/run/matrix");

TEST_CASE("a statement is a row, languages and runtimes are columns") {
  test::MadeUpRun made;
  made.add_ok({"nn", "ReLU"}, Verdict::exact, 14098);
  made.last().language = Language::python;
  made.add_ok({"nn", "ReLU"}, Verdict::exact, 5122);
  made.add_ok({"nn", "ReLU"}, Verdict::exact, 9476);
  made.last().runtime = Runtime::torchscript;
  made.add_ok({"nn", "ReLU"}, Verdict::exact, 9500);
  made.last().num_threads = 2;
  made.add_ok({"training", "simple"}, Verdict::jitter, 137795.5, 20);
  made.last().pass = Pass::forward_backward;
  made.add_failed({"training", "broken"}, "no");
  made.last().language = Language::python;
  CHECK(matrix(made.run) ==
        "                 Python eager       C++ eager      C++ script\n"
        "nn\n"
        "  ReLU                 14,098           5,122           9,476\n"
        "  ReLU t2                               9,500\n"
        "training\n"
        "  simple +bwd                     ~137,795.50\n"
        "  broken               failed\n"
        "\n"
        "~ did not repeat exactly; '--layout list' shows by how much\n"
        "\n"
        "5 measured (4 exact, 0 settled, 1 jitter), 1 failed, 0 skipped; 61.2 s\n"
        "LibTorch 1.13.1, clang 14.0.6, Valgrind 3.19.0, allocator pinned\n");
}

TEST_CASE("names are printable, and colours stand around jitter and failures only") {
  test::MadeUpRun made;
  made.add_ok({"G", "a\x1b[2J"}, Verdict::exact, 1);
  made.add_failed({"G", "b"}, "no");
  const std::string plain = matrix(made.run);
  CHECK(plain.find('\x1b') == std::string::npos);
  const std::string colored = matrix(made.run, true);
  CHECK(colored.find("\x1b[31m        failed\x1b[0m") != std::string::npos);
  CHECK(colored.find("\x1b[2J") == std::string::npos);
}

TEST_SUITE_END();
