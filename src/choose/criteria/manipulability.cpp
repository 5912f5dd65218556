// SPDX-License-Identifier: Apache-2.0
// Yoshikawa's manipulability over the joint ranges.   004 (21)
#include "choose/criteria/manipulability.hpp"

#include <algorithm>

#include "catena/core/algo/manipulability.hpp"
#include "choose/criteria/criteria.hpp"
#include "choose/criteria/extreme.hpp"

namespace catena::choose::detail {

using V = Vec3<double>;

namespace {

// The determinant of a 6 x 6 matrix, overwritten: by elimination, faster than the expansion of catena/core/algo/manipulability.hpp.
double determinant(double* A) {
  double det = 1;
  for (int k = 0; k < 6; ++k) {
    int pivot = k;
    for (int r = k + 1; r < 6; ++r)
      if (std::abs(A[r + 6 * k]) > std::abs(A[pivot + 6 * k])) pivot = r;
    if (A[pivot + 6 * k] == 0) return 0;
    if (pivot != k) {
      det = -det;
      for (int c = k; c < 6; ++c) std::swap(A[k + 6 * c], A[pivot + 6 * c]);
    }
    det *= A[k + 6 * k];
    const double inverse = 1 / A[k + 6 * k];
    for (int c = k + 1; c < 6; ++c) {
      const double factor = inverse * A[k + 6 * c];
      for (int r = k + 1; r < 6; ++r) A[r + 6 * c] -= A[r + 6 * k] * factor;
    }
  }
  return det;
}

}  // namespace

double manipulability_of(std::span<const double> J, const std::optional<V>& plane) {
  using catena::detail::det3, catena::detail::root_of_gram;
  const auto n = static_cast<int>(J.size() / 6);
  const auto linear = [&](int i) { return V{J[6 * i + 3], J[6 * i + 4], J[6 * i + 5]}; };
  if (n == 1) return root_of_gram(dot(linear(0), linear(0)));
  if (n == 2) {
    const V c = cross(linear(0), linear(1));
    return root_of_gram(dot(c, c));
  }
  if (plane) {  // det(J Jᵀ) of the two rows in the plane = Σ |a_i × a_j|²
    double sum = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) {
        const double c = dot(*plane, cross(linear(i), linear(j)));
        sum += c * c;
      }
    return std::sqrt(sum);
  }
  if (n == 3) return std::abs(det3(linear(0), linear(1), linear(2)));
  if (n < 6) {
    Mat3<double> JJ = Mat3<double>::zero();
    for (int i = 0; i < n; ++i) JJ += outer(linear(i), linear(i));
    return root_of_gram(det3(JJ.col_x(), JJ.col_y(), JJ.col_z()));
  }
  double A[36] = {};
  if (n == 6) {
    std::copy(J.begin(), J.end(), A);
    return std::abs(determinant(A));
  }
  for (int i = 0; i < n; ++i)
    for (int c = 0; c < 6; ++c)
      for (int r = 0; r < 6; ++r) A[r + 6 * c] += J[6 * i + r] * J[6 * i + c];
  return root_of_gram(determinant(A));
}

std::string_view manipulability_unit(Subject& subject) {
  static constexpr std::string_view kUnits[] = {"1", "m", "m^2", ""};  // m^3 is the criterion's
  const int n = subject.dof(), rows = n >= 6 && !subject.point().plane() ? 6
                                      : subject.point().plane()          ? 2
                                                                         : 3;
  int slides = 0;
  for (int i = 0; i < n; ++i) slides += !subject.arm().chain().link(i).revolute();
  const int lengths = std::min(rows == 6 ? 3 : rows, n);
  if (slides == 0) return kUnits[lengths];
  if (n > rows) return "SI";  // a sum of terms with different units
  return slides <= lengths ? kUnits[lengths - slides] : "SI";
}

namespace {

std::span<const double> all(Subject& subject) {
  const std::span<const double> J = subject.jacobians();
  const std::size_t each = 6 * static_cast<std::size_t>(subject.dof());
  std::vector<double>& w = subject.scratch().values;
  w.resize(J.size() / each);
  for (std::size_t k = 0; k < w.size(); ++k)
    w[k] = manipulability_of(J.subspan(k * each, each), subject.point().plane());
  return w;
}

// Extremes are sought for the squares, which are smooth even at singular postures. A square below this fraction of the
// largest counts as 0.
constexpr double kSingular = 1e-14;

Score extreme(Subject& subject, double sign) {
  const std::span<const double> w = all(subject);
  std::vector<double> squares(w.begin(), w.end());
  double greatest = 0;
  for (double& square : squares) greatest = std::max(greatest, square *= square);
  const std::optional<V> plane = subject.point().plane();
  const std::size_t each = 6 * static_cast<std::size_t>(subject.dof());
  std::vector<double>& J = subject.scratch().b;
  const Extreme found =
      climbed(subject, squares, sign, [&](std::span<const double> q, std::span<double> there) {
        J.resize(there.size() * each);
        batch::jacobian(subject.arm(), batch::Layout::state_major, q, subject.batch(), J);
        for (std::size_t k = 0; k < there.size(); ++k) {
          there[k] = manipulability_of(std::span<const double>(J).subspan(k * each, each), plane);
          there[k] *= there[k];
        }
      });
  if (found.value <= kSingular * greatest) return {0, 0, "", manipulability_unit(subject)};
  const double value = std::sqrt(found.value), beyond = std::max(0.0, found.value + sign * found.error);
  return {value, std::abs(std::sqrt(beyond) - value), "", manipulability_unit(subject)};
}

}  // namespace

Score manipulability_mean(Subject& subject) {
  const Mean mean = mean_of(all(subject), subject.postures().replicates);
  return {mean.value, mean.error, "", manipulability_unit(subject)};
}
Score manipulability_max(Subject& subject) { return extreme(subject, 1); }
Score manipulability_min(Subject& subject) { return extreme(subject, -1); }

}  // namespace catena::choose::detail
