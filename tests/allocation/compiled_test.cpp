// SPDX-License-Identifier: Apache-2.0
// No in-place call of Compiled allocates, with generated code or without.
#include "catena/codegen/compiled.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "allocation/allocation_guard.hpp"
#include "support/arms.hpp"
#include "support/compiled.hpp"

namespace catena::test {
namespace {

void expect_no_allocation(const Compiled& arm) {
  const int n = arm.dof();
  Workspace work(arm);
  const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(n, -1, 1), u = Eigen::VectorXd::LinSpaced(n, 2, -1);
  const Wrench tip{{1, 2, 3}, {4, 5, 6}};
  const Compiled elsewhere = arm.with_gravity({1, 2, 3});
  Eigen::VectorXd y = u;
  Eigen::MatrixXd M(n, n), A(n, n), B(n, n), J(6, n), big(n + 6, n + 1), gamma(n, n * n), large(n + 1, n * n);

  const AllocationGuard guard;
  arm.id(q, u, u, work, y);
  arm.id(q, u, y, work, y);
  arm.id(q, u, u, tip, work, y);
  arm.fd(q, u, u, work, y);
  arm.fd(q, u, u, tip, work, y);
  arm.bias(q, u, work, y);
  arm.gravity(q, work, y);
  arm.inertia(q, work, M);
  arm.inertia(q, work, big.block(1, 1, n, n));
  arm.jacobian(q, work, J);
  arm.jacobian(q, work, big.block(0, 1, 6, n));
  arm.id_derivatives(q, u, u, work, A, B, M);
  arm.id_derivatives(q, u, u, tip, work, A, B, M);
  arm.id_derivatives(q, u, u, work, big.block(1, 1, n, n), B, M);
  arm.fd_derivatives(q, u, u, work, A, B, M);
  arm.fd_derivatives(q, u, u, tip, work, A, B, M);
  arm.fd_derivatives(q, u, u, work, A, B, big.block(1, 1, n, n));
  arm.christoffel(q, work, gamma);
  arm.christoffel(q, work, large.topRows(n));
  arm.udut(q, work, M, y);
  elsewhere.id(q, u, u, work, y);
  elsewhere.id_derivatives(q, u, u, work, A, B, M);
  elsewhere.gravity(q, work, y);
  EXPECT_EQ(guard.count(), 0) << arm.name();
}

TEST(CompiledCalls, DoNotAllocate) {
  const SourceFolder folder;
  ::setenv("CATENA_CACHE", folder.file("cache").c_str(), 1);
  for (const char* spec : {"chain:1", "mixed:7:2"}) {
    const Arm robot(generate_robot(spec));
    for (const Compiled& arm :
         {Compiled(robot), Compiled(robot, {Quantity::did_dq, Quantity::dfd_dq}),
          Compiled(robot, {Quantity::christoffel, Quantity::udut}), Compiled(robot.with_motors())}) {
      ASSERT_TRUE(arm.native());
      expect_no_allocation(arm);
    }
  }
  ::setenv("CC", "/no/such/compiler", 1);
  const Compiled plain{Arm(generate_robot("mixed:6:2"))};
  ASSERT_FALSE(plain.native());
  expect_no_allocation(plain);
}

}  // namespace
}  // namespace catena::test
