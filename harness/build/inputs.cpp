// SPDX-License-Identifier: Apache-2.0
#include "harness/build/inputs.hpp"

#include "base/hash.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

// Fields end with a zero byte, the one that no path contains.
constexpr std::string_view kFormat{"quern.inputs/1\0", 15};

void append_field(std::string& text, std::string_view field) { (text += field) += '\0'; }

std::string_view take_field(std::string_view& text) {
  const std::size_t end = text.find('\0');
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return field;
}

std::string body(const Manifest& manifest) {
  std::string text;
  for (const auto& [path, state] : manifest.read)
    for (const std::string_view field : {std::string_view("read"), std::string_view(path),
                                         std::string_view(state.content), std::string_view(state.identity)})
      append_field(text, field);
  for (const auto& [name, checksum] : manifest.made)
    for (const std::string_view field : {std::string_view("made"), std::string_view(name), std::string_view(checksum)})
      append_field(text, field);
  return text;
}

}  // namespace

void Inputs::add(const Inputs& more) {
  files.insert(more.files.begin(), more.files.end());
  absent.insert(more.absent.begin(), more.absent.end());
  if (more.since != 0 && (since == 0 || more.since < since)) since = more.since;
}

std::string Manifest::text() const {
  const std::string rest = body(*this);
  std::string text(kFormat);
  append_field(text, hash_fields({rest}));
  return text + rest;
}

std::optional<Manifest> Manifest::parse(std::string_view text) {
  if (!text.starts_with(kFormat)) return std::nullopt;
  text.remove_prefix(kFormat.size());
  const std::string_view checksum = take_field(text);
  if (checksum != hash_fields({text})) return std::nullopt;
  Manifest manifest;
  while (!text.empty()) {
    const bool read = take_field(text) == "read";
    const std::string name(take_field(text));
    std::string content(take_field(text));
    if (read)
      manifest.read[name] = {std::move(content), std::string(take_field(text)), 0};
    else
      manifest.made[name] = std::move(content);
  }
  return manifest;
}

std::string Manifest::state() const {
  std::string all;
  for (const auto& [path, file] : read) all += hash_fields({path, file.content});
  return hash_fields({all});
}

std::map<std::string, std::string> checksums(const fs::path& folder) {
  FileStates states;
  std::map<std::string, std::string> found;
  std::error_code ignored;
  for (const fs::directory_entry& file : fs::directory_iterator(folder, ignored))
    if (const std::string name = file.path().filename().string(); name != "inputs")
      // A link would be followed to a file that may change later.
      found[name] = file.is_symlink(ignored) ? "link" : states.look(file.path().string()).content;
  return found;
}

}  // namespace quern
