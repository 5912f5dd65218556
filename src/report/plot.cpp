// SPDX-License-Identifier: Apache-2.0
#include "catena/report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace catena::report::svg {
namespace {

constexpr std::array kColours = {"#1f4e8c", "#c0392b", "#2e7d32", "#8e5ea2", "#b26a00"};
constexpr const char* kGrey = "#777";

// The box of the axes of a plot, in points.
struct Box {
  double left, right, top, bottom;
  int ticks;  // per axis: at least this many, at most two and a half times as many
};

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
    for (const double v : values)
      if (std::isfinite(v)) from = std::min(from, v), to = std::max(to, v);
  }
};

// 1, 2 or 5 times a power of ten, so that a range contains at least this many steps.
double round_step(double range, int least) {
  const double power = std::pow(10, std::floor(std::log10(range / least)));
  for (const double step : {5.0, 2.0})
    if (range / (step * power) >= least) return step * power;
  return power;
}

// 1, 2 and 5 times each power of ten.
std::vector<double> log_ticks(const Scale& s) {
  std::vector<double> out;
  for (int e = static_cast<int>(std::floor(s.from)); e <= static_cast<int>(s.to); ++e)
    for (const double m : {1, 2, 5}) {
      const double at = std::log10(m) + e;
      if (at > s.from - 1e-9 && at < s.to + 1e-9) out.push_back(m * std::pow(10, e));
    }
  return out;
}

// The multiples of a step within a scale.
std::vector<double> ticks(const Scale& s, int least) {
  const double step = round_step(s.to - s.from, least);
  const auto first = static_cast<long>(std::ceil(s.from / step - 1e-9)),
             last = static_cast<long>(std::floor(s.to / step + 1e-9));
  std::vector<double> out;
  for (long k = first; k <= last; ++k) out.push_back(static_cast<double>(k) * step);
  return out;
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

std::string ticks_x(const Box& box, const Scale& sx) {
  std::string out;
  for (const double v : sx.log ? log_ticks(sx) : ticks(sx, box.ticks)) {
    out += fmt::format("<path d=\"M{0:.1f} {1}V{2}\" class=\"grid\"/>\n", sx.at(v), box.top, box.bottom);
    out += text(sx.at(v), box.bottom + 19, fmt::format("{:g}", v), "text-anchor=\"middle\"");
  }
  return out;
}

std::string tick_y(const Box& box, const Scale& sy, double v, const std::string& label) {
  const double y = sy.at(v);
  return fmt::format("<path d=\"M{} {:.1f}H{}\" class=\"grid\"/>\n", box.left, y, box.right) +
         fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", box.left - 9, y + 4,
                     label);
}

std::string ticks_y(const Box& box, const Scale& sy) {
  std::string out;
  if (sy.log) {
    for (int e = static_cast<int>(sy.from); e <= static_cast<int>(sy.to); ++e)
      out += tick_y(
          box, sy, std::pow(10, e),
          fmt::format("10<tspan dy=\"-5\" font-size=\"10\">{}{}</tspan>", e < 0 ? "−" : "", std::abs(e)));
    return out;
  }
  for (const double v : ticks(sy, box.ticks)) out += tick_y(box, sy, v, fmt::format("{:g}", v));
  return out;
}

Scale horizontal(const Plot& plot, const Box& box) {
  Range x;
  for (const Curve& c : plot.curves) x.take(c.x);
  if (plot.log_x)
    return {std::log10(x.from), std::log10(x.to > x.from ? x.to : 2 * x.from), box.left, box.right, true};
  return {std::min(0.0, x.from), x.to > 0 ? x.to : 1, box.left, box.right, false};
}

Scale vertical(const Plot& plot, const Box& box) {
  if (plot.y_range) return {(*plot.y_range)[0], (*plot.y_range)[1], box.bottom, box.top, false};
  Range y;
  for (const Curve& c : plot.curves) y.take(c.y), y.take(c.lower), y.take(c.upper);
  if (plot.log_y) {
    const double from = std::floor(std::log10(y.from));
    return {from, std::max(from + 1, std::ceil(std::log10(y.to))), box.bottom, box.top, true};
  }
  return {std::min(0.0, y.from * 1.05), y.to > 0 ? y.to * 1.05 : 1, box.bottom, box.top, false};
}

// Leaves out points that coincide with the previous one on the page, and clamps those far outside the plot.
std::string line_through(const Scale& sx, const Scale& sy, const std::vector<double>& x,
                         const std::vector<double>& y) {
  constexpr double kSame = 0.7;
  const double height = sy.low - sy.high;
  std::string path;
  bool pen_down = false;
  double px = 0, py = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(y[i])) {
      pen_down = false;
      continue;
    }
    const double ux = sx.at(x[i]), uy = std::clamp(sy.at(y[i]), sy.high - height, sy.low + height);
    if (pen_down && i + 1 < x.size() && std::hypot(ux - px, uy - py) < kSame) continue;
    path += fmt::format("{}{:.1f} {:.1f}", pen_down ? "L" : "M", ux, uy);
    pen_down = true, px = ux, py = uy;
  }
  return path;
}

std::string stroke(const Curve& c, const char* colour) {
  return fmt::format("class=\"curve\" stroke=\"{}\"{}", c.dashed ? kGrey : colour,
                     c.dashed ? " stroke-dasharray=\"5 4\"" : "");
}

