// SPDX-License-Identifier: Apache-2.0
#include "codegen/compile_fixture.hpp"

#include "support/arms.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<double> flat(const MatrixXd& A) { return {A.data(), A.data() + A.size()}; }

}  // namespace

void expect_agreement(const Arm& arm, const Compiled& code, double tolerance) {
  const int n = arm.dof();
  const auto close = [&](const MatrixXd& x, const MatrixXd& y, const char* what) {
    ASSERT_EQ(x.rows(), y.rows());
    ASSERT_EQ(x.cols(), y.cols());
    EXPECT_LE(error_of(flat(x), flat(y)), tolerance) << what << " of " << arm.name();
  };
  const Compiled elsewhere = code.with_gravity({1, -2, 3});
  const Arm arm_elsewhere = arm.with_gravity({1, -2, 3});
  for (const std::uint64_t seed : {1, 2}) {
    Random random(seed);
    const VectorXd q = eigen(random.vector(n, -3, 3)), qd = eigen(random.vector(n, -2, 2));
    const VectorXd u = eigen(random.vector(n, -10, 10));
    const Wrench tip{{random(-1, 1), random(-1, 1), random(-1, 1)},
                     {random(-9, 9), random(-9, 9), random(-9, 9)}};
    close(code.id(q, qd, u), arm.id(q, qd, u), "id");
    close(code.id(q, qd, u, tip), arm.id(q, qd, u, tip), "id with a wrench");
    close(code.fd(q, qd, u), arm.fd(q, qd, u), "fd");
    close(code.fd(q, qd, u, tip), arm.fd(q, qd, u, tip), "fd with a wrench");
    close(code.bias(q, qd), arm.bias(q, qd), "bias");
    close(code.gravity(q), arm.gravity(q), "gravity");
    close(code.inertia(q), arm.inertia(q), "inertia");
    close(code.jacobian(q), arm.jacobian(q), "jacobian");
    close(elsewhere.id(q, qd, u, tip), arm_elsewhere.id(q, qd, u, tip), "id under another gravity");
    close(elsewhere.fd(q, qd, u), arm_elsewhere.fd(q, qd, u), "fd under another gravity");
    close(elsewhere.gravity(q), arm_elsewhere.gravity(q), "another gravity");
  }
}

}  // namespace catena::test
