// SPDX-License-Identifier: Apache-2.0
#include "util/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace catena::detail {
namespace {

constexpr double kWide = 720, kHigh = 440, kLeft = 80, kRight = 20, kTop = 44, kBottom = 56;
constexpr std::array kColours = {"#1f4e8c", "#c0392b", "#2e7d32", "#8e5ea2", "#b26a00"};

struct Scale {
  double from, to;  // in values, after the logarithm
  double low, high;  // in points
  bool log;

  double at(double v) const {
    const double u = log ? std::log10(v) : v;
    return low + (high - low) * (u - from) / (to - from);
  }
};

// 1, 2 or 5 times a power of ten, so that a range has four to ten of them.
double round_step(double range) {
  const double power = std::pow(10, std::floor(std::log10(range / 4)));
  for (double step : {5.0, 2.0})
    if (range / (step * power) >= 4) return step * power;
  return power;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

std::string text(double x, double y, const std::string& what, const char* more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, more, escaped(what));
}

std::string ticks_x(const Scale& sx) {
  std::string out;
  const double step = round_step(sx.to - sx.from);
  for (double v = std::ceil(sx.from / step) * step; v <= sx.to * (1 + 1e-12); v += step) {
    out += fmt::format("<path d=\"M{0:.1f} {1}V{2}\" class=\"grid\"/>\n", sx.at(v), kTop, kHigh - kBottom);
    out += text(sx.at(v), kHigh - kBottom + 18, fmt::format("{:g}", v), "text-anchor=\"middle\"");
  }
  return out;
}

std::string tick_y(const Scale& sy, double v) {
  return fmt::format("<path d=\"M{} {:.1f}H{}\" class=\"grid\"/>\n", kLeft, sy.at(v), kWide - kRight) +
         text(kLeft - 8, sy.at(v) + 4, fmt::format("{:g}", v), "text-anchor=\"end\"");
}

std::string ticks_y(const Scale& sy) {
  std::string out;
  if (sy.log) {
    for (double e = sy.from; e <= sy.to + 1e-9; e += 1) out += tick_y(sy, std::pow(10, e));
    return out;
  }
  const double step = round_step(sy.to - sy.from);
  for (int k = 0; sy.from + k * step <= sy.to * (1 + 1e-12); ++k) out += tick_y(sy, sy.from + k * step);
  return out;
}

}  // namespace

std::string Plot::svg() const {
  double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;
  for (const Curve& c : curves) {
    for (double x : c.x) x0 = std::min(x0, x), x1 = std::max(x1, x);
    for (double y : c.y) y0 = std::min(y0, y), y1 = std::max(y1, y);
  }
  const Scale sx{std::min(0.0, x0), x1, kLeft, kWide - kRight, false};
  const Scale sy = log_y ? Scale{std::floor(std::log10(y0)), std::ceil(std::log10(y1)), kHigh - kBottom, kTop, true}
                         : Scale{std::min(0.0, y0), y1 * 1.05, kHigh - kBottom, kTop, false};
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<style>.grid{{stroke:#ddd;fill:none}} .curve{{fill:none;stroke-width:2}}</style>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
      kWide, kHigh);
  out += text(kLeft, 22, title, "font-size=\"15\"");
  out += ticks_x(sx) + ticks_y(sy);
  out += text((kLeft + kWide - kRight) / 2, kHigh - 14, x_label, "text-anchor=\"middle\"");
  out += text(0, 0, y_label,
              fmt::format("text-anchor=\"middle\" transform=\"translate(18 {}) rotate(-90)\"",
                          (kTop + kHigh - kBottom) / 2)
                  .c_str());
  for (std::size_t k = 0; k < curves.size(); ++k) {
    const Curve& c = curves[k];
    const char* colour = kColours[k % kColours.size()];
    std::string path;
    for (std::size_t i = 0; i < c.x.size(); ++i)
      path += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", sx.at(c.x[i]), sy.at(c.y[i]));
    out += fmt::format("<path d=\"{}\" class=\"curve\" stroke=\"{}\"/>\n", path, colour);
    const double y = kTop + 18 + 18 * static_cast<double>(k);
    out += fmt::format("<path d=\"M{} {}h24\" class=\"curve\" stroke=\"{}\"/>\n", kLeft + 12, y, colour);
    out += text(kLeft + 42, y + 4, c.name, "");
  }
  return out + "</svg>\n";
}

}  // namespace catena::detail
