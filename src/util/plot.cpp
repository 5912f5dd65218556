// SPDX-License-Identifier: Apache-2.0
#include "util/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace catena::detail {
namespace {

constexpr double kWide = 760, kHigh = 460, kLeft = 72, kRight = 24, kTop = 74, kBottom = 58;
constexpr std::array kColours = {"#1f4e8c", "#c0392b", "#2e7d32", "#8e5ea2", "#b26a00"};

struct Scale {
  double from, to;   // in values, after the logarithm
  double low, high;  // in points
  bool log;

  double at(double v) const {
    const double u = log ? std::log10(v) : v;
    return low + (high - low) * (u - from) / (to - from);
  }
};

struct Range {
  double from = INFINITY, to = -INFINITY;

  void take(const std::vector<double>& values) {
    for (const double v : values) from = std::min(from, v), to = std::max(to, v);
  }
};

// 1, 2 or 5 times a power of ten, so that a range has four to ten of them.
double round_step(double range) {
  const double power = std::pow(10, std::floor(std::log10(range / 4)));
  for (const double step : {5.0, 2.0})
    if (range / (step * power) >= 4) return step * power;
  return power;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

std::string text(double x, double y, const std::string& what, const std::string& more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more.empty() ? "" : " " + more,
                     escaped(what));
}

std::string tick_x(const Scale& sx, double v) {
  const double base = kHigh - kBottom;
  return fmt::format("<path d=\"M{0:.1f} {1}V{2}\" class=\"grid\"/>\n", sx.at(v), kTop, base) +
         text(sx.at(v), base + 19, fmt::format("{:g}", v), "text-anchor=\"middle\"");
}

// 1, 2 and 5 times each power of ten.
std::string log_ticks_x(const Scale& sx) {
  std::string out;
  for (int e = static_cast<int>(std::floor(sx.from)); e <= static_cast<int>(sx.to); ++e)
    for (const double m : {1, 2, 5})
      if (const double v = m * std::pow(10, e);
          std::log10(v) > sx.from - 1e-9 && std::log10(v) < sx.to + 1e-9)
        out += tick_x(sx, v);
  return out;
}

std::string ticks_x(const Scale& sx) {
  if (sx.log) return log_ticks_x(sx);
  std::string out;
  const double step = round_step(sx.to - sx.from);
  const auto first = static_cast<long>(std::ceil(sx.from / step)),
             last = static_cast<long>(sx.to / step + 1e-9);
  for (long k = first; k <= last; ++k) out += tick_x(sx, static_cast<double>(k) * step);
  return out;
}

std::string tick_y(const Scale& sy, double v, const std::string& label) {
  const double y = sy.at(v);
  return fmt::format("<path d=\"M{} {:.1f}H{}\" class=\"grid\"/>\n", kLeft, y, kWide - kRight) +
         fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kLeft - 9, y + 4, label);
}

std::string ticks_y(const Scale& sy) {
  std::string out;
  if (sy.log) {
    for (int e = static_cast<int>(sy.from); e <= static_cast<int>(sy.to); ++e)
      out += tick_y(
          sy, std::pow(10, e),
          fmt::format("10<tspan dy=\"-5\" font-size=\"10\">{}{}</tspan>", e < 0 ? "−" : "", std::abs(e)));
    return out;
  }
  const double step = round_step(sy.to - sy.from);
  const auto last = static_cast<long>((sy.to - sy.from) / step + 1e-9);
  for (long k = 0; k <= last; ++k) {
    const double v = sy.from + static_cast<double>(k) * step;
    out += tick_y(sy, v, fmt::format("{:g}", v));
  }
  return out;
}

Scale vertical(const std::vector<Curve>& curves, bool log) {
  Range y;
  for (const Curve& c : curves) y.take(c.y), y.take(c.lower), y.take(c.upper);
  if (log) {
    const double from = std::floor(std::log10(y.from));
    return {from, std::max(from + 1, std::ceil(std::log10(y.to))), kHigh - kBottom, kTop, true};
  }
  return {std::min(0.0, y.from), y.to > 0 ? y.to * 1.05 : 1, kHigh - kBottom, kTop, false};
}

