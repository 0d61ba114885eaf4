// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/help_text.hpp"

#include <doctest/doctest.h>

#include <memory>

using namespace quern;

TEST_SUITE_BEGIN("harness/cli/help_text");

namespace {

class Mill {
 public:
  Mill() {
    app_.formatter(std::make_shared<HelpText>());
    app_.set_help_flag("-h,--help", "Print this help and exit");
  }

  CLI::App& app() { return app_; }
  [[nodiscard]] std::string help() const { return app_.help(); }

 private:
  CLI::App app_{"Grinds.", "mill"};
};

}  // namespace

TEST_CASE("help has the same words whatever CLI11's are: types, defaults, variables, what excludes what") {
  Mill mill;
  std::string stone = "sand";
  int speed = 3;
  bool fine = false;
  CLI::Option* const first = mill.app().add_option("--stone", stone, "Of what")->capture_default_str();
  mill.app().add_option("-s,--speed", speed, "How fast")->type_name("N")->check(CLI::Range(1, 9))->envname("SPEED");
  mill.app().add_flag("--fine", fine, "Flour")->excludes(first);
  CHECK(mill.help() ==
        "Grinds.\n"
        "Usage: mill [OPTIONS]\n"
        "\n"
        "Options:\n"
        "  -h,--help                   Print this help and exit\n"
        "  --stone TEXT=sand Excludes: --fine\n"
        "                              Of what\n"
        "  -s,--speed N:INT in [1 - 9] (Env:SPEED)\n"
        "                              How fast\n"
        "  --fine Excludes: --stone    Flour\n"
        "\n");
}

TEST_CASE("help lists arguments and actions, and ends with its footer") {
  Mill mill;
  std::string corn;
  std::vector<std::string> sacks;
  mill.app().add_option("CORN", corn, "What to grind")->required();
  mill.app().add_option("SACK", sacks, "Where to put it");
  mill.app().add_subcommand("stop", "Stand still");
  mill.app().footer("Corn is dry.");
  CHECK(mill.help() ==
        "Grinds.\n"
        "Usage: mill [OPTIONS] CORN [SACK...] SUBCOMMAND\n"
        "\n"
        "Positionals:\n"
        "  CORN TEXT REQUIRED          What to grind\n"
        "  SACK TEXT ...               Where to put it\n"
        "\n"
        "Options:\n"
        "  -h,--help                   Print this help and exit\n"
        "\n"
        "Subcommands:\n"
        "  stop                        Stand still\n"
        "\n"
        "Corn is dry.\n");
}

TEST_CASE("an action's help has the words of the command that it belongs to") {
  Mill mill;
  int sacks = 2;
  CLI::App* const fill = mill.app().add_subcommand("fill", "Fill sacks");
  fill->add_option("--sacks", sacks, "How many")->type_name("N")->capture_default_str();
  CHECK(fill->help("mill").find("--sacks N=2") != std::string::npos);
}
