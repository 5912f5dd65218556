// SPDX-License-Identifier: Apache-2.0
// Batches of every kind against the golden data: all states of a file as one batch, in both layouts, in double and float.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/batch.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

using batch::Layout;
using Eigen::MatrixXd;
using Eigen::VectorXd;

template <class Number>
using Many = std::vector<Number>;

class GoldenBatch : public testing::TestWithParam<std::string> {
 protected:
  Golden g = load_golden(GetParam());
  Arm arm{g.robot};
  std::size_t n = static_cast<std::size_t>(g.dof()), N = g.states.size();

  // A field of all states.
  template <class Number>
  Many<Number> field(const char* name, Layout layout) const {
    Many<Number> all(n * N);
    for (std::size_t k = 0; k < N; ++k)
      for (std::size_t i = 0; i < n; ++i)
        all[layout == Layout::joint_major ? i * N + k : k * n + i] =
            static_cast<Number>(g.states[k][name][i]);
    return all;
  }

  // The arrays of state k, one for each result.
  template <class Number>
  std::vector<std::vector<MatrixXd>> run(Quantity quantity, Layout layout) const {
    const QuantityInfo& about = info(quantity);
    const Many<Number> q = field<Number>("q", layout), qd = field<Number>("qd", layout),
                       qdd = field<Number>("qdd", layout), tau = field<Number>("fd_tau", layout);
    std::vector<Many<Number>> out;
    for (const ArrayInfo& array : about.results())
      out.emplace_back(size_of(array.shape, g.dof()).count() * N, Number(NAN));
    batch::Workspace work(arm, {.threads = 1, .level = {}});
    const batch::StatesOf<Number> states = {.q = q, .qd = qd, .qdd = qdd, .tau = tau};
    if (out.size() == 1) batch::eval(quantity, arm, layout, states, work, {out[0]});
    if (out.size() == 2) batch::eval(quantity, arm, layout, states, work, {out[0], out[1]});
    if (out.size() == 3) batch::eval(quantity, arm, layout, states, work, {out[0], out[1], out[2]});
    std::vector<std::vector<MatrixXd>> found(N);
    for (std::size_t k = 0; k < N; ++k)
      for (std::size_t a = 0; a < out.size(); ++a) {
        const Size size = size_of(about.arrays[a].shape, g.dof());
        MatrixXd A(size.rows, size.cols);
        for (std::size_t i = 0; i < size.count(); ++i)
          A.data()[i] = out[a][layout == Layout::joint_major ? i * N + k : k * size.count() + i];
        found[k].push_back(A);
      }
    return found;
  }

  MatrixXd M(std::size_t k) const {  // symmetric: rows or columns
    return Eigen::Map<const MatrixXd>(g.states[k]["M"].data(), g.dof(), g.dof());
  }
  VectorXd vector(std::size_t k, const char* name) const {
    return Eigen::Map<const VectorXd>(g.states[k][name].data(), g.dof());
  }
  static double error(const MatrixXd& x, const MatrixXd& y) {
    return (x - y).cwiseAbs().maxCoeff() / std::max(1e-3, y.cwiseAbs().maxCoeff());
  }
  // Of M⁻¹ times M, whose rounding errors are enlarged by the condition number.
  double inverse_tolerance(std::size_t k) const {
    const Eigen::JacobiSVD<MatrixXd> svd(M(k));
    return g.tolerance() * std::max(1.0, 1e-2 * svd.singularValues()(0) / svd.singularValues()(g.dof() - 1));
  }
};

TEST_P(GoldenBatch, OfDoublesIsReproduced) {
  using enum Quantity;
  const MatrixXd one = MatrixXd::Identity(g.dof(), g.dof());
  for (const Layout layout : {Layout::state_major, Layout::joint_major}) {
    const auto of = [&](Quantity quantity) { return run<double>(quantity, layout); };
    const auto ids = of(id), fds = of(fd), biases = of(bias), weights = of(gravity), Ms = of(inertia),
               Cs = of(coriolis), inverses = of(inertia_inverse), factors = of(udut), all = of(terms),
               by_id = of(id_derivatives), by_fd = of(fd_derivatives);
    for (std::size_t k = 0; k < N; ++k) {
      const VectorXd qd = vector(k, "qd"), c = vector(k, "coriolis");
      EXPECT_LE(error(ids[k][0], vector(k, "tau")), g.tolerance());
      EXPECT_LE(error(fds[k][0], vector(k, "fd_qdd")), g.tolerance());
      EXPECT_LE(error(biases[k][0], c), g.tolerance());
      EXPECT_LE(error(weights[k][0], vector(k, "gravity_vec")), g.tolerance());
      EXPECT_LE(error(Ms[k][0], M(k)), g.tolerance());
      EXPECT_LE(error(Cs[k][0] * qd, c), g.tolerance());
      EXPECT_LE(error(inverses[k][0] * M(k), one), inverse_tolerance(k));
      const MatrixXd& U = factors[k][0];
      EXPECT_LE(error(U * factors[k][1].asDiagonal() * U.transpose(), M(k)), g.tolerance());
      EXPECT_LE(error(all[k][0], M(k)), g.tolerance());
      EXPECT_LE(error(all[k][1] * qd, c), g.tolerance());
      EXPECT_LE(error(all[k][2], vector(k, "gravity_vec")), g.tolerance());
      EXPECT_LE(error(by_id[k][1] * qd, 2 * c), g.tolerance());
      EXPECT_LE(error(by_id[k][2], M(k)), g.tolerance());
      EXPECT_LE(error(by_fd[k][2] * M(k), one), inverse_tolerance(k));
    }
  }
}

// Six digits, of which the data of an arm may ask for some.
TEST_P(GoldenBatch, OfFloatsIsReproduced) {
  using enum Quantity;
  const double tolerance = 2e-4;
  for (const Layout layout : {Layout::state_major, Layout::joint_major}) {
    const auto of = [&](Quantity quantity) { return run<float>(quantity, layout); };
    const auto ids = of(id), biases = of(bias), weights = of(gravity), Ms = of(inertia);
    for (std::size_t k = 0; k < N; ++k) {
      EXPECT_LE(error(ids[k][0], vector(k, "tau")), tolerance);
      EXPECT_LE(error(biases[k][0], vector(k, "coriolis")), tolerance);
      EXPECT_LE(error(weights[k][0], vector(k, "gravity_vec")), tolerance);
      EXPECT_LE(error(Ms[k][0], M(k)), tolerance);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, GoldenBatch, testing::ValuesIn(golden_stems()),
                         [](const auto& param) { return param.param; });

}  // namespace
}  // namespace catena::test
