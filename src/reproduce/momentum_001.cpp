// SPDX-License-Identifier: Apache-2.0
#include "reproduce/momentum_001.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/algo/augmented_elements.hpp"
#include "catena/core/algo/augmented_paper.hpp"
#include "catena/core/algo/momentum.hpp"
#include "catena/core/scalar/dual.hpp"

namespace catena::reproduce::detail {
namespace {

// d/dt of L^k = III^k g_k phi-dot_k, the joints beyond k locked, by dual numbers in base axes, and what eq 20 has for it.
// With and without its term III (w x g_k).
struct RateErrors {
  double printed, without_term;
};
RateErrors momentum_rate_errors(const Specimen& a) {
  using D = Dual<1>;
  const Chain<D> moving = a.arm.cast<D>();
  AugmentedElementsWork<double> work(a.n());
  elements_bodies(a.arm, a.x, work);
  Kinematics<double> poses(a.n());
  set_poses(a.arm, a.x, poses);
  RateErrors worst{0, 0};
  for (int k = 0; k < a.n(); ++k) {
    elements_axes(a.arm, a.x, k, work);
    elements_first_order(k, work);
    const auto own = static_cast<std::size_t>(k);
    std::vector<D> q;
    for (int i = 0; i < a.n(); ++i) {
      q.emplace_back(a.q[static_cast<std::size_t>(i)]);
      if (i <= k) q.back().d[0] = a.qd[static_cast<std::size_t>(i)];
    }
    const Posture<D> x = posture<D>(moving, q);
    Kinematics<D> at(a.n());
    set_poses(moving, x, at);
    const auto size = static_cast<std::size_t>(a.n());
    std::vector<D> mass(size, D(0)), III(9 * size, D(0));
    MatX<D> centre(3, a.n());
    bodies_in_base<D>(moving, x, at, mass, centre.view(), CubeView<D>{III.data(), 3, 3});
    D rate(a.qd[own]);
    rate.d[0] = a.qdd[own];
    const Vec3<D> z = at.frame[own].R.col_z();
    const CubeView<D> tensor{III.data(), 3, 3};
    const auto row = [&](int i) {
      return (tensor(i, 0, k) * z.x + tensor(i, 1, k) * z.y + tensor(i, 2, k) * z.z) * rate;
    };
    const bool turns = a.arm.link(k).revolute();
    const Eigen::Vector3d want =
        turns ? Eigen::Vector3d(row(0).d[0], row(1).d[0], row(2).d[0]) : Eigen::Vector3d::Zero();
    // from the axes of plane k, frame k before its screw about z, to the base
    const Step<double>& s = a.x.step(k);
    const Mat3<double>& R = poses.frame[own].R;
    const auto in_base = [&](const Vec3<double>& v) {
      const Vec3<double> u = k == 0 ? v : turn_back_z(s.c, s.s, v), b = R * u;
      return Eigen::Vector3d(b.x, b.y, b.z);
    };
    const MomentumRates<double> rates = augmented_rates<double>(a.arm, k, a.qd, a.qdd, work);
    const Vec3<double> term = printed_rate_term<double>(a.arm, k, a.qd, work);
    worst.printed = worse(worst.printed, difference(in_base(rates.L + term), want));
    worst.without_term = worse(worst.without_term, difference(in_base(rates.L), want));
  }
  return worst;
}

}  // namespace

// |L| by eq 17 against the angular momentum about the base and about the centre of mass of the arm.
Statement angular_momentum(const std::vector<Specimen>& arms) {
  double nearest = INFINITY;
  for (const Specimen& a : arms) {
    AugmentedPaperWork<double> work(a.arm);
    paper_step_1(a.arm, a.x, work);
    paper_step_2(a.arm, work);
    Vec3<double> L = Vec3<double>::zero();
    for (int k = 0; k < a.n(); ++k)
      if (a.arm.link(k).revolute())
        L += a.qd[static_cast<std::size_t>(k)] *
             (work.III[static_cast<std::size_t>(k)] * kang::first_axis(work, k));
    const Eigen::VectorXd h = a.value(Quantity::momentum, "momentum");
    const double got = std::sqrt(dot(L, L)), base = h.head(3).norm();
    nearest = std::min(nearest, std::abs(got - base) / base);
  }
  return {
      "eq 17",
      "the total angular momentum is the sum of III g_k phi-dot_k",
      "equal",
      fmt::format("differs by {} or more on every arm tried", nearest > 0.001 ? "0.1 %" : "less than 0.1 %"),
      verdict(nearest < 1e-9),
      "each term is about its own centre of mass: the moments of the linear momenta must be added"};
}

Statement momentum_rate(const std::vector<Specimen>& arms) {
  const double printed = worst(arms, [](const Specimen&a) { return momentum_rate_errors(a).printed; }),
               right = worst(arms, [](const Specimen&a) { return momentum_rate_errors(a).without_term; });
  return identity("eq 20", "the rate of L^k has the term III (omega x g_k) phi-dot_k", printed,
                  fmt::format("without this term it is the rate: {}, the joints inside the body locked; the "
                              "elements of eq 26 that come from it are needed all the same, for what these "
                              "joints change in III",
                              below(right, 1e-9)));
}

}  // namespace catena::reproduce::detail
