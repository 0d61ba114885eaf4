// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>

#include "base/descriptor.hpp"

namespace quern {

/// Folders of a place beside its environments. Their names begin with a dot, which no environment's does.
inline std::filesystem::path making_folder(const std::filesystem::path& place) { return place / ".making"; }
inline std::filesystem::path downloads_folder(const std::filesystem::path& place) { return place / ".downloads"; }

/// The right to change what is in a place: one process has it at a time. With it, what a killed process left half-made
/// is swept away.
class PlaceLock {
 public:
  /// Makes the place if there is none, and waits for whoever has it; `on_wait` is called once before that. Throws
  /// Error(environment) if the place cannot be written to, Error(interrupted).
  PlaceLock(const std::filesystem::path& place, const std::function<void()>& on_wait);

 private:
  Descriptor file_;
};

/// A name in `.making` that is removed with this object, unless it was renamed by then. Needs no lock.
class HalfMade {
 public:
  HalfMade(const std::filesystem::path& place, const std::string& name);
  ~HalfMade();
  HalfMade(const HalfMade&) = delete;
  HalfMade& operator=(const HalfMade&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace quern