std::string line_through(const Scale& sx, const Scale& sy, const std::vector<double>& x,
                         const std::vector<double>& y) {
  std::string path;
  for (std::size_t i = 0; i < x.size(); ++i)
    path += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", sx.at(x[i]), sy.at(y[i]));
  return path;
}

std::string drawn(const Curve& c, const char* colour, const Scale& sx, const Scale& sy) {
  std::string out;
  if (!c.lower.empty()) {
    std::string path = line_through(sx, sy, c.x, c.lower);
    for (std::size_t i = c.x.size(); i-- > 0;)
      path += fmt::format("L{:.1f} {:.1f}", sx.at(c.x[i]), sy.at(c.upper[i]));
    out += fmt::format("<path d=\"{}Z\" fill=\"{}\" fill-opacity=\"0.15\"/>\n", path, colour);
  }
  out +=
      fmt::format("<path d=\"{}\" class=\"curve\" stroke=\"{}\"/>\n", line_through(sx, sy, c.x, c.y), colour);
  for (std::size_t i = 0; i < c.x.size(); ++i)
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.6\" fill=\"{}\"/>\n", sx.at(c.x[i]),
                       sy.at(c.y[i]), colour);
  return out;
}

// In one row above the plot, so that no curve runs through it.
std::string legend(const std::vector<Curve>& curves) {
  constexpr double kRow = 52, kLetter = 6.9, kGap = 22;
  std::string out;
  double x = kLeft;
  for (std::size_t k = 0; k < curves.size(); ++k) {
    const char* colour = kColours[k % kColours.size()];
    out += fmt::format("<path d=\"M{:.1f} {}h26\" class=\"curve\" stroke=\"{}\"/>\n", x, kRow, colour);
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{}\" r=\"2.6\" fill=\"{}\"/>\n", x + 13, kRow, colour);
    out += text(x + 33, kRow + 4.5, curves[k].name, "");
    x += 33 + kLetter * static_cast<double>(curves[k].name.size()) + kGap;
  }
  return out;
}

}  // namespace

std::string Plot::svg() const {
  Range x;
  for (const Curve& c : curves) x.take(c.x);
  const Scale sx = log_x ? Scale{std::log10(x.from), std::log10(x.to > x.from ? x.to : 2 * x.from), kLeft,
                                 kWide - kRight, true}
                         : Scale{std::min(0.0, x.from), x.to > 0 ? x.to : 1, kLeft, kWide - kRight, false};
  const Scale sy = vertical(curves, log_y);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12.5\" fill=\"#333\">\n"
      "<style>.grid{{stroke:#e4e4e4;fill:none}} .axis{{stroke:#555;fill:none}} "
      ".curve{{fill:none;stroke-width:2;stroke-linejoin:round}}</style>\n"
      "<title>{2}</title>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
      kWide, kHigh, escaped(title));
  out += text(kLeft, 30, title, "font-size=\"16\" font-weight=\"bold\"");
  out += ticks_x(sx) + ticks_y(sy);
  out += fmt::format("<path d=\"M{0} {1}V{2}H{3}\" class=\"axis\"/>\n", kLeft, kTop, kHigh - kBottom,
                     kWide - kRight);
  out += text((kLeft + kWide - kRight) / 2, kHigh - 14, x_label, "text-anchor=\"middle\"");
  out += text(0, 0, y_label,
              fmt::format("text-anchor=\"middle\" transform=\"translate(20 {}) rotate(-90)\"",
                          (kTop + kHigh - kBottom) / 2));
  for (std::size_t k = 0; k < curves.size(); ++k)
    out += drawn(curves[k], kColours[k % kColours.size()], sx, sy);
  return out + legend(curves) + "</svg>\n";
}

}  // namespace catena::detail