std::string drawn(const Curve& c, const char* colour, const Scale& sx, const Scale& sy) {
  std::string out;
  if (!c.lower.empty()) {
    std::string path = line_through(sx, sy, c.x, c.lower);
    for (std::size_t i = c.x.size(); i-- > 0;)
      path += fmt::format("L{:.1f} {:.1f}", sx.at(c.x[i]), sy.at(c.upper[i]));
    out += fmt::format("<path d=\"{}Z\" fill=\"{}\" fill-opacity=\"0.15\"/>\n", path, colour);
  }
  out += fmt::format("<path d=\"{}\" {}/>\n", line_through(sx, sy, c.x, c.y), stroke(c, colour));
  if (!c.dots) return out;
  for (std::size_t i = 0; i < c.x.size(); ++i)
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.6\" fill=\"{}\"/>\n", sx.at(c.x[i]),
                       sy.at(c.y[i]), colour);
  return out;
}

// In one row above the plots, so that no curve crosses it.
std::string legend(const std::vector<Curve>& curves, double left) {
  constexpr double kRow = 52, kLetter = 6.9, kGap = 22;
  std::string out;
  double x = left;
  for (std::size_t k = 0; k < curves.size(); ++k) {
    const char* colour = kColours[k % kColours.size()];
    out += fmt::format("<path d=\"M{:.1f} {}h26\" {}/>\n", x, kRow, stroke(curves[k], colour));
    if (curves[k].dots)
      out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{}\" r=\"2.6\" fill=\"{}\"/>\n", x + 13, kRow, colour);
    out += text(x + 33, kRow + 4.5, curves[k].name, "");
    x += 33 + kLetter * static_cast<double>(curves[k].name.size()) + kGap;
  }
  return out;
}

std::string head(const std::string& title, double wide, double high, double left) {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
             "height=\"{1}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12.5\" "
             "fill=\"#333\">\n"
             "<style>.grid{{stroke:#e4e4e4;fill:none}} .axis{{stroke:#555;fill:none}} "
             ".curve{{fill:none;stroke-width:2;stroke-linejoin:round}}</style>\n"
             "<title>{2}</title>\n"
             "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
             wide, high, escaped(title)) +
         text(left, 30, title, "font-size=\"16\" font-weight=\"bold\"");
}

std::string axes(const Plot& plot, const Box& box, const Scale& sx, const Scale& sy, double below) {
  return ticks_x(box, sx) + ticks_y(box, sy) +
         fmt::format("<path d=\"M{0} {1}V{2}H{3}\" class=\"axis\"/>\n", box.left, box.top, box.bottom,
                     box.right) +
         text((box.left + box.right) / 2, box.bottom + below, plot.x_label, "text-anchor=\"middle\"");
}

std::string curves_of(const Plot& plot, const Scale& sx, const Scale& sy) {
  std::string out;
  for (std::size_t k = 0; k < plot.curves.size(); ++k)
    out += drawn(plot.curves[k], kColours[k % kColours.size()], sx, sy);
  return out;
}

// One plot of a sheet: clipped to its axes, with the unit beside the title.
std::string small_plot(const Plot& plot, const Box& box, std::size_t number) {
  const Scale sx = horizontal(plot, box), sy = vertical(plot, box);
  return fmt::format("<text x=\"{}\" y=\"{}\"><tspan font-weight=\"bold\">{}</tspan> [{}]</text>\n", box.left,
                     box.top - 8, escaped(plot.title), escaped(plot.y_label)) +
         axes(plot, box, sx, sy, 36) +
         fmt::format(
             "<clipPath id=\"box{0}\"><rect x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{4}\"/></clipPath>\n"
             "<g clip-path=\"url(#box{0})\">\n{5}</g>\n",
             number, box.left, box.top - 1, box.right - box.left + 1, box.bottom - box.top + 2,
             curves_of(plot, sx, sy));
}

}  // namespace

std::string Plot::svg() const {
  constexpr double kWide = 760, kHigh = 460;
  constexpr Box box{72, kWide - 24, 74, kHigh - 58, 4};
  const Scale sx = horizontal(*this, box), sy = vertical(*this, box);
  return head(title, kWide, kHigh, box.left) + axes(*this, box, sx, sy, 44) +
         text(0, 0, y_label,
              fmt::format("text-anchor=\"middle\" transform=\"translate({} {}) rotate(-90)\"", box.left - 52,
                          (box.top + box.bottom) / 2)) +
         curves_of(*this, sx, sy) + legend(curves, box.left) + "</svg>\n";
}

std::string PlotSheet::svg() const {
  constexpr double kLeft = 62, kPlotWide = 236, kPlotHigh = 140, kAcross = 318, kDown = 214;
  const bool one_name = plots.empty() || plots.front().curves.size() < 2;  // needs no legend
  const double first = one_name ? 70 : 98;
  const int rows = (static_cast<int>(plots.size()) + columns - 1) / columns;
  std::string out = head(title, kAcross * columns, first - 24 + kDown * rows, kLeft);
  for (std::size_t k = 0; k < plots.size(); ++k) {
    const int column = static_cast<int>(k) % columns, row = static_cast<int>(k) / columns;
    const double left = kLeft + kAcross * column, top = first + kDown * row;
    out += small_plot(plots[k], {left, left + kPlotWide, top, top + kPlotHigh, 3}, k);
  }
  return out + (one_name ? "" : legend(plots.front().curves, kLeft)) + "</svg>\n";
}

}  // namespace catena::report::svg
