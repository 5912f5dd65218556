// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/algo/frame_kinematics.hpp"
#include "catena/core/ik_rates.hpp"
#include "core/ik/checks.hpp"
#include "core/ik/small_eigenvalues.hpp"
#include "core/ik/task.hpp"
#include "core/kernels/set_posture.hpp"
#include "core/util/finite.hpp"

namespace catena::detail {

constexpr double kNothing = 1e-14;  // a squared singular value that is zero to rounding

class RatesSolver {
 public:
  RatesSolver(const Arm& arm, const IkRateOptions& options)
      : name_(arm.name()),
        chain_(arm.chain()),
        frame_(options.frame ? *options.frame : Frame<double>{arm.dof() - 1, arm.chain().tool()}),
        rows_(options.position_only ? 3 : 6),
        least_(options.singular_below),
        x_(chain_),
        now_(chain_.dof()),
        J_(6, chain_.dof()),
        Jd_(6, chain_.dof()),
        scaled_(static_cast<std::size_t>(chain_.dof())),
        weight_(scaled_.size(), 1.0),
        way_(scaled_.size(), 0.0),
        wanted_(scaled_.size(), 0.0) {
    const IkTask task(arm_up_to(chain_, frame_), IkGoal::pose, std::vector<double>(scaled_.size(), 0.0));
    length_ = task.length();
    for (int i = 0; i < chain_.dof(); ++i)
      if (!chain_.link(i).revolute()) weight_[static_cast<std::size_t>(i)] = length_;
  }

  const std::string& name() const { return name_; }
  int dof() const { return chain_.dof(); }
  RatesOutcome solve(std::span<const double> q, std::span<const double> qd, const double* twist,
                     std::span<const double> secondary, std::span<double> rates);

 private:
  void set(std::span<const double> q, std::span<const double> qd);

  std::string name_;
  Chain<double> chain_;
  Frame<double> frame_;
  int rows_;
  double least_, length_ = 1;
  Posture<double> x_;
  Kinematics<double> now_;
  MatX<double> J_, Jd_;
  std::vector<Column> scaled_;  // (n) linear, then angular rows
  std::vector<double> weight_;  // (n) 1 or the length
  std::vector<double> way_;     // (n)
  std::vector<double> wanted_;  // (n) secondary rates, divided by the weights
};

void RatesSolver::set(std::span<const double> q, std::span<const double> qd) {
  set_posture(kernels(), chain_, q, x_);
  set_poses(chain_, x_, now_);
  frame_jacobian(chain_, now_, frame_, J_.view());
  if (!qd.empty()) {
    set_velocities(chain_, qd, now_);
    frame_jacobian_rate(chain_, now_, frame_, Jd_.view());
  }
  for (int i = 0; i < dof(); ++i)
    for (int r = 0; r < 3; ++r) {
      const double w = weight_[static_cast<std::size_t>(i)];
      scaled_[static_cast<std::size_t>(i)][r] = w * J_(3 + r, i) / length_;
      scaled_[static_cast<std::size_t>(i)][3 + r] = w * J_(r, i);
    }
}

RatesOutcome RatesSolver::solve(std::span<const double> q, std::span<const double> qd, const double* twist,
                                std::span<const double> secondary, std::span<double> rates) {
  const int n = dof(), M = rows_, m = std::min(n, M);
  set(q, qd);
  double r[kMostRows] = {};  // what is to be reached, scaled
  for (int k = 0; k < 3; ++k) r[k] = twist[3 + k] / length_, r[3 + k] = twist[k];
  for (int i = 0; i < static_cast<int>(qd.size()); ++i)
    for (int k = 0; k < 3; ++k) r[k] -= Jd_(3 + k, i) * qd[i] / length_, r[3 + k] -= Jd_(k, i) * qd[i];

  // the singular values and one set of singular vectors, from the smaller of J Jᵀ and Jᵀ J
  SmallMatrix A = {}, V;
  double value[kMostRows];
  const bool wide = n >= M;
  for (int a = 0; a < m; ++a)
    for (int b = 0; b <= a; ++b) {
      if (wide)
        for (const Column& c : scaled_) A[a][b] += c[a] * c[b];
      else
        for (int k = 0; k < M; ++k) A[a][b] += scaled_[a][k] * scaled_[b][k];
      A[b][a] = A[a][b];
    }
  eigenvalues(m, A, value, V);
  const double smallest = std::sqrt(std::max(0.0, *std::min_element(value, value + m)));

  for (int i = 0; i < n; ++i) rates[i] = wanted_[i] = secondary.empty() ? 0 : secondary[i] / weight_[i];
  for (int a = 0; a < m; ++a) {
    const double square = std::max(0.0, value[a]);  // σ²
    // way: a right singular vector, times σ if J is wide; along: the goal times the left one, times σ if J is narrow
    double along = 0, held = 0;
    const double size = wide ? square : 1;
    for (int b = 0; b < M && wide; ++b) along += V[b][a] * r[b];
    for (int i = 0; i < n; ++i) {
      double across = 0;
      for (int b = 0; b < M; ++b) across += scaled_[i][b] * (wide ? V[b][a] : r[b]);
      way_[i] = wide ? across : V[i][a];
      if (!wide) along += across * V[i][a];
      held += way_[i] * wanted_[i];
    }
    const double change = along / std::max(square, least_ * least_) - (square > kNothing ? held / size : 0);
    for (int i = 0; i < n; ++i) rates[i] += change * way_[i];
  }
  RatesOutcome out{smallest < least_ ? std::sqrt(least_ * least_ - smallest * smallest) : 0, smallest, 0, 0};
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < kMostRows; ++k) r[k] -= scaled_[i][k] * rates[i];
  for (int i = 0; i < n; ++i) rates[i] *= weight_[i];
  out.linear_error = length_ * std::hypot(r[0], r[1], r[2]);
  out.angular_error = M == 6 ? std::hypot(r[3], r[4], r[5]) : 0;
  return out;
}

void RatesSolverDelete::operator()(RatesSolver* solver) const { delete solver; }

std::unique_ptr<RatesSolver, RatesSolverDelete> make_rates_solver(const Arm& arm,
                                                                  const IkRateOptions& options) {
  if (options.frame) require_frame("ik_rates", *options.frame, arm.dof(), arm.name());
  if (!(options.singular_below > 0 && std::isfinite(options.singular_below)))
    throw Error(ErrorKind::usage, "ik_rates", "'singular_below' is not a positive number")
        .given(fmt::format("{}", options.singular_below));
  return std::unique_ptr<RatesSolver, RatesSolverDelete>(new RatesSolver(arm, options));
}

RatesOutcome solve_rates(RatesSolver& solver, Numbers q, Numbers qd, const double* twist, Numbers secondary,
                         double* rates) {
  const auto checked = [&](const char* name, const Numbers& x) {
    if (x.data) require_joints("ik_rates", name, x.data, x.size, solver.dof(), solver.name());
    return std::span<const double>(x.data, x.data ? static_cast<std::size_t>(x.size) : 0);
  };
  if (!all_finite(twist, 6)) throw Error(ErrorKind::usage, "ik_rates", "the twist is not finite");
  return solver.solve(checked("q", q), checked("qd", qd), twist, checked("secondary", secondary),
                      {rates, static_cast<std::size_t>(solver.dof())});
}

}  // namespace catena::detail
