// SPDX-License-Identifier: Apache-2.0
// Fills a specimen: reference results by plain algorithms, derivatives by dual numbers.
#include "check/specimen.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/energy.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/model/canonical.hpp"
#include "catena/core/model/pivot.hpp"
#include "core/math/linear.hpp"

namespace catena::check::detail {
namespace {

using catena::detail::eigenvalues;
using catena::detail::product;

constexpr double kEps = std::numeric_limits<double>::epsilon();

MatView<double> view(Eigen::MatrixXd& m) {
  return {m.data(), static_cast<int>(m.rows()), static_cast<int>(m.cols()), static_cast<int>(m.rows())};
}

double norm(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

double com_distance(const ChainLink<double>& l) {
  return l.body.m == 0 ? 0 : norm(l.body.h) / std::abs(l.body.m);
}

double largest(std::span<const double> v) {
  double most = 0;
  for (double x : v) most = std::max(most, std::abs(x));
  return most;
}

std::vector<Rate> along(std::span<const double> value, std::span<const double> rate) {
  std::vector<Rate> out;
  for (std::size_t i = 0; i < value.size(); ++i) {
    out.emplace_back(value[i]);
    out.back().d[0] = rate[i];
  }
  return out;
}

Vec3<Rate> constant(const Vec3<double>& v) { return {Rate(v.x), Rate(v.y), Rate(v.z)}; }
Vec3<double> rate(const Vec3<Rate>& v) { return {v.x.d[0], v.y.d[0], v.z.d[0]}; }
Vec3<double> value(const Vec3<Rate>& v) { return {v.x.value, v.y.value, v.z.value}; }

Robot other_convention(const Robot& robot, Notes& notes) {
  const bool standard = robot.convention == Convention::standard;
  return to_convention(robot, standard ? Convention::modified : Convention::standard, notes);
}

// Column by column, by q or q̇; `run` gives id or fd on dual numbers.
template <class Run>
Eigen::MatrixXd by_dual(const Specimen& s, bool by_qd, Run run) {
  const int n = s.arm.dof();
  std::vector<Rate> q(s.q.begin(), s.q.end()), qd(s.qd.begin(), s.qd.end()), column(s.q.size());
  Posture<Rate> x = posture<Rate>(s.subject.rates, q);
  Eigen::MatrixXd found(n, n);
  for (int j = 0; j < n; ++j) {
    (by_qd ? qd[j] : q[j]).d[0] = 1;
    if (!by_qd) x.set(s.subject.rates, q);
    run(x, qd, column);
    (by_qd ? qd[j] : q[j]).d[0] = 0;
    for (int i = 0; i < n; ++i) found(i, j) = column[i].d[0];
  }
  return found;
}

Eigen::MatrixXd id_by_dual(const Specimen& s, bool by_qd) {
  RneaWork<Rate> work(s.arm.dof());
  const std::vector<Rate> qdd(s.qdd.begin(), s.qdd.end());
  const Chain<Rate>& arm = s.subject.rates;
  return by_dual(s, by_qd, [&](const Posture<Rate>& x, std::span<const Rate> qd, std::span<Rate> tau) {
    rnea<Rate>(arm, x, qd, qdd, arm.gravity(), work, tau);
  });
}

Eigen::MatrixXd fd_by_dual(const Specimen& s, bool by_qd) {
  AbaWork<Rate> work(s.arm.dof());
  const std::vector<Rate> tau(s.tau.begin(), s.tau.end());
  const Chain<Rate>& arm = s.subject.rates;
  return by_dual(s, by_qd, [&](const Posture<Rate>& x, std::span<const Rate> qd, std::span<Rate> qdd) {
    aba<Rate>(arm, x, qd, tau, arm.gravity(), work, qdd);
  });
}

double rank_of_jacobian(const Specimen& s) {
  const int n = s.arm.dof();
  const Eigen::MatrixXd J = s.J;
  Eigen::MatrixXd G = n < 6 ? product(J.transpose(), J) : product(J, solved(s.M, J.transpose()));
  const Eigen::VectorXd diagonal = G.diagonal();
  udu_factor(view(G));
  const Eigen::VectorXd rank = G.diagonal().cwiseQuotient(diagonal);
  return least_rank({rank.data(), static_cast<std::size_t>(rank.size())});
}

template <class Compute>
const Eigen::MatrixXd& once(Eigen::MatrixXd& kept, Compute compute) {
  if (kept.size() == 0) kept = compute();
  return kept;
}

}  // namespace

Subject::Subject(const Robot& r)
    : robot(r),
      arm(make_chain(r, notes)),
      converted(make_chain(other_convention(r, notes), notes)),
      rates(arm.cast<Rate>()),
      total_mass(0) {
  for (int i = 0; i < arm.dof(); ++i) total_mass += std::abs(arm.link(i).body.m);
}

Specimen::Specimen(const Subject& s, std::vector<double> q_, std::vector<double> qd_,
                   std::vector<double> qdd_, std::vector<double> direction_, const Force<double>& tip_)
    : subject(s),
      arm(s.arm),
      q(std::move(q_)),
      qd(std::move(qd_)),
      qdd(std::move(qdd_)),
      tau(q.size(), 0.0),
      direction(std::move(direction_)),
      tip(tip_),
      x(posture<double>(arm, q)) {
  const int n = arm.dof();
  double sum = 0;
  for (double v : direction) sum += std::abs(v);
  for (double& v : direction) v /= sum;

  M.resize(n, n);
  crba(arm, x, view(M));
  RneaWork<double> work(n);
  const std::vector<double> none(q.size(), 0.0);
  bias.resize(n);
  rnea<double>(arm, x, qd, none, Vec3<double>::zero(), work, {bias.data(), q.size()});
  rnea<double>(arm, x, qd, qdd, arm.gravity(), work, tau);
  J.resize(6, n);
  jacobian(arm, kinematics_of(arm, x), view(J));

  for (std::size_t i = 0; i < q.size(); ++i)  // different for each link
    wrenches.push_back(
        {{tip.ang.x + qd[i], tip.ang.y - q[i], tip.ang.z}, {tip.lin.x, tip.lin.y + qdd[i], tip.lin.z}});

  differentiate();
  measure();
}

State<double> Specimen::state() const { return {q, qd, qdd, tau, arm.gravity(), Force<double>::zero()}; }

State<double> Specimen::state_for(Quantity quantity) const {
  State<double> s = state();
  if (info(quantity).requires_wrenches()) s.wrenches = wrenches;
  return s;
}

const Eigen::MatrixXd& Specimen::did_dq() const {
  return once(by_dual_[0], [&] { return id_by_dual(*this, false); });
}
const Eigen::MatrixXd& Specimen::did_dqd() const {
  return once(by_dual_[1], [&] { return id_by_dual(*this, true); });
}
const Eigen::MatrixXd& Specimen::dfd_dq() const {
  return once(by_dual_[2], [&] { return fd_by_dual(*this, false); });
}
const Eigen::MatrixXd& Specimen::dfd_dqd() const {
  return once(by_dual_[3], [&] { return fd_by_dual(*this, true); });
}

void Specimen::differentiate() {
  const Chain<Rate>& chain = subject.rates;
  const int n = arm.dof();
  const Vec3<Rate> g = constant(arm.gravity());

  // along the motion: q moves with qd, qd with qdd
  const std::vector<Rate> qt = along(q, qd), qdt = along(qd, qdd);
  const Posture<Rate> xt = posture<Rate>(chain, qt);
  MatX<Rate> Mt(n, n);
  crba(chain, xt, Mt.view());
  Md.resize(n, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) Md(i, j) = Mt(i, j).d[0];

  const Kinematics<Rate> k = kinematics_of(chain, xt);
  power = kinetic_energy<Rate>(chain, xt, qdt).d[0] + potential_energy(chain, k, g).d[0];
  MatX<Rate> Jt(6, n);
  jacobian(chain, k, Jt.view());
  Jd.resize(6, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < 6; ++i) Jd(i, j) = Jt(i, j).d[0];

  // Ṙ = ω × R: ω = ½ Σ e × ė over the columns e of R
  const Mat3<Rate>& R = k.tool.R;
  Vec3<double> w = Vec3<double>::zero();
  for (const Vec3<Rate>& e : {R.col_x(), R.col_y(), R.col_z()}) w += 0.5 * cross(value(e), rate(e));
  const Vec3<double> v = rate(k.tool.p);
  velocity.resize(6);
  velocity << w.x, w.y, w.z, v.x, v.y, v.z;

  // ∫ ṙ dm and ∫ r × ṙ dm over the points r = p + R s of each link, without angular velocities
  Vec3<double> linear = Vec3<double>::zero(), angular = linear;
  for (int i = 0; i < n; ++i) {
    const ChainLink<double>& l = arm.link(i);
    const Vec3<Rate>& p = k.frame[i].p;
    const Mat3<Rate>& turned = k.frame[i].R;
    const Vec3<Rate> h = turned * constant(l.body.h);  // ∫ R s dm
    linear += l.body.m * rate(p) + rate(h);
    angular += l.body.m * cross(value(p), rate(p)) + cross(value(p), rate(h)) + cross(value(h), rate(p));
    const Vec3<Rate> e[] = {turned.col_x(), turned.col_y(), turned.col_z()};
    const double second[3][3] = {{l.spread.xx, l.spread.xy, l.spread.xz},
                                 {l.spread.xy, l.spread.yy, l.spread.yz},
                                 {l.spread.xz, l.spread.yz, l.spread.zz}};
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) angular += second[a][b] * cross(value(e[a]), rate(e[b]));
  }
  momentum.resize(6);
  momentum << angular.x, angular.y, angular.z, linear.x, linear.y, linear.z;

