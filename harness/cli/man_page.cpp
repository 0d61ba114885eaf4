// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/man_page.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>

#include "harness/cli/help_text.hpp"

namespace quern {
namespace {

// What roff takes for a command, or prints as a typographer's character that a shell does not know.
std::string_view escape_of(char c) {
  switch (c) {
    case '\\':
      return "\\e";
    case '-':
      return "\\-";
    case '\'':
      return "\\(aq";
    case '`':
      return "\\(ga";
    case '^':
      return "\\(ha";
    case '~':
      return "\\(ti";
    default:
      return {};
  }
}

std::string roff(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '.' && (escaped.empty() || escaped.back() == '\n')) escaped += "\\&";  // not a request
    const std::string_view escape = escape_of(c);
    escaped += escape.empty() ? std::string_view(&c, 1) : escape;
  }
  return escaped;
}

// The end of a help text, which is paragraphs: examples, exit codes, and what is to be known beside.
struct Footer {
  std::string examples;
  std::string exit_codes;
  std::string remarks;
};

std::string_view take_paragraph(std::string_view& text) {
  const std::size_t end = std::min(text.find("\n\n"), text.size());
  const std::string_view paragraph = text.substr(0, end);
  text.remove_prefix(std::min(end + 2, text.size()));
  return paragraph;
}

Footer footer_of(const CLI::App& app) {
  Footer footer;
  const std::string text = app.get_footer();
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view paragraph = take_paragraph(rest);
    if (paragraph.starts_with("Example"))
      footer.examples += fmt::format(".EX\n{}\n.EE\n", roff(paragraph.substr(paragraph.find('\n') + 1)));
    else if (paragraph.starts_with("Exit code"))
      footer.exit_codes += roff(paragraph) + "\n";
    else
      footer.remarks += fmt::format(".PP\n{}\n", roff(paragraph));
  }
  return footer;
}

std::string section(const char* title, const std::string& text) {
  return text.empty() ? std::string() : fmt::format(".SH {}\n{}", title, text);
}

std::string entries(const CLI::App& app, bool positional) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional() != positional || option->get_group().empty()) continue;
    text += fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(option->get_name(positional, !positional)),
                        roff(option_words(*option)), roff(option->get_description()));
  }
  return text;
}

std::string actions_of(const CLI::App& command, const std::string& name) {
  std::string text;
  for (const CLI::App* action : command.get_subcommands({})) {
    const Footer footer = footer_of(*action);
    text += fmt::format(".SS {}\n{}\n{}", roff(usage_of(*action, name + " " + action->get_name())),
                        roff(action->get_description()), footer.remarks);
    text += entries(*action, true) + entries(*action, false) + footer.exit_codes;
    if (!footer.examples.empty()) text += ".PP\n" + footer.examples;
  }
  return text;
}

std::string commands_of(const CLI::App& app) {
  std::string text;
  for (const CLI::App* command : app.get_subcommands({}))
    text += fmt::format(".TP\n\\fB{}\\-{}\\fR(1)\n{}\n", app.get_name(), roff(command->get_name()),
                        roff(command->get_description()));
  return text;
}

// `words` is how the command is called, "quern run"; the rest of the page differs between quern and its commands.
ManPage page_of(const CLI::App& app, const std::string& words, const std::string& version, const std::string& rest) {
  std::string name = words;
  std::replace(name.begin(), name.end(), ' ', '-');
  const Footer footer = footer_of(app);
  const std::string description = roff(app.get_description());
  // Without a date: the same sources give the same page.
  std::string text = fmt::format(".TH {0} 1 \"\" \"quern {1}\" \"Quern\"\n", roff(name), version);
  text += section("NAME", fmt::format("{} \\- {}\n", roff(name), description));
  text += section("SYNOPSIS", fmt::format("\\fB{}\\fR{}\n", words, roff(usage_of(app, words).substr(words.size()))));
  text += section("DESCRIPTION", fmt::format("{}\n{}", description, footer.remarks));
  text += section("ARGUMENTS", entries(app, true)) + section("OPTIONS", entries(app, false)) + rest;
  text += section("EXAMPLES", footer.examples) + section("EXIT STATUS", footer.exit_codes);
  return {name, text};
}

}  // namespace

std::vector<ManPage> man_pages(const CLI::App& app, const std::string& version) {
  std::vector<ManPage> pages = {page_of(app, app.get_name(), version, section("COMMANDS", commands_of(app)))};
  pages.front().text += ".SH SEE ALSO\n\\fBvalgrind\\fR(1)\n";
  for (const CLI::App* command : app.get_subcommands({})) {
    const std::string words = app.get_name() + " " + command->get_name();
    pages.push_back(page_of(*command, words, version, section("ACTIONS", actions_of(*command, words))));
    pages.back().text += fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", app.get_name());
  }
  return pages;
}

}  // namespace quern
