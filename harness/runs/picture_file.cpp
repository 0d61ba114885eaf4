// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/picture_file.hpp"

#include <fmt/format.h>

#include <cctype>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/replaced_file.hpp"
#include "harness/process/process_runner.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kPictureTimeout{60};
constexpr const char* kZoom = "2";  // sharp on a screen of twice the usual density

fs::path find_converter() {
  const std::map<std::string, std::string> variables = current_environment();
  const auto path = variables.find("PATH");
  fs::path found =
      make_process_runner()->find_program("rsvg-convert", path == variables.end() ? "/usr/bin:/bin" : path->second);
  if (found.empty())
    throw Error(ErrorKind::environment, "no rsvg-convert, which makes PNG pictures",
                "apt-get install librsvg2-bin, or let --plot name a file that ends in .svg");
  return found;
}

std::string harmless(const std::string& name) {
  std::string text;
  for (const char c : name) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 128;
    if (letter)
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!text.ends_with('_'))
      text += '_';
  }
  return text;
}

}  // namespace

PictureFile::PictureFile(fs::path path) : path_(std::move(path)) {
  const std::string ending = path_.extension().string();
  if (ending != ".svg" && ending != ".png")
    throw Error(ErrorKind::usage, fmt::format("'{}' is no picture that can be written", path_.string()),
                "let the file end in .svg or .png");
  if (ending == ".png") converter_ = find_converter();
  require_replaceable(path_);
}

PictureFile PictureFile::named(const std::string& name) const {
  PictureFile other = *this;
  other.path_.replace_filename(
      fmt::format("{}-{}{}", path_.stem().string(), harmless(name), path_.extension().string()));
  return other;
}

void PictureFile::write(const std::string& svg) const { replace_file(path_, converter_.empty() ? svg : png_of(svg)); }

std::string PictureFile::png_of(const std::string& svg) const {
  const TemporaryFolder folder;
  const fs::path drawn = folder.path() / "picture.svg";
  const fs::path converted = folder.path() / "picture.png";
  replace_file(drawn, svg);
  const ChildExit exit =
      make_process_runner()->run({converter_,
                                  {"--format", "png", "--zoom", kZoom, "--output", converted.string(), drawn.string()},
                                  current_environment(),
                                  folder.path() / "said"},
                                 kPictureTimeout);
  if (exit.how != ChildExit::How::exited || exit.code != 0)
    throw Error(
        ErrorKind::environment,
        fmt::format("rsvg-convert could not make '{}': {}", path_.string(), read_tail(folder.path() / "said", 300)),
        "let --plot name a file that ends in .svg");
  return read_file(converted);
}

}  // namespace quern
