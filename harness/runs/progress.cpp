// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/progress.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>

#include "base/printable.hpp"

namespace quern {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPlainEvery{10};

}  // namespace

Progress::Style progress_style(bool quiet, int descriptor) {
  if (quiet) return Progress::Style::silent;
  return isatty(descriptor) == 1 ? Progress::Style::terminal : Progress::Style::plain;
}

void Progress::phase(const std::string& text) {
  if (style_ == Style::plain) fmt::print(err_, "{}\n", printable(text));
  if (style_ == Style::terminal) show(printable(text));
  err_.flush();
}

void Progress::done(const std::string& id, bool measured) {
  ++done_;
  if (measured && measured_++ == 0) measuring_since_ = Clock::now();
  if (style_ == Style::terminal) show(fmt::format("[{}/{}] {} {}", done_, cases_, remaining(), printable(id)));
  const bool due = Clock::now() - last_line_ >= kPlainEvery || done_ == cases_;
  if (style_ != Style::plain || !measured || !due) return;
  fmt::print(err_, "{}/{} done {}\n", done_, cases_, remaining());
  err_.flush();
  last_line_ = Clock::now();
}

std::string Progress::remaining() const {
  if (measured_ < 2 || done_ >= cases_) return "";
  const double elapsed = std::chrono::duration<double>(Clock::now() - measuring_since_).count();
  const double left = elapsed / static_cast<double>(measured_ - 1) * static_cast<double>(cases_ - done_);
  return fmt::format("{}:{:02} left", static_cast<int>(left) / 60, static_cast<int>(left) % 60);
}

void Progress::show(const std::string& text) {
  fmt::print(err_, "\r\x1b[K{}", text);
  err_.flush();
  line_open_ = true;
}

void Progress::clear() {
  if (line_open_) fmt::print(err_, "\r\x1b[K");
  err_.flush();
  line_open_ = false;
}

}  // namespace quern
