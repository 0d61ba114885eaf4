// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/fetch/wheel.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace quern;

namespace {

Wheel tagged(const std::string& tags) { return read_wheel_name("torch-2.6.0-" + tags + ".whl").value(); }

bool runs_on_debian(const std::string& platform) {
  return runs_on(tagged("cp311-cp311-" + platform), {"x86_64", "2.36"});
}

std::string chosen_python(const std::vector<Wheel>& wheels) {
  const Wheel* const chosen = wheel_for_cpp(wheels, "2.6.0");
  return chosen == nullptr ? "none" : chosen->python;
}

}  // namespace

TEST_SUITE_BEGIN("harness/environment/fetch/wheel");

TEST_CASE("a name tells version and tags, whether there is a build number or not") {
  const Wheel wheel = read_wheel_name("torch-2.6.0+cpu-1-cp311-cp311m-linux_x86_64.whl").value();
  CHECK(wheel.version == "2.6.0+cpu");
  CHECK(wheel.python == "cp311");
  CHECK(wheel.abi == "cp311m");
  CHECK(wheel.platform == "linux_x86_64");
  CHECK(tagged("cp37-cp37m-manylinux1_x86_64").python == "cp37");
}

TEST_CASE("what is no name of a wheel is none") {
  for (const char* name : {"", ".whl", "torch-2.6.0.tar.gz", "torch-2.6.0-cp311-cp311.whl", "a/torch-2.6.0-a-b-c.whl"})
    CHECK_FALSE(read_wheel_name(name));
}

TEST_CASE("a wheel must be for Linux, this processor and no newer glibc") {
  for (const char* good : {"linux_x86_64", "manylinux1_x86_64", "manylinux2010_x86_64", "manylinux2014_x86_64",
                           "manylinux_2_28_x86_64", "manylinux_2_36_x86_64", "manylinux_2_99_x86_64.manylinux1_x86_64"})
    CHECK_MESSAGE(runs_on_debian(good), good);
  for (const char* bad : {"manylinux_2_37_x86_64", "manylinux1_aarch64", "manylinux_x_x86_64", "musllinux_1_1_x86_64",
                          "win_amd64", "macosx_10_9_x86_64", "any"})
    CHECK_FALSE_MESSAGE(runs_on_debian(bad), bad);
}

TEST_CASE("a wheel fits the Python of its tag, unless it is for one without a lock") {
  CHECK(fits_python(tagged("cp311-cp311-linux_x86_64"), "3.11.7"));
  CHECK(fits_python(tagged("cp37-cp37m-linux_x86_64"), "3.7.16"));
  CHECK_FALSE(fits_python(tagged("cp311-cp311-linux_x86_64"), "3.1.1"));
  CHECK_FALSE(fits_python(tagged("cp313-cp313t-linux_x86_64"), "3.13.0"));
  CHECK_FALSE(fits_python(tagged("cp311-cp311-linux_x86_64"), "3"));
}

TEST_CASE("the C++ part comes from the wheel for the same Python in as many releases as possible") {
  const Wheel old = tagged("cp37-cp37m-l");
  const Wheel usual = tagged("cp311-cp311-l");
  const Wheel newer = tagged("cp312-cp312-l");
  CHECK(chosen_python({newer, usual, old}) == "cp311");
  CHECK(chosen_python({old, newer}) == "cp37");
  CHECK(chosen_python({tagged("cp39-cp39-l"), newer, tagged("cp310-cp310-l"), tagged("cp313-cp313t-l")}) == "cp312");
  CHECK(chosen_python({tagged("cp313-cp313t-l")}) == "none");
  CHECK(wheel_for_cpp(std::vector{usual}, "2.6.1") == nullptr);
}

TEST_SUITE_END();
