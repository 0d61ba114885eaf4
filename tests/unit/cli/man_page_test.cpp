// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/man_page.hpp"

#include <doctest/doctest.h>
#include <CLI/CLI.hpp>

#include "tests/unit/contains.hpp"

using namespace quern;
using namespace quern::test;

TEST_SUITE_BEGIN("harness/cli/man_page");

TEST_CASE("quern and each command have a page, an action is part of its command's") {
  CLI::App app("Grinds.", "mill");
  app.add_subcommand("fine", "Grind to flour");
  app.add_subcommand("store", "What was ground")->add_subcommand("list", "List the sacks");
  const std::vector<ManPage> pages = man_pages(app, "1.2");
  REQUIRE(pages.size() == 3);
  CHECK(pages[0].name == "mill");
  CHECK(contains(pages[0].text, "\\fBmill\\-fine\\fR(1)\nGrind to flour\n"));
  CHECK(pages[1].text.starts_with(
      ".TH mill\\-fine 1 \"\" \"quern 1.2\" \"Quern\"\n.SH NAME\nmill\\-fine \\- Grind to flour\n"));
  CHECK(pages[2].name == "mill-store");
  CHECK(contains(pages[2].text, ".SS mill store list [OPTIONS]\nList the sacks\n"));
}

TEST_CASE("what roff would take for its own is printed as it was typed") {
  CLI::App app("A\\B", "mill");
  bool flag = false;
  app.add_flag("--no-bran", flag, ".quern is 'here', ~ and ^ and `");
  const std::string text = man_pages(app, "1")[0].text;
  CHECK(contains(text, "A\\eB"));
  CHECK(contains(text, "\\fB\\-\\-no\\-bran\\fR\n\\&.quern is \\(aqhere\\(aq, \\(ti and \\(ha and \\(ga\n"));
}

TEST_CASE("the paragraphs of a footer go to their sections") {
  CLI::App app("Grinds.", "mill");
  app.footer("Corn is dry.\n\nExamples:\n  mill -f\n  mill\n\nExit codes: 0 ground.");
  const std::string text = man_pages(app, "1")[0].text;
  CHECK(contains(text, ".SH DESCRIPTION\nGrinds.\n.PP\nCorn is dry.\n"));
  CHECK(contains(text, ".SH EXAMPLES\n.EX\n  mill \\-f\n  mill\n.EE\n.SH EXIT STATUS\nExit codes: 0 ground.\n"));
}

TEST_SUITE_END();
