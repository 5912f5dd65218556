// SPDX-License-Identifier: Apache-2.0
// Operations of the GIM and MCI of paper 004, multiplications and additions together: by the planar algorithm for an arm that
// moves in a plane, else by the spatial one. Sines and cosines are given, as in the paper.
#include "choose/criteria/operations.hpp"

#include "catena/codegen/program.hpp"
#include "catena/core/algo/gim_mci_planar.hpp"
#include "catena/count/cost.hpp"
#include "choose/criteria/criteria.hpp"

namespace catena::choose::detail {
namespace {

constexpr int kMostJoints = 8;  // of optimised counts, as 'catena count'

// Runs the planar algorithm: M of n x n for the GIM, C for the MCI.
template <class T>
void run_planar(const PlanarArm<T>& arm, const PlanarPosture<T>& x, std::span<const T> qd, Matrix matrix,
                const MatView<T>& out) {
  PlanarWork<T> work(arm.dof());
  if (matrix == Matrix::gim)
    planar_gim<T>(arm, x, work, out);
  else
    planar_mci<T>(arm, x, qd, work, out);
}

OpCount counted_planar(const PlanarArm<double>& flat, Matrix matrix, Constants constants) {
  const int n = flat.dof();
  const auto make = constants == Constants::general ? &Counted::general : &Counted::known;
  const PlanarArm<Counted> arm = flat.cast<Counted>(make);
  std::vector<Counted> q, qd;
  for (int i = 0; i < n; ++i)
    q.push_back(Counted::general(0.3 + 0.1 * i)), qd.push_back(Counted::general(0.7 + 0.1 * i));
  PlanarPosture<Counted> x(n);
  x.set(arm, q);
  MatX<Counted> out(n, n);
  const CountScope scope;
  run_planar<Counted>(arm, x, qd, matrix, out.view());
  return scope.count();
}

// Inputs are the link directions at revolute joints and the displacements at prismatic joints.
OpCount optimised_planar(const PlanarArm<double>& flat, Matrix matrix) {
  const int n = flat.dof();
  Program program{
      matrix == Matrix::gim ? Quantity::inertia : Quantity::mci, "gim_mci", n, {}, {}, {}, {}, {}, {}};
  {
    const ExprScope scope(program.graph);
    const PlanarArm<Expr> arm = flat.cast<Expr>([](double v) { return Expr(v); });
    const auto input = [&](Argument argument, int i) {
      return Expr::input(first_input(argument, n) + static_cast<std::size_t>(i));
    };
    PlanarPosture<Expr> x(n);
    std::vector<Expr> qd;
    for (int i = 0; i < n; ++i) {
      const PlanarLink<Expr>& l = arm.link(i);
      qd.push_back(input(Argument::qd, i));
      if (l.revolute()) {
        if (i > 0) x.c[i] = input(Argument::cosine, i), x.s[i] = input(Argument::sine, i);
        continue;
      }
      const Expr c = i > 0 ? x.c[i - 1] : Expr(1), s = i > 0 ? x.s[i - 1] : Expr(0);
      x.c[i] = c * l.ct - s * l.st, x.s[i] = s * l.ct + c * l.st;
      x.d[i] = input(Argument::q, i);
    }
    std::vector<Expr> out(static_cast<std::size_t>(n * n), Expr(0));
    run_planar<Expr>(arm, x, qd, matrix, MatView<Expr>{out.data(), n, n, n});
    for (const Expr& element : out) program.outputs.push_back(element.id());
  }
  return operations(optimised(program));
}

}  // namespace

bool has_optimised_operations(int dof) { return dof <= kMostJoints; }

OpCount matrix_operations(const Chain<double>& arm, Matrix matrix, Count count) {
  const Quantity quantity = matrix == Matrix::gim ? Quantity::inertia : Quantity::mci;
  const std::optional<PlanarArm<double>> flat = planar_arm(arm);
  const Constants constants = count == Count::general ? Constants::general : Constants::known;
  if (count == Count::optimised) {
    if (flat) return optimised_planar(*flat, matrix);
    const Program program = best_program(*find_method<Expr>(quantity, "gim_mci"), arm);
    return operations(program) - program.kinematics;
  }
  return flat ? counted_planar(*flat, matrix, constants)
              : cost(arm, *find_method<Counted>(quantity, "gim_mci"), constants).work;
}

namespace {

Score score(Subject& subject, Matrix matrix, Count count) {
  if (count == Count::optimised && !has_optimised_operations(subject.dof()))
    return unavailable("generated code for more than 8 joints takes too long");
  const OpCount c = matrix_operations(subject.arm().chain(), matrix, count);
  return {static_cast<double>(c.mul + c.add)};
}

}  // namespace

Score gim_general(Subject& subject) { return score(subject, Matrix::gim, Count::general); }
Score gim_customised(Subject& subject) { return score(subject, Matrix::gim, Count::customised); }
Score gim_optimised(Subject& subject) { return score(subject, Matrix::gim, Count::optimised); }
Score mci_general(Subject& subject) { return score(subject, Matrix::mci, Count::general); }
Score mci_customised(Subject& subject) { return score(subject, Matrix::mci, Count::customised); }
Score mci_optimised(Subject& subject) { return score(subject, Matrix::mci, Count::optimised); }

}  // namespace catena::choose::detail
