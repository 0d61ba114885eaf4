// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace quern {

/// Writes pictures as SVG or, through librsvg's `rsvg-convert`, as PNG: which one it is, the file's ending says.
class PictureFile {
 public:
  /// Throws Error(usage) for another ending, Error(environment) if there is no rsvg-convert: before hours of work.
  explicit PictureFile(std::filesystem::path path);

  /// The file of one of several pictures: `name` is added to the file's own, by letters that are harmless in names.
  [[nodiscard]] PictureFile named(const std::string& name) const;

  /// Throws Error(environment) if it cannot be written; a file that was there stays as it was then.
  void write(const std::string& svg) const;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  [[nodiscard]] std::string png_of(const std::string& svg) const;

  std::filesystem::path path_;
  std::filesystem::path converter_;  // empty: SVG
};

}  // namespace quern