  // along each joint alone: the gradient of the potential
  dV.resize(n);
  std::vector<Rate> qj = along(q, std::vector<double>(q.size(), 0.0));
  for (int j = 0; j < n; ++j) {
    qj[j].d[0] = 1;
    dV[j] = potential_energy(chain, kinematics_of(chain, posture<Rate>(chain, qj)), g).d[0];
    qj[j].d[0] = 0;
  }

  // inverse dynamics along a direction of q, all else fixed
  const std::vector<double> none(q.size(), 0.0);
  const std::vector<Rate> qdc = along(qd, none), qddc = along(qdd, none);
  std::vector<Rate> out(q.size());
  RneaWork<Rate> work(n);
  rnea<Rate>(chain, posture<Rate>(chain, along(q, direction)), qdc, qddc, g, work, out);
  dtau.resize(n);
  for (int j = 0; j < n; ++j) dtau[j] = out[j].d[0];
}

void Specimen::measure() {
  const int n = arm.dof();
  const auto length = [&](int i) { return std::abs(x.step(i).a) + std::abs(x.step(i).d); };
  double step = 0;
  bool slides = false;
  reach = norm(arm.tool().p);
  for (int i = 0; i < n; ++i) {
    step = std::max({step, std::abs(x.step(i).a), std::abs(x.step(i).d)});
    reach += length(i);
    slides = slides || !arm.link(i).revolute();
  }
  for (int i = 0; i < n; ++i) reach = std::max(reach, com_distance(arm.link(i)));

  const double v = largest(qd), most = M.cwiseAbs().maxCoeff(), g = norm(arm.gravity());
  size_M = std::max(most, subject.total_mass * step * step);
  size_C = size_M * v;
  size_bias = size_C * v;
  weight = subject.total_mass * g * (slides ? std::max(reach, 1.0) : reach);
  size_tau = size_M * largest(qdd) + size_bias + weight;

  size_qdd = largest(qdd);  // which fd must return, since tau = id(qdd)

  const Eigen::VectorXd values = eigenvalues(M);
  const std::vector<double> delta = articulated_inertias(arm, x);
  definite = std::all_of(delta.begin(), delta.end(), [](double d) { return d > 0; });
  min_eigenvalue = values[0];
  max_eigenvalue = values[n - 1];
  condition = values.cwiseAbs().maxCoeff() / values.cwiseAbs().minCoeff();
  singular = singular_joint(arm, x);
  if (definite && singular < 0) {
    // the smallest eigenvalue of M is known only to the rounding error of the largest; M⁻¹ by articulated bodies gives it
    // more accurately
    Eigen::MatrixXd inverse(n, n);
    std::vector<double> torque(q.size(), 0.0);
    const std::vector<double> none(q.size(), 0.0);
    AbaWork<double> work(n);
    for (int j = 0; j < n; ++j) {
      torque[j] = 1;
      aba<double>(arm, x, none, torque, Vec3<double>::zero(), work, {&inverse(0, j), q.size()});
      torque[j] = 0;
    }
    min_eigenvalue = 1 / eigenvalues(0.5 * (inverse + inverse.transpose()))[n - 1];
    condition = max_eigenvalue / min_eigenvalue;
  }
  unit = M.diagonal().cwiseAbs().cwiseSqrt().cwiseInverse();
  if (singular < 0) rank = rank_of_jacobian(*this);
}

Eigen::MatrixXd solved(Eigen::MatrixXd A, Eigen::MatrixXd B) {
  udu_factor(view(A));
  for (Eigen::Index j = 0; j < B.cols(); ++j)
    udu_solve(view(A), std::span<double>(&B(0, j), static_cast<std::size_t>(B.rows())));
  return B;
}

std::vector<double> articulated_inertias(const Chain<double>& arm, const Posture<double>& x) {
  const std::vector<double> none(static_cast<std::size_t>(arm.dof()), 0.0);
  std::vector<double> qdd(none), delta;
  AbaWork<double> work(arm.dof());
  aba<double>(arm, x, none, none, Vec3<double>::zero(), work, qdd);
  for (const double inverse : work.delta_inv) delta.push_back(1 / inverse);
  return delta;
}

int singular_joint(const Chain<double>& arm, const Posture<double>& x) {
  const int n = arm.dof();
  Eigen::MatrixXd M(n, n);
  crba(arm, x, view(M));
  const std::vector<double> delta = articulated_inertias(arm, x);
  for (int i = n - 1; i >= 0; --i)
    if (!(std::abs(delta[i]) > 64 * kEps * std::abs(M(i, i)))) return i;
  return -1;
}

}  // namespace catena::check::detail
