// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "harness/report/flame/flamegraph.hpp"

namespace quern {

/// Where frames lie, in pixels: from the left margin, over so much of the page.
inline constexpr double kFlameMargin = 16;
inline constexpr double kFlameWidth = 1168;

struct FlameColor {
  double red = 0;
  double green = 0;
  double blue = 0;
};

/// How a frame looks, and what is said about it.
struct FlameLook {
  FlameColor color;
  std::string numbers;
};

struct FlameFrame {
  std::string name;
  std::string object;
  double x = 0;
  double width = 0;
  std::size_t depth = 0;
  FlameLook look;
};

/// A line below the frames.
struct FlameNote {
  FlameColor color;
  std::string text;
};

/// At most so many characters, with `…` in place of the rest; nothing if that would say nothing.
std::string shortened(const std::string& text, std::size_t most);

/// One SVG file: title, frames, notes below them, and a script. The first frame is the root.
void write_flame_page(const std::vector<FlameFrame>& frames, const std::vector<FlameNote>& notes,
                      const FlameGraphOptions& options, std::ostream& out);

}  // namespace quern
