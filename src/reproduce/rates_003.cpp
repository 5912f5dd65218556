// SPDX-License-Identifier: Apache-2.0
// Kozłowski, section 2: the rates of the operators.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/as_printed_003.hpp"
#include "reproduce/worse.hpp"

namespace catena::reproduce::detail {
namespace {

using operators::operator+;
using operators::operator-;
using operators::operator*;
using operators::scaled;
using operators::star;

// Components in the base's axes, differentiated there, and turned back.
MatX<double> seen_from_the_base(const OperatedArm& a, const MatX<Dual<1>>& X) {
  const MatX<Dual<1>> base = operators::in_base_axes(a.moving, X);
  MatX<double> rate(X.rows(), X.cols());
  for (int i = 0; i < X.rows(); ++i)
    for (int j = 0; j < X.cols(); ++j) rate(i, j) = base(i, j).d[0];
  return star(a.o.R) * rate * a.o.R;
}
double inertial_column(const OperatedArm& a) {
  const MatX<double>& W = a.r.Omega;
  double most = apart(a.Phi_rate + a.o.Phi * operators::commutator(W, a.o.E_Phi) * a.o.Phi,
                      seen_from_the_base(a, a.moving.Phi));
  const auto rule = [&](const MatX<double>& X, const MatX<double>& local, const MatX<Dual<1>>& moving) {
    most = worse(most, apart(local + operators::commutator(W, X), seen_from_the_base(a, moving)));
  };
  rule(a.o.E_Phi, a.E_Phi_rate, a.moving.E_Phi);
  rule(a.o.M, MatX<double>(a.o.M.rows(), a.o.M.cols()), a.moving.M);
  rule(a.o.taubar, a.taubar_rate, a.moving.taubar);
  rule(a.o.E_Psi, a.E_Psi_rate, a.moving.E_Psi);
  const auto turned = [&](const MatX<Dual<1>>& X,
                          bool rows) {  // of H, whose columns are in the axes, and of G
    const MatX<Dual<1>> base = rows ? a.moving.R * X : X * star(a.moving.R);
    MatX<double> rate(base.rows(), base.cols());
    for (int i = 0; i < base.rows(); ++i)
      for (int j = 0; j < base.cols(); ++j) rate(i, j) = base(i, j).d[0];
    return rows ? star(a.o.R) * rate : rate * a.o.R;
  };
  most = worse(most, apart(scaled(-1.0, a.o.H * W), turned(a.moving.H, false)));
  return worse(most, apart(a.G_rate + W * a.o.G, turned(a.moving.G, true)));
}

}  // namespace

double worst_of(const std::vector<OperatedArm>& all,
                const std::function<double(const OperatedArm&)>& number) {
  double most = 0;
  for (const OperatedArm& a : all) most = worse(most, number(a));
  return most;
}

void add_rate_claims_003(const std::vector<OperatedArm>& arms, std::vector<Statement>& s) {
  s.push_back(identity("eq 12", "the recursion of P gives D of M = U D U^T",
                       worst_of(arms,
                                [](const OperatedArm& a) {
                                  const Eigen::VectorXd factors = a.s.value(Quantity::udut, "crba_udu");
                                  return difference(dense(a.o.D).diagonal(), factors.tail(a.s.n()));
                                }),
                       "with l(k,k-1) from O_k to O_k-1"));
  s.push_back(identity("section 2, before eq 13", "taubar-dot P taubar* and taubar P taubar*-dot vanish",
                       worst_of(arms, [](const OperatedArm& a) {
                         const MatX<double> half = a.taubar_rate * a.o.P;
                         return dense(half * star(a.o.taubar)).cwiseAbs().maxCoeff() /
                                worse(1e-3, dense(half).cwiseAbs().maxCoeff());
                       })));
  s.push_back(identity("section 2, after eq 13", "taubar P taubar* = taubar P = P taubar*",
                       worst_of(arms, [](const OperatedArm& a) {
                         const MatX<double> both = a.o.taubar * a.o.P * star(a.o.taubar);
                         return worse(apart(a.o.taubar * a.o.P, both), apart(a.o.P * star(a.o.taubar), both));
                       })));
  s.push_back(
      identity("section 2, after eq 13",
               "eq 13 is the same if taubar P taubar* is replaced by taubar P before it is differentiated",
               worst_of(arms,
                        [](const OperatedArm& a) {
                          const MatX<double> short_one = a.taubar_rate * a.o.P + a.o.taubar * a.P_rate,
                                             inner = short_one + a.r.Omega_delta * a.o.taubar * a.o.P +
                                                     a.o.taubar * a.o.P * star(a.r.Omega_delta);
                          return apart(a.o.E_Phi * inner * star(a.o.E_Phi), a.P_rate);
                        }),
               "by the product rule, against the derivative of P"));
  double least = INFINITY;
  for (const OperatedArm& a : arms) {
    if (a.s.n() < 3) continue;
    least = std::min(least, apart(a.o.taubar * a.P_rate, a.o.taubar * a.P_rate * star(a.o.taubar)));
  }
  s.push_back({"section 2, after eq 13", "in the rate of P the substitution cannot be made", "cannot",
               fmt::format("taubar P-dot taubar* and taubar P-dot differ by {} on every arm tried",
                           least > 0.01 ? "1 % or more" : "less than 1 %"),
               verdict(least > 0.01), "of three joints or more"});
  s.push_back(
      identity("Table 1, rows 2 to 8", "the local derivatives",
               worst_of(arms,
                        [](const OperatedArm& a) {
                          double most = worse(apart(a.r.Phi, a.Phi_rate), apart(a.r.D, a.D_rate));
                          most = worse(most, worse(apart(a.r.G, a.G_rate), apart(a.r.taubar, a.taubar_rate)));
                          return worse(most, apart(a.r.E_Psi, a.E_Psi_rate));
                        }),
               "with Omega_delta of a slide corrected, see eq 4; against the derivatives of the operators"));
  s.push_back(identity("Table 1, eqs 1, 2, 6, 9-11", "the inertial derivatives",
                       worst_of(arms, inertial_column), "against components in the axes of the base"));
  s.push_back(identity("eqs 20, 21",
                       "lambda-dot = P-dot + [Omega_delta, P] = E_Psi lambda-dot E_Psi* + [Omega_delta, P]",
                       worst_of(arms,
                                [](const OperatedArm& a) {
                                  const MatX<double> X = a.r.Omega_delta * a.o.P, driving = X + star(X),
                                                     lambda = a.P_rate + driving;
                                  return worse(apart(a.r.lambda, lambda),
                                               apart(a.o.E_Psi * lambda * star(a.o.E_Psi) + driving, lambda));
                                }),
                       "with the dots of lambda in eq 21, and Omega_delta P + P Omega_delta* for a slide"));
  for (const PrintedFormula& formula : printed_formulas_003()) s.push_back(judged(formula, arms));
}

}  // namespace catena::reproduce::detail
