// SPDX-License-Identifier: Apache-2.0
#include "core/ik/closed_form/closed_form.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/core/text.hpp"
#include "core/ik/checks.hpp"
#include "core/ik/limits.hpp"

namespace catena::detail {
namespace {

constexpr double kTolerance = 1e-9;  // [m], [rad] of every solution that is given
constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kSame = 1e-6;              // [rad], [m]: solutions this close are the same
constexpr double kSlack = 1e-10;            // [rad], [m] beyond a limit that is taken as rounding
constexpr double kExact = 1e-26;            // squared error that further steps hardly reduce
constexpr std::size_t kMostSolutions = 32;  // of six joints
constexpr int kNewton = 12;  // steps; one or two are enough unless the arm is near a singularity

constexpr const char* kHint = "Arm::ik, or 'catena ik' without --all, solves it numerically";

Frame<double> frame_of(const Arm& arm, const IkAllOptions& options) {
  const int n = arm.dof();
  if (n != 6 && n != 7)
    throw Error(ErrorKind::model, "ik_all", fmt::format("'{}' has no closed-form solution", arm.name()))
        .given(text::counted(n, "joint"))
        .need("six or seven joints")
        .hint(kHint);
  if (!options.frame) return {n - 1, arm.chain().tool()};
  require_frame("ik_all", *options.frame, n, arm.name());
  if (options.frame->link != n - 1)
    throw Error(ErrorKind::usage, "ik_all", "'frame' is not fixed to the last link")
        .given(fmt::format("link {}", options.frame->link))
        .need(fmt::format("link {}, since all {} joints have to move it", n - 1, n == 6 ? "six" : "seven"));
  return *options.frame;
}

double difference(double a, double b, bool revolute) {
  return revolute ? std::remainder(a - b, kTurn) : a - b;
}

}  // namespace

ClosedForm::ClosedForm(const Arm& arm, const IkAllOptions& options)
    : n_(arm.dof()),
      keep_limits_(options.keep_limits),
      limits_(limits_of(arm.robot())),
      task_(arm_up_to(arm.chain(), frame_of(arm, options)), IkGoal::pose,
            std::vector<double>(limits_.size(), 0.0)),
      work_(n_),
      unbounded_(without_bounds(limits_, arm.chain())) {
  const auto n = static_cast<std::size_t>(n_);
  if (options.near)
    require_posture("ik_all", "near", options.near->data(), options.near->size(), n_, arm.name());
  if (options.samples < 1)
    throw Error(ErrorKind::usage, "ik_all", "'samples' is out of range")
        .given(fmt::format("{}", options.samples))
        .need("1 or more");
  const Kinematics<double> home =
      kinematics_of(arm.chain(), posture<double>(arm.chain(), std::vector<double>(n, 0.0)));
  for (std::size_t i = 0; i < n; ++i) {
    all_axes_[i] = {home.frame[i].R.col_z(), home.frame[i].p,
                    arm.chain().link(static_cast<int>(i)).revolute()};
    near_[i] = options.near ? (*options.near)[static_cast<Eigen::Index>(i)] : middle_of(limits_[i]);
    work_.weight[i] = all_axes_[i].revolute ? 1 : task_.length();
  }
  length_ = task_.length();
  home_inverse_ = inverse(home.frame[n - 1] * frame_of(arm, options).pose);
  found_.reserve(kMostSolutions);
  if (!recognise())
    throw Error(ErrorKind::model, "ik_all", fmt::format("'{}' has no closed-form solution", arm.name()))
        .given(n_ == 6
                   ? "neither three axes at one end that meet in a point, nor parallel axes 2, 3 and 4, or "
                     "3, 4 and 5"
                   : "no three axes at one end that meet in a point, also if joint 1 or 7 is fixed, and no "
                     "parallel axes next to them")
        .need("an arm with one of these features")
        .hint(kHint);
  if (n_ == 7) set_parameters(options.samples);
}

// Evenly spaced: around the circle, or from limit to limit of the joint that is the parameter.
void ClosedForm::set_parameters(int samples) {
  const auto [from, to] = parameter_range();
  const bool circle = to - from == kTurn;
  const double step = circle ? kTurn / samples : samples > 1 ? (to - from) / (samples - 1) : 0;
  for (int k = 0; k < samples; ++k) parameters_.push_back(from + k * step);
  found_.reserve(parameters_.size() * kMostSolutions);
}

std::array<double, 2> ClosedForm::parameter_range() const {
  if (held_ >= 0 && keep_limits_ && !limits_[static_cast<std::size_t>(held_)].turns)
    return {limits_[static_cast<std::size_t>(held_)].lower, limits_[static_cast<std::size_t>(held_)].upper};
  return {-0.5 * kTurn, 0.5 * kTurn};
}

bool ClosedForm::recognise() {
  if (n_ == 6) {
    SixAxes six;
    std::copy_n(all_axes_.begin(), 6, six.begin());
    return recognise_six(six);
  }
  if (const auto points = shoulder_and_wrist(all_axes_, length_)) {
    kind_ = Kind::arm_angle, points_ = *points;
    if (finds_postures()) return true;
  }
  for (const int held : {6, 0}) {
    if (!all_axes_[static_cast<std::size_t>(held)].revolute) continue;
    held_ = held;
    SixAxes six;
    std::copy_n(all_axes_.begin() + (held == 0 ? 1 : 0), 6, six.begin());
    if (recognise_six(six)) return true;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    unbounded_[static_cast<std::size_t>(held)] = {-kInfinity, kInfinity, true};
  }
  return false;
}

bool ClosedForm::recognise_six(const SixAxes& all) {
  for (const bool parallel : {false, true})
    for (const bool reversed : {false, true}) {
      axes_ = all;
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
  if (kind_ == Kind::arm_angle) return "axes 1, 2 and 3 meet in a point, and axes 5, 6 and 7";
  if (held_ == 0) {
    if (kind_ == Kind::wrist)
      return reversed_ ? "axes 2, 3 and 4 meet in a point" : "axes 5, 6 and 7 meet in a point";
    return reversed_ ? "axes 4, 5 and 6 are parallel" : "axes 3, 4 and 5 are parallel";
  }
  if (kind_ == Kind::wrist)
    return reversed_ ? "axes 1, 2 and 3 meet in a point" : "axes 4, 5 and 6 meet in a point";
  return reversed_ ? "axes 3, 4 and 5 are parallel" : "axes 2, 3 and 4 are parallel";
}

const char* ClosedForm::redundancy() const {
  if (n_ == 6) return "";
  return kind_ == Kind::arm_angle ? "arm angle" : held_ == 0 ? "joint 1" : "joint 7";
}

double ClosedForm::parameter(const double* q) const {
  if (n_ == 6) return 0;
  if (held_ >= 0) return q[held_];
  Joints x;
  std::copy_n(q, 7, x.begin());
  return arm_angle(all_axes_, points_, x, length_);
}

// Whether known postures are found again. Some are missed if axes in special positions leave a joint without effect, or make
// its motion one that two other joints can produce.
bool ClosedForm::finds_postures() {
  const bool keep = keep_limits_;
  keep_limits_ = false;
  bool all = true;
  for (int trial = 0; trial < 4 && all; ++trial) {
    Joints q{};
    for (int i = 0; i < n_; ++i) {
      const double x = std::sin(2.3 * i + 1.7 * trial + 0.9);  // any numbers from -1 to 1
      q[static_cast<std::size_t>(i)] = (task_.revolute(i) ? 2 : length_) * x;
    }
    task_.set(span(q));
    const Pose<double> there = task_.pose();
    found_.clear();
    add(there, parameter(q.data()));
    all = known(q, 0);
  }
  keep_limits_ = keep;
  found_.clear();
  return all;
}

bool ClosedForm::known(const Joints& q, std::size_t from) const {
  for (std::size_t k = from; k < found_.size(); ++k) {
    bool same = true;
    for (int i = 0; i < n_ && same; ++i) {
      const auto at = static_cast<std::size_t>(i);
      same = std::abs(difference(q[at], found_[k][at], task_.revolute(i))) < kSame;
    }
    if (same) return true;
  }
  return false;
}

// Newton steps on the arm itself. A joint that is the redundancy parameter is held by `unbounded_`; an arm angle may change
// slightly, by as much as the geometry deviates from the ideal one.
bool ClosedForm::polish(Joints& q) {
  double error = task_.set(span(q));
  for (int k = 0; k < kNewton && error > kExact; ++k) {
    double r[kMostRows];
    std::copy_n(task_.error(), 6, r);
    task_.columns(work_.J);
    Joints next = q;
    if (!bounded_step<6>(work_, r, 1e-14, 0.3, unbounded_, span(next))) break;
    const double better = task_.set(span(next));
    if (!(better < error)) break;
    q = next, error = better;
  }
  task_.set(span(q));
  return task_.position_error() <= kTolerance && task_.orientation_error() <= kTolerance;
}

bool ClosedForm::within_limits(Joints& q) const {
  for (int k = 0; k < n_; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const auto [lower, upper, turns] = limits_[i];
    if (task_.revolute(k)) {
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

void ClosedForm::add(const Pose<double>& target, double parameter) {
  task_.aim(target);
  const std::size_t before = found_.size();
  const auto take = [&](Joints q) {
    if (polish(q) && within_limits(q) && !known(q, before)) found_.push_back(q);
  };
  Pose<double> G = target * home_inverse_;
  if (kind_ == Kind::arm_angle) {
    CandidatesOf<7> candidates;
    solve_arm_angle(all_axes_, points_, G, parameter, near_, length_, candidates);
    for (int k = 0; k < candidates.count; ++k) take(candidates.q[static_cast<std::size_t>(k)]);
    return;
  }
  if (held_ == 6) G = G * motion(all_axes_[6], -parameter);
  if (held_ == 0) G = motion(all_axes_[0], -parameter) * G;
  if (held_ >= 0) unbounded_[static_cast<std::size_t>(held_)] = {parameter, parameter, false};
  const std::size_t first = held_ == 0 ? 1 : 0;
  SixAngles near;
  std::copy_n(near_.begin() + first, 6, near.begin());
  const auto reverse = [&](SixAngles& x) {
    std::reverse(x.begin(), x.end());
    for (double& each : x) each = -each;
  };
  if (reversed_) {
    G = inverse(G);
    reverse(near);
  }
  Candidates candidates;
  if (kind_ == Kind::wrist)
    solve_spherical_wrist(axes_, centre_, G, near, length_, candidates);
  else
    solve_three_parallel(axes_, G, near, length_, candidates);
  for (int k = 0; k < candidates.count; ++k) {
    SixAngles six = candidates.q[static_cast<std::size_t>(k)];
    if (reversed_) reverse(six);
    Joints q{};
    if (held_ >= 0) q[static_cast<std::size_t>(held_)] = parameter;
    std::copy_n(six.begin(), 6, q.begin() + first);
    take(q);
  }
}

void ClosedForm::sort() {
  const auto far = [&](const Joints& q) {
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n_); ++i)
      sum += (q[i] - near_[i]) * (q[i] - near_[i]);
    return sum;
  };
  std::sort(found_.begin(), found_.end(), [&](const auto& a, const auto& b) { return far(a) < far(b); });
}

int ClosedForm::solve(const Pose<double>& target) {
  found_.clear();
  if (n_ == 6) add(target, 0);
  for (const double parameter : parameters_) add(target, parameter);
  sort();
  return static_cast<int>(found_.size());
}

int ClosedForm::solve(const Pose<double>& target, double parameter) {
  if (n_ == 6)
    throw Error(ErrorKind::usage, "ik_all", "the arm has no redundancy parameter")
        .given("six joints")
        .need("seven joints")
        .hint("call solve(pose)");
  if (!std::isfinite(parameter))
    throw Error(ErrorKind::usage, "ik_all", "the redundancy parameter is not finite")
        .given(fmt::format("{}", parameter));
  found_.clear();
  add(target, parameter);
  sort();
  return static_cast<int>(found_.size());
}

std::vector<std::array<double, 2>> ClosedForm::ranges(const Pose<double>& target) {
  constexpr int kSteps = 360, kHalvings = 40;
  std::vector<std::array<double, 2>> out;
  if (n_ == 6) return out;
  const auto [from, to] = parameter_range();
  const double step = (to - from) / kSteps;
  const auto solvable = [&](double parameter) {
    found_.clear();
    add(target, parameter);
    return !found_.empty();
  };
  // between a value with solutions and one without
  const auto border = [&](double with, double without) {
    for (int k = 0; k < kHalvings; ++k) {
      const double middle = 0.5 * (with + without);
      (solvable(middle) ? with : without) = middle;
    }
    return with;
  };
  bool before = solvable(from);
  if (before) out.push_back({from, to});
  for (int k = 1; k <= kSteps; ++k) {
    const double here = k == kSteps ? to : from + k * step;
    const bool now = solvable(here);
    if (now && !before) out.push_back({border(here, here - step), to});
    if (!now && before) out.back()[1] = border(here - step, here);
    before = now;
  }
  found_.clear();
  if (to - from == kTurn && out.size() > 1 && out.front()[0] == from && out.back()[1] == to) {
    out.back()[1] = out.front()[1] + kTurn;  // across the end of the circle
    out.erase(out.begin());
  }
  return out;
}

void ClosedFormDelete::operator()(ClosedForm* form) const { delete form; }

ClosedFormPointer make_closed_form(const Arm& arm, const IkAllOptions& options) {
  return ClosedFormPointer(new ClosedForm(arm, options));
}
int solve_closed_form(ClosedForm& form, const double* pose, const double* parameter) {
  const Pose<double> target = pose_given("ik_all", pose);
  return parameter ? form.solve(target, *parameter) : form.solve(target);
}
std::vector<std::array<double, 2>> parameter_ranges(ClosedForm& form, const double* pose) {
  return form.ranges(pose_given("ik_all", pose));
}
const double* solution(const ClosedForm& form, int k) { return form.solution(k); }
const char* method(const ClosedForm& form) { return form.method(); }
const char* redundancy(const ClosedForm& form) { return form.redundancy(); }
double parameter_of(const ClosedForm& form, const double* q, std::ptrdiff_t size) {
  if (size != form.joints())
    throw Error(ErrorKind::usage, "ik_all", "'q' has the wrong size")
        .given(text::counted(size, "element"))
        .need(text::counted(form.joints(), "element"));
  return form.parameter(q);
}

}  // namespace catena::detail
