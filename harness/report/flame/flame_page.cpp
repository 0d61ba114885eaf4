// SPDX-License-Identifier: Apache-2.0
#include "harness/report/flame/flame_page.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/printable.hpp"
#include "harness/report/flame/flame_files.hpp"
#include "harness/report/text/xml.hpp"

namespace quern {
namespace {

constexpr double kPageWidth = kFlameWidth + 2 * kFlameMargin;
constexpr double kTop = 92;  // below the title, the subtitle and two lines about the frame under the mouse
constexpr double kRow = 17;
constexpr double kCharacter = 7.25;  // of a monospaced font of 12 pixels; the script has it, too

std::string to_text(const FlameColor& color) {
  const auto byte = [](double value) { return static_cast<unsigned>(std::lround(value)); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(color.red), byte(color.green), byte(color.blue));
}

std::string fitting(const std::string& text, double width) {
  return shortened(text, width < 6 ? 0 : static_cast<std::size_t>((width - 6) / kCharacter));
}

class FlamePage {
 public:
  FlamePage(const std::vector<FlameFrame>& frames, const std::vector<FlameNote>& notes, std::ostream& out)
      : frames_(frames), notes_(notes), out_(out) {
    std::size_t deepest = 0;
    for (const FlameFrame& frame : frames_) deepest = std::max(deepest, frame.depth);
    bottom_ = kTop + static_cast<double>(deepest + 1) * kRow;
  }

  void write(const FlameGraphOptions& options) {
    const double height = bottom_ + kRow * static_cast<double>(notes_.size()) + kFlameMargin;
    fmt::print(out_,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"flamegraph\" width=\"{0}\" height=\"{1}\" "
               "viewBox=\"0 0 {0} {1}\">\n<style>{2}</style>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
               kPageWidth, height, flame_style());
    write_head(options);
    for (const FlameFrame& frame : frames_) write_frame(frame);
    write_notes();
    fmt::print(out_, "<script><![CDATA[{}]]></script>\n</svg>\n", flame_script());
  }

 private:
  void write_head(const FlameGraphOptions& options) {
    write_line("title", {24, kFlameWidth - 180}, xml_clean(options.title));
    write_line("subtitle", {44, kFlameWidth - 180}, xml_clean(options.subtitle));
    write_line("name", {66, kFlameWidth}, "");
    write_line("numbers", {82, kFlameWidth}, "");
    const double right = kFlameMargin + kFlameWidth;
    fmt::print(out_,
               "<text class=\"button reset hidden\" x=\"{}\" y=\"24\" text-anchor=\"end\">Reset zoom</text>\n"
               "<text class=\"button search\" x=\"{}\" y=\"24\" text-anchor=\"end\">Search</text>\n"
               "<text class=\"subtitle matched\" x=\"{}\" y=\"44\" text-anchor=\"end\"></text>\n",
               right - 64, right, right);
  }

  struct Line {
    double y = 0;  // of the letters' feet
    double width = 0;
  };

  // An svg element clips what it holds.
  void write_line(std::string_view name, Line line, const std::string& text) {
    fmt::print(
        out_, "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"22\"><text class=\"{}\" x=\"0\" y=\"17\">{}</text></svg>\n",
        kFlameMargin, line.y - 17, line.width, name, xml_escaped(text));
  }

  void write_frame(const FlameFrame& frame) {
    fmt::print(out_,
               "<svg class=\"f\" x=\"{:.4f}\" y=\"{}\" width=\"{:.4f}\" height=\"{}\"><title>{}\n{}\n{}</title>"
               "<rect width=\"{:.4f}\" height=\"{}\" fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"0.5\"/>"
               "<text x=\"3\" y=\"12.5\">{}</text></svg>\n",
               frame.x, kTop + static_cast<double>(frame.depth) * kRow, frame.width, kRow, xml_escaped(frame.name),
               xml_escaped(frame.object), xml_escaped(frame.look.numbers), frame.width, kRow, to_text(frame.look.color),
               xml_escaped(fitting(frame.name, frame.width)));
  }

  void write_notes() {
    double y = bottom_ + kFlameMargin / 2;
    for (const FlameNote& note : notes_) {
      fmt::print(out_,
                 "<rect x=\"{}\" y=\"{}\" width=\"11\" height=\"11\" fill=\"{}\"/>"
                 "<text x=\"{}\" y=\"{}\">{}</text>\n",
                 kFlameMargin, y + 2, to_text(note.color), kFlameMargin + 18, y + 12,
                 xml_escaped(fitting(xml_clean(note.text), kFlameWidth - 18)));
      y += kRow;
    }
  }

  const std::vector<FlameFrame>& frames_;
  const std::vector<FlameNote>& notes_;
  std::ostream& out_;
  double bottom_ = 0;
};

}  // namespace

std::string shortened(const std::string& text, std::size_t most) {
  if (character_count(text) <= most) return text;
  if (most < 3) return {};
  std::size_t end = 0;
  for (std::size_t i = 0; i + 1 < most; ++i) end += utf8_character(std::string_view(text).substr(end));
  return text.substr(0, end) + "…";
}

void write_flame_page(const std::vector<FlameFrame>& frames, const std::vector<FlameNote>& notes,
                      const FlameGraphOptions& options, std::ostream& out) {
  FlamePage(frames, notes, out).write(options);
}

}  // namespace quern
