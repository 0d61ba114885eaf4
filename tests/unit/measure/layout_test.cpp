// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/layout.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace quern;

TEST_SUITE_BEGIN("harness/measure/layout");

TEST_CASE("ten layouts move libraries and stack by ten different distances, and the stack stays aligned") {
  std::set<int> pages;
  std::set<std::size_t> lengths;
  for (int layout = 1; layout <= 10; ++layout) {
    const std::string value = layout_variable(layout);
    const std::string number = std::to_string(layout) + ":";
    CHECK(padding_pages(layout) > 0);
    CHECK(value.starts_with(number));
    CHECK((value.size() - number.size()) % 16 == 0);
    pages.insert(padding_pages(layout));
    lengths.insert(value.size() - number.size());
  }
  CHECK(pages.size() == 10);
  CHECK(lengths.size() == 10);
}

TEST_CASE("the usual layout adds nothing to the stack") { CHECK(layout_variable(0) == "0:"); }

TEST_SUITE_END();
