// SPDX-License-Identifier: Apache-2.0
// The inertia matrix over random configurations: singular, indefinite or badly conditioned. Also samples what the
// rules for motors need.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "catena/check/lint.hpp"
#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/gravity.hpp"
#include "catena/core/mistakes.hpp"
#include "check/lint_context.hpp"
#include "check/sample.hpp"
#include "check/singular.hpp"
#include "check/specimen.hpp"
#include "core/math/linear.hpp"

namespace catena::check::detail {
namespace {

using catena::detail::eigenvalues;

constexpr int kSamples = 200;
constexpr int kMostJoints = 1000;
constexpr double kBadCondition = 1e8;

// Eigenvalues cost n³: fewer configurations for very long chains.
int samples_for(int n) {
  const double scale = 100.0 / n;
  return std::clamp(static_cast<int>(kSamples * scale * scale * scale), 2, kSamples);
}

struct Survey {
  int samples = 0;
  int singular = 0, singular_joint = -1;      // how often, and the joint of the first
  int indefinite = 0;                         // how often an eigenvalue is negative
  double smallest = INFINITY, condition = 0;  // eigenvalue; condition number
  std::vector<double> q_singular, q_smallest, q_condition;
};

// 1/δ_i of every joint.
std::vector<double> delta_inverses(const Chain<double>& arm, const std::vector<double>& q) {
  const std::vector<double> none(q.size(), 0.0);
  std::vector<double> qdd(none);
  AbaWork<double> work(arm.dof());
  aba<double>(arm, posture<double>(arm, q), none, none, Vec3<double>::zero(), work, qdd);
  return work.delta_inv;
}

Survey survey(LintContext& c, const Chain<double>& arm) {
  const int n = arm.dof();
  Survey s;
  s.samples = samples_for(n);
  Sampler random(1);
  GravityWork<double> work(n);
  Eigen::MatrixXd M(n, n);
  std::vector<double> g(static_cast<std::size_t>(n));
  c.sampled = {s.samples, g, g};
  for (int k = 0; k < s.samples; ++k) {
    const std::vector<double> q = random.position(c.robot);
    const Posture<double> x = posture<double>(arm, q);
    crba(arm, x, MatView<double>{M.data(), n, n, n});
    gravity<double>(arm, x, arm.gravity(), work, g);
    for (int i = 0; i < n; ++i) {
      c.sampled.largest_inertia[i] = std::max(c.sampled.largest_inertia[i], M(i, i));
      c.sampled.largest_weight[i] = std::max(c.sampled.largest_weight[i], std::abs(g[i]));
    }
    if (const int joint = singular_joint(arm, x); joint >= 0) {
      if (s.singular++ == 0) {
        s.singular_joint = joint;
        s.q_singular = q;
      }
      continue;
    }
    const Eigen::VectorXd values = eigenvalues(M);
    const double condition = values.cwiseAbs().maxCoeff() / values.cwiseAbs().minCoeff();
    if (values[0] < 0) ++s.indefinite;
    if (values[0] < s.smallest) {
      s.smallest = values[0];
      s.q_smallest = q;
    }
    if (condition > s.condition) {
      s.condition = condition;
      s.q_condition = q;
    }
  }
  return s;
}

std::string how_often(int count, int of) {
  return count == of ? fmt::format("in all {} configurations tried", of)
                     : fmt::format("in {} of {} configurations tried", count, of);
}

void report_singular(LintContext& c, const Chain<double>& arm, const Survey& s) {
  const SingularCause cause = singular_cause(c.robot, arm, s.q_singular, s.singular_joint);
  c.findings.push_back({Severity::error, "singular-model", cause.where,
                        fmt::format("makes M singular because {}", cause.because),
                        fmt::format("zero articulated-body inertia about this joint axis {}, first at q = {}",
                                    how_often(s.singular, s.samples), row_of(s.q_singular)),
                        "positive articulated-body inertia about every joint axis", cause.hint});
}

void report_indefinite(LintContext& c, const Chain<double>& arm, const Survey& s) {
  const std::vector<double> inverse = delta_inverses(arm, s.q_smallest);
  std::string hint = "correct the links that are not physically possible";
  for (int i = arm.dof() - 1; i >= 0; --i)
    if (inverse[i] < 0) {
      hint = fmt::format("start with {}: the articulated-body inertia about its joint axis is {:.3g}",
                         c.link(row_of_joint(c.robot, i)), 1 / inverse[i]);
      break;
    }
  c.findings.push_back({c.impossible(), "inertia-matrix", "robot", "M is not positive definite",
                        fmt::format("smallest eigenvalue {:.4g} at q = {}; negative {}", s.smallest,
                                    row_of(s.q_smallest), how_often(s.indefinite, s.samples)),
                        "all eigenvalues above 0: no motion has negative kinetic energy", hint});
}

void report_condition(LintContext& c, const Chain<double>& arm, const Survey& s) {
  const std::vector<double> inverse = delta_inverses(arm, s.q_condition);
  const int weakest = static_cast<int>(std::max_element(inverse.begin(), inverse.end()) - inverse.begin());
  c.findings.push_back(
      {Severity::hint, "conditioning", c.link(row_of_joint(c.robot, weakest)),
       "has very little inertia compared with the rest of the arm",
       fmt::format("condition number of M {:.2g} at q = {}; articulated-body inertia at this joint {:.3g}",
                   s.condition, row_of(s.q_condition), 1 / inverse[weakest]),
       fmt::format("below {:.0e} for {:.0f} good digits in the accelerations", kBadCondition,
                   16 - std::log10(kBadCondition)),
       "check its mass and moments; the rotor may have more inertia than the link"});
}

}  // namespace

void lint_matrix(LintContext& c) {
  if (c.robot.dof() > kMostJoints) {
    c.findings.push_back({Severity::hint, "inertia-matrix", "robot", "M was not checked",
                          fmt::format("{} joints", c.robot.dof()), fmt::format("{} or fewer", kMostJoints),
                          ""});
    return;
  }
  try {
    Notes notes;
    const Chain<double> arm = make_chain(c.robot, notes);
    if (gravity_is_unfelt(arm))
      c.findings.push_back(
          {Severity::warning, "gravity-unfelt", "robot", "no joint feels gravity, in any posture",
           fmt::format("gravity [{}, {}, {}] m/s²", c.robot.gravity.x, c.robot.gravity.y, c.robot.gravity.z),
           "gravity in the plane of motion, unless the arm moves horizontally",
           "an arm in the plane of x and y that swings needs gravity = [0, -9.81, 0]"});
    const Survey s = survey(c, arm);
    if (s.singular > 0) report_singular(c, arm, s);
    if (s.indefinite > 0) report_indefinite(c, arm, s);
    if (s.singular == 0 && s.indefinite == 0 && s.condition > kBadCondition) report_condition(c, arm, s);
  } catch (const Error& e) {
    c.findings.push_back({Severity::error, "no-chain", "robot", e.problem(), "", "", ""});
  }
}

}  // namespace catena::check::detail
