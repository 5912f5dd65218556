// SPDX-License-Identifier: Apache-2.0
// The effect of a parameter on a criterion, bin by bin.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "catena/report/report.hpp"

namespace catena::report {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

// Interpolates between the two nearest of the sorted values.
double quantile(const std::vector<double>& sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

// The distinct values in ascending order; `most` + 1 of them if there are more.
std::vector<double> distinct(const std::vector<double>& values, std::size_t most) {
  std::vector<double> out;
  for (const double value : values) {
    const auto place = std::lower_bound(out.begin(), out.end(), value);
    if (place != out.end() && *place == value) continue;
    out.insert(place, value);
    if (out.size() > most) break;
  }
  return out;
}

}  // namespace

Effect effect(const Measure& parameter, const Measure& criterion, int bins) {
  if (parameter.values.size() != criterion.values.size())
    throw Error(ErrorKind::usage, "report::effect", "the criterion and the parameter differ in size")
        .given(fmt::format("{} values of {}, {} of {}", criterion.values.size(), criterion.axis.name,
                           parameter.values.size(), parameter.axis.name))
        .need("one of each per item");
  if (bins < 1)
    throw Error(ErrorKind::usage, "report::effect", "wrong number of bins")
        .given(fmt::format("{}", bins))
        .need("1 or more");
  Effect out{.parameter = parameter.axis, .criterion = criterion.axis, .labels = parameter.labels};
  const auto scaled = [&](double x) { return parameter.axis.log ? std::log(x) : x; };
  std::vector<double> x, y;
  for (std::size_t k = 0; k < parameter.values.size(); ++k)
    if (std::isfinite(scaled(parameter.values[k])) && std::isfinite(criterion.values[k]))
      x.push_back(parameter.values[k]), y.push_back(criterion.values[k]);

  // where the bins are, and which one a value is in
  std::size_t size = static_cast<std::size_t>(bins);
  double from = 0, width = 0;
  if (parameter.labels.empty()) {
    out.at = distinct(x, size);
    if (out.at.size() > size) {
      const auto [least, most] = std::minmax_element(x.begin(), x.end());
      from = scaled(*least), width = (scaled(*most) - from) / bins;
      out.at.resize(size);
      for (std::size_t k = 0; k < size; ++k) {
        const double middle = from + (static_cast<double>(k) + 0.5) * width;
        out.at[k] = parameter.axis.log ? std::exp(middle) : middle;
      }
    }
  } else {
    out.at.resize(parameter.labels.size());
    std::iota(out.at.begin(), out.at.end(), 0.0);
  }
  size = out.at.size();
  std::vector<std::vector<double>> inside(size);
  for (std::size_t k = 0; k < x.size(); ++k) {
    std::size_t bin = 0;
    if (width > 0)
      bin = std::min(static_cast<std::size_t>((scaled(x[k]) - from) / width), size - 1);
    else
      bin = static_cast<std::size_t>(std::lower_bound(out.at.begin(), out.at.end(), x[k]) - out.at.begin());
    if (bin < size) inside[bin].push_back(y[k]);
  }

  for (std::vector<double>& values : inside) {
    std::sort(values.begin(), values.end());
    const double count = static_cast<double>(values.size());
    out.count.push_back(count);
    out.mean.push_back(values.empty() ? kGap : std::accumulate(values.begin(), values.end(), 0.0) / count);
    out.low.push_back(values.empty() ? kGap : quantile(values, 0.1));
    out.high.push_back(values.empty() ? kGap : quantile(values, 0.9));
  }
  return out;
}

}  // namespace catena::report
