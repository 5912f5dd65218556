// SPDX-License-Identifier: Apache-2.0
// A drawing of boxes, lines and words as SVG.
#pragma once

#include <fmt/format.h>

#include <string>

namespace catena::reproduce::detail {

inline constexpr const char *kDark = "#1f4e8c", *kLight = "#c9d8ea", *kNone = "#ffffff", *kLine = "#777",
                            *kText = "#222";

// A drawing in points.
class Canvas {
 public:
  Canvas(double width, double height) : width_(width), height_(height) {}
  void box(double x, double y, double w, double h, const std::string& fill) {
    body_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" stroke=\"{}\"/>\n", x,
        y, w, h, fill, kLine);
  }
  void line(double x1, double y1, double x2, double y2, double width, const char* colour = kText) {
    body_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-width=\"{:g}\"/>\n",
        x1, y1, x2, y2, colour, width);
  }
  void circle(double x, double y, double r, const char* fill, const char* colour = kText) {
    body_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"{}\"/>\n", x,
                         y, r, fill, colour);
  }
  void path(const std::string& d, const char* fill) {
    body_ += fmt::format("<path d=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n", d, fill, kText);
  }
  void text(double x, double y, const std::string& words, double size = 12, const char* anchor = "middle",
            const char* colour = kText) {
    body_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", x, y,
        size, anchor, colour, words);
  }
  std::string svg() const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
        "height=\"{1:g}\" "
        "font-family=\"sans-serif\">\n<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"#fff\"/>\n{2}</svg>\n",
        width_, height_, body_);
  }

 private:
  double width_, height_;
  std::string body_;
};

}  // namespace catena::reproduce::detail
