// SPDX-License-Identifier: Apache-2.0
// The mean of 1/κ of the Jacobian, 0 to 1: the condition number κ itself has no mean, since it is infinite at
// singularities (Gosselin and Angeles 1991 for the index). Rows as for the manipulability; the characteristic length of the
// task divides the rows and multiplies the columns of prismatic joints.
#include <algorithm>

#include "choose/criteria/criteria.hpp"
#include "choose/criteria/spectrum.hpp"

namespace catena::choose::detail {

Score jacobian_conditioning(Subject& subject) {
  const int n = subject.dof();
  const std::optional<Vec3<double>> plane = subject.point().plane();
  const bool whole = n >= 6 && !plane;
  const double length = subject.length();
  const std::span<const double> J = subject.jacobians();
  if (!(length > 0)) return unavailable("the tool does not move");

  // axes of the rows; in a plane only two count
  const Vec3<double> normal = plane.value_or(Vec3<double>{0, 0, 0});
  const int rows = whole ? 6 : 3, size = std::min(n, whole ? 6 : plane ? 2 : 3);
  std::vector<double>&G = subject.scratch().b, &X = subject.scratch().d;
  std::vector<double>& values = subject.scratch().values;
  values.resize(subject.postures().count);
  for (std::size_t k = 0; k < values.size(); ++k) {
    X.assign(static_cast<std::size_t>(rows) * n, 0.0);
    for (int i = 0; i < n; ++i) {
      const double* c = &J[(k * n + i) * 6];
      const double column = subject.arm().chain().link(i).revolute() ? 1 : length;
      for (int r = 0; r < 3; ++r) {
        X[i * rows + rows - 3 + r] = c[3 + r] * column / length;
        if (whole) X[i * rows + r] = c[r] * column;
      }
    }
    // the smaller of X Xᵀ and Xᵀ X; in a plane the rows have one direction too many, which is given their trace
    const bool by_rows = rows <= n || size < n;
    const int m = by_rows ? rows : n;
    G.assign(static_cast<std::size_t>(m) * m, 0.0);
    double trace = 0;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j) {
        double sum = 0;
        if (by_rows)
          for (int c = 0; c < n; ++c) sum += X[c * rows + i] * X[c * rows + j];
        else
          for (int r = 0; r < rows; ++r) sum += X[i * rows + r] * X[j * rows + r];
        G[i + j * m] = sum;
        if (i == j) trace += sum;
      }
    if (by_rows && plane && size == 2) {
      const double v[3] = {normal.x, normal.y, normal.z};
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) G[i + j * 3] += 0.5 * trace * v[i] * v[j];  // between both eigenvalues
    }
    const EigenRange range = eigen_range(m, G);
    values[k] = range.greatest > 0 ? std::sqrt(std::max(0.0, range.least) / range.greatest) : 0;
  }
  const Mean mean = mean_of(values, subject.postures().replicates);
  return {mean.value, mean.error};
}

}  // namespace catena::choose::detail
