// SPDX-License-Identifier: Apache-2.0
#include "core/ik/closed_form/closed_form.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/ik/checks.hpp"
#include "core/ik/limits.hpp"

namespace catena::detail {
namespace {

constexpr double kTolerance = 1e-9;  // [m], [rad] of every solution that is given
constexpr double kSame = 1e-6;       // [rad], [m]: solutions this close are the same
constexpr double kSlack = 1e-10;     // [rad], [m] beyond a limit that is taken as rounding
constexpr double kExact = 1e-26;     // squared error that further steps hardly reduce
constexpr int kNewton = 12;          // steps; one or two are enough unless the arm is near a singularity

Frame<double> frame_of(const Arm& arm, const IkAllOptions& options) {
  if (arm.dof() != 6)
    throw Error(ErrorKind::model, "ik_all", fmt::format("'{}' has no closed-form solution", arm.name()))
        .given(fmt::format("{} joints", arm.dof()))
        .need("six joints")
        .hint("Arm::ik, or 'catena ik' without --all, solves it numerically");
  if (!options.frame) return {5, arm.chain().tool()};
  require_frame("ik_all", *options.frame, 6, arm.name());
  if (options.frame->link != 5)
    throw Error(ErrorKind::usage, "ik_all", "'frame' is not fixed to the last link")
        .given(fmt::format("link {}", options.frame->link))
        .need("link 5, since all six joints have to move it");
  return *options.frame;
}

double difference(double a, double b, bool revolute) {
  return revolute ? std::remainder(a - b, 2 * std::numbers::pi) : a - b;
}

}  // namespace

ClosedForm::ClosedForm(const Arm& arm, const IkAllOptions& options)
    : keep_limits_(options.keep_limits),
      limits_(limits_of(arm.robot())),
      task_(arm_up_to(arm.chain(), frame_of(arm, options)), IkGoal::pose, std::vector<double>(6, 0.0)),
      work_(6),
      unbounded_(without_bounds(limits_, arm.chain())) {
  if (options.near)
    require_posture("ik_all", "near", options.near->data(), options.near->size(), 6, arm.name());
  const Kinematics<double> home =
      kinematics_of(arm.chain(), posture<double>(arm.chain(), std::vector<double>(6, 0.0)));
  for (std::size_t i = 0; i < 6; ++i) {
    axes_[i] = {home.frame[i].R.col_z(), home.frame[i].p, arm.chain().link(static_cast<int>(i)).revolute()};
    near_[i] = options.near ? (*options.near)[static_cast<Eigen::Index>(i)] : middle_of(limits_[i]);
    work_.weight[i] = axes_[i].revolute ? 1 : task_.length();
  }
  length_ = task_.length();
  home_inverse_ = inverse(home.frame[5] * frame_of(arm, options).pose);
  if (!recognise())
    throw Error(ErrorKind::model, "ik_all", fmt::format("'{}' has no closed-form solution", arm.name()))
        .given(
            "neither three axes at one end that meet in a point, nor parallel axes 2, 3 and 4, or 3, 4 and 5")
        .need("one of these, with the other axes in general position")
        .hint("Arm::ik, or 'catena ik' without --all, solves it numerically");
}

bool ClosedForm::recognise() {
  const SixAxes forward = axes_;
  for (const bool parallel : {false, true})
    for (const bool reversed : {false, true}) {
      axes_ = forward;
      if (reversed) std::reverse(axes_.begin(), axes_.end());
      reversed_ = reversed;
      kind_ = parallel ? Kind::parallel : Kind::wrist;
      if (parallel ? !has_three_parallel(axes_, length_) : !wrist_centre(axes_, length_)) continue;
      if (!parallel) centre_ = *wrist_centre(axes_, length_);
      if (finds_postures()) return true;
    }
  return false;
}

const char* ClosedForm::method() const {
  if (kind_ == Kind::wrist)
    return reversed_ ? "axes 1, 2 and 3 meet in a point" : "axes 4, 5 and 6 meet in a point";
  return reversed_ ? "axes 3, 4 and 5 are parallel" : "axes 2, 3 and 4 are parallel";
}

// Axes in special positions can leave a joint without effect, or one that two others repeat. Then known postures are missed.
bool ClosedForm::finds_postures() {
  const bool keep = keep_limits_;
  keep_limits_ = false;
  bool all = true;
  for (int trial = 0; trial < 4 && all; ++trial) {
    std::array<double, 6> q{};
    for (int i = 0; i < 6; ++i) {
      const double x = std::sin(2.3 * i + 1.7 * trial + 0.9);  // any numbers from -1 to 1
      q[static_cast<std::size_t>(i)] =
          (axes_[static_cast<std::size_t>(reversed_ ? 5 - i : i)].revolute ? 2 : length_) * x;
    }
    task_.set(q);
    solve(Pose<double>(task_.pose()));
    all = known(q);
  }
  keep_limits_ = keep;
  count_ = 0;
  return all;
}

bool ClosedForm::known(const std::array<double, 6>& q) const {
  for (int k = 0; k < count_; ++k) {
    bool same = true;
    for (std::size_t i = 0; i < 6 && same; ++i)
      same = std::abs(difference(q[i], found_[static_cast<std::size_t>(k)][i],
                                 task_.revolute(static_cast<int>(i)))) < kSame;
    if (same) return true;
  }
  return false;
}

bool ClosedForm::polish(std::array<double, 6>& q) {
  double error = task_.set(q);
  for (int k = 0; k < kNewton && error > kExact; ++k) {
    double r[kMostRows];
    std::copy_n(task_.error(), 6, r);
    task_.columns(work_.J);
    std::array<double, 6> next = q;
    if (!bounded_step<6>(work_, r, 1e-14, 0.3, unbounded_, next)) break;
    const double better = task_.set(next);
    if (!(better < error)) break;
    q = next, error = better;
  }
  task_.set(q);
  return task_.position_error() <= kTolerance && task_.orientation_error() <= kTolerance;
}

bool ClosedForm::within_limits(std::array<double, 6>& q) const {
  for (std::size_t i = 0; i < 6; ++i) {
    const auto [lower, upper, turns] = limits_[i];
    if (axes_[reversed_ ? 5 - i : i].revolute) {
      const double x = near_turn(q[i], near_[i], lower - kSlack, upper + kSlack);
      const bool inside = x >= lower - kSlack && x <= upper + kSlack;
      q[i] = inside ? x : near_turn(q[i], near_[i], -1e300, 1e300);
    }
    if (!keep_limits_) continue;
    if (!(q[i] >= lower - kSlack && q[i] <= upper + kSlack)) return false;
    q[i] = std::clamp(q[i], lower, upper);
  }
  return true;
}

int ClosedForm::solve(const Pose<double>& target) {
  task_.aim(target);
  Pose<double> G = target * home_inverse_;
  SixAngles near = near_;
  if (reversed_) {
    G = inverse(G);
    std::reverse(near.begin(), near.end());
    for (double& x : near) x = -x;
  }
  Candidates candidates;
  if (kind_ == Kind::wrist)
    solve_spherical_wrist(axes_, centre_, G, near, length_, candidates);
  else
    solve_three_parallel(axes_, G, near, length_, candidates);
  count_ = 0;
  for (int k = 0; k < candidates.count; ++k) {
    std::array<double, 6> q = candidates.q[static_cast<std::size_t>(k)];
    if (reversed_) {
      std::reverse(q.begin(), q.end());
      for (double& x : q) x = -x;
    }
    if (polish(q) && within_limits(q) && !known(q)) found_[static_cast<std::size_t>(count_++)] = q;
  }
  const auto far = [&](const std::array<double, 6>& q) {
    double sum = 0;
    for (std::size_t i = 0; i < 6; ++i) sum += (q[i] - near_[i]) * (q[i] - near_[i]);
    return sum;
  };
  std::sort(found_.begin(), found_.begin() + count_,
            [&](const auto& a, const auto& b) { return far(a) < far(b); });
  return count_;
}

void ClosedFormDelete::operator()(ClosedForm* form) const { delete form; }

ClosedFormPointer make_closed_form(const Arm& arm, const IkAllOptions& options) {
  return ClosedFormPointer(new ClosedForm(arm, options));
}
int solve_closed_form(ClosedForm& form, const double* pose) { return form.solve(pose_given("ik_all", pose)); }
const double* solution(const ClosedForm& form, int k) { return form.solution(k); }
const char* method(const ClosedForm& form) { return form.method(); }

}  // namespace catena::detail
