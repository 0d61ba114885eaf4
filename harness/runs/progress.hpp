// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstddef>
#include <ostream>
#include <string>

namespace quern {

/// Says on stderr how far a run is: one line that is written over on a terminal, plain lines elsewhere.
class Progress {
 public:
  enum class Style { silent, plain, terminal };

  Progress(std::ostream& err, Style style, std::size_t cases) : err_(err), style_(style), cases_(cases) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void phase(const std::string& text);
  /// One more case is done. `measured`: it took part of the measuring time, so it counts for the estimate.
  void done(const std::string& id, bool measured);
  void clear();

 private:
  void show(const std::string& text);
  [[nodiscard]] std::string remaining() const;

  std::ostream& err_;
  Style style_;
  std::size_t cases_;
  std::size_t done_ = 0;
  std::size_t measured_ = 0;
  std::chrono::steady_clock::time_point measuring_since_;
  std::chrono::steady_clock::time_point last_line_;
  bool line_open_ = false;
};

/// Terminal if `descriptor` is one.
Progress::Style progress_style(bool quiet, int descriptor);

}  // namespace quern
