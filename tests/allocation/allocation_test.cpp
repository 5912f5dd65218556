// SPDX-License-Identifier: Apache-2.0
// No in-place call allocates.
#include <gtest/gtest.h>
#include <array>

#include <cstdlib>

#include "allocation/allocation_guard.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/batch.hpp"
#include "catena/core/momentum_observer.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

TEST(AllocationGuard, SeesMallocAndNew) {
  const AllocationGuard guard;
  void* volatile a = std::malloc(100);
  EXPECT_EQ(guard.count(), 1);
  auto* volatile b = new int[100];
  EXPECT_EQ(guard.count(), 2);
  std::free(a);
  delete[] b;
}

TEST(InPlaceCalls, DoNotAllocate) {
  for (const char* spec : {"chain:1", "chain:7", "mixed:12:1", "chain:30"}) {
    const Arm arm(generate_robot(spec));
    const int n = arm.dof();
    Workspace work(arm);
    Random random(3);
    const std::vector<double> v = random.vector(4 * n, -1, 1);
    const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXd>(v.data(), n);
    const Eigen::VectorXd qd = Eigen::Map<const Eigen::VectorXd>(v.data() + n, n);
    const Eigen::VectorXd qdd = Eigen::Map<const Eigen::VectorXd>(v.data() + 2 * n, n);
    const Eigen::VectorXd tau = Eigen::Map<const Eigen::VectorXd>(v.data() + 3 * n, n);
    const Force<double> tip{{1, 2, 3}, {4, 5, 6}};
    Eigen::VectorXd y(n), z(n), x(n);
    Eigen::MatrixXd A(n, n), B(n, n), C(n, n), J(6, n);
    Eigen::MatrixXd Y(n, 10 * n), inverse(n, 6);
    const Eigen::MatrixXd cube(n, n * n);
    std::array<Eigen::MatrixXd, 4> cubes = {cube, cube, cube, cube};
    Eigen::Vector<double, 6> six;
    Eigen::Matrix<double, 6, 6> square;
    const std::optional<Frame<double>> frame = Frame<double>::point(n / 2, {0.1, 0.2, 0.3}, Axes::frame);
    const std::vector<Wrench> wrenches(static_cast<std::size_t>(n), tip);
    std::vector<double> three(static_cast<std::size_t>(3 * n * n));
    MomentumObserver observer(arm, 50);
    Eigen::Matrix4d X;
    double sum = 0;
    const std::vector<NamedFrame> frames = arm.frames();
    std::vector<Eigen::Matrix4d> poses(frames.size());

    const AllocationGuard guard;
    arm.id(q, qd, qdd, work, y);
    arm.id(q, qd, qdd, tip, work, y);
    arm.fd(q, qd, tau, work, y);
    arm.fd(q, qd, tau, tip, work, y);
    arm.id_derivatives(q, qd, qdd, work, A, B, C);
    arm.id_derivatives(q, qd, qdd, tip, work, A, B, C);
    arm.id_second_derivatives(q, qd, qdd, tip, work, cubes[0], cubes[1], cubes[2], cubes[3]);
    arm.christoffel(q, work, cubes[0]);
    arm.fd_derivatives(q, qd, tau, work, A, B, C);
    arm.fd_derivatives(q, qd, tau, tip, work, A, B, C);
    arm.id_vjp(q, qd, qdd, tau, tip, work, y, z, x);
    arm.fd_vjp(q, qd, tau, qdd, tip, work, y, z, x);
    arm.inertia(q, work, A);
    arm.inertia_inverse(q, work, A);
    arm.inertia_rate(q, qd, work, A);
    arm.coriolis(q, qd, work, A);
    arm.coriolis_transpose(q, qd, qdd, work, y);
    arm.bias(q, qd, work, y);
    arm.gravity(q, work, y);
    arm.jacobian(q, work, J);
    arm.jacobian_rate(q, qd, work, J);
    arm.pose(q, work, X);
    for (const NamedFrame& named : frames) {
      arm.jacobian(q, named.frame, work, J);
      arm.jacobian_rate(q, qd, named.frame, work, J);
      arm.pose(q, named.frame, work, X);
    }
    arm.poses(q, frames, work, poses);
    arm.nle(q, qd, work, y);
    arm.joint_momentum(q, qd, work, y);
    arm.terms(q, qd, work, A, B, y);
    arm.slotine_li(q, qd, tau, qdd, work, y);
    arm.regressor(q, qd, qdd, work, Y);
    arm.momentum_regressor(q, qd, work, Y);
    arm.frame_velocity(q, qd, frame, work, six);
    arm.frame_acceleration(q, qd, qdd, frame, work, six);
    arm.frame_bias_acceleration(q, qd, frame, work, six);
    arm.operational_inertia(q, frame, 0.1, work, square);
    arm.operational_inertia_inverse(q, frame, work, square);
    arm.jacobian_inverse(q, frame, 0.1, work, inverse);
    arm.null_space(q, frame, 0.1, work, A);
    arm.eval(Quantity::id, {.q = q, .qd = qd, .qdd = qdd, .wrenches = wrenches}, work,
             MatView<double>{y.data(), n, 1, n});
    arm.eval(Quantity::fd, {.q = q, .qd = qd, .tau = tau, .wrenches = wrenches}, work,
             MatView<double>{y.data(), n, 1, n});
    for (const Axes axes : {Axes::frame, Axes::base_at_frame}) {
      const At at{.q = q, .qd = qd, .qdd = qdd, .tau = tau, .wrenches = wrenches, .wrench_axes = axes};
      arm.eval(Quantity::id_derivatives, at, work, Result<double>(Quantity::id_derivatives, n, three));
      arm.eval(Quantity::fd_derivatives, at, work, Result<double>(Quantity::fd_derivatives, n, three));
      for (const Quantity quantity : {Quantity::dfd_dq, Quantity::id_vjp, Quantity::fd_vjp})
        arm.eval(quantity, at, work,
                 Result<double>(quantity, n, std::span(three).first(size_of(quantity, n))));
    }
    observer.start(q, qd);
    observer.step(q, qd, tau, 1e-3);
    sum += arm.kinetic_energy(q, qd, work) + arm.potential_energy(q, work) + arm.manipulability(q, work);
    arm.rotor_inertia(y);
    arm.friction(qd, y);
    EXPECT_EQ(guard.count(), 0) << spec;
    EXPECT_TRUE(std::isfinite(sum));
  }
}

// Payloads and gravity change in place, the workspace follows; and what control loops call.
TEST(ControlLoops, DoNotAllocate) {
  for (const char* spec : {"chain:1", "chain:7", "mixed:12:1", "chain:30"})
    for (const bool motors : {false, true}) {
      const Arm links(generate_robot(spec));
      Arm arm = motors ? links.with_motors() : links;
      const int n = arm.dof();
      Workspace work(arm);
      Random random(3);
      const std::vector<double> v = random.vector(n, -1, 1);
      const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXd>(v.data(), n);
      Eigen::VectorXd y(n);
      Eigen::MatrixXd A(n, n), J(6, n);
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> R(n, n), S(6, n), G(n, n * n);
      Eigen::Matrix4d X;
      std::vector<double> out(static_cast<std::size_t>(3 * n * n));
      int failed = 0;

      const AllocationGuard guard;
      for (int k = 1; k < 4; ++k) {
        arm.set_payload({0.5 * k, {0.1, 0, 0.2}, {0.01, 0.01, 0.01, 0, 0, 0}});
        arm.set_gravity({0, 0.1 * k, -9.81});
        failed += !arm.try_id(q, q, q, work, y).ok();
        failed += !arm.try_fd(q, q, q, work, y).ok();
        failed += !arm.try_inertia(q, work, A).ok();
        failed += !arm.try_gravity(q, work, y).ok();
        failed += !arm.try_bias(q, q, work, y).ok();
        failed += !arm.try_jacobian(q, work, J).ok();
        failed += !arm.try_pose(q, work, X).ok();
        for (const Quantity quantity :
             {Quantity::fd_derivatives, Quantity::id_derivatives, Quantity::inertia_inverse})
          failed += !arm.try_eval(quantity, {.q = q, .qd = q, .qdd = q, .tau = q}, work,
                                  Result<double>(quantity, n, out))
                         .ok();
        failed += arm.try_id(q.head(n - 1), q, q, work, y).ok();
        arm.inertia(q, work, R);
        arm.coriolis(q, q, work, R);
        arm.jacobian(q, work, S);
        arm.christoffel(q, work, G);
        arm.id_derivatives(q, q, q, work, R, A, A);
        arm.fd_derivatives(q, q, q, work, R, A, A);
      }
      EXPECT_EQ(guard.count(), 0) << spec;
      EXPECT_EQ(failed, 0) << spec;
    }
}

TEST(WithPayload, AllocatesTheLinksOnly) {
  const Arm arm(generate_robot("chain:7"));
  const Payload payload{1, {0.1, 0, 0.2}, {0.01, 0.01, 0.01, 0, 0, 0}};
  const AllocationGuard guard;
  const Arm other = arm.with_payload(payload);
  EXPECT_LE(guard.count(), 1);
}

TEST(BatchCalls, DoNotAllocateOnOneThread) {
  for (const char* spec : {"chain:1", "chain:7", "mixed:12:1"})
    for (const batch::Layout layout : {batch::Layout::state_major, batch::Layout::joint_major}) {
      const Arm arm(generate_robot(spec));
      const int n = arm.dof(), N = 101;
      Random random(3);
      const std::vector<double> q = random.vector(n * N, -3, 3), qd = random.vector(n * N, -1, 1);
      std::vector<double> y(static_cast<std::size_t>(n * N)), A(y.size() * static_cast<std::size_t>(n)),
          J(6 * y.size()), d(y), B(A), C(A), gamma(A.size() * static_cast<std::size_t>(n));
      const std::vector<double> tip = random.vector(6 * N, -1, 1);
      batch::Workspace work(arm);

      const Arm driven = arm.with_motors();
      const AllocationGuard guard;
      batch::id(arm, layout, q, qd, qd, work, y);
      batch::fd(arm, layout, q, qd, qd, work, y);
      batch::bias(arm, layout, q, qd, work, y);
      batch::gravity(arm, layout, q, work, y);
      batch::inertia(arm, layout, q, work, A);
      batch::jacobian(arm, layout, q, work, J);
      batch::id(arm, layout, q, qd, qd, tip, work, y);
      batch::fd(arm, layout, q, qd, qd, tip, work, y);
      batch::udut(arm, layout, q, work, A, d);
      batch::id(driven, layout, q, qd, qd, work, y);
      batch::fd(driven, layout, q, qd, qd, work, y);
      batch::inertia(driven, layout, q, work, A);
      batch::eval(Quantity::coriolis, arm, layout, {.q = q, .qd = qd}, work, {C});
      batch::eval(Quantity::christoffel, arm, layout, {.q = q}, work, {gamma});
      batch::eval(Quantity::inertia_inverse, arm, layout, {.q = q}, work, {A});
      batch::eval(Quantity::id_derivatives, arm, layout, {.q = q, .qd = qd, .qdd = qd, .tip = tip}, work,
                  {A, B, C});
      batch::eval(Quantity::fd_derivatives, arm, layout, {.q = q, .qd = qd, .tau = qd, .tip = tip}, work,
                  {A, B, C});
      EXPECT_EQ(guard.count(), 0) << spec;
    }
}

// The scratch memory for floats is made by the first call; then states that are computed again in double need none either.
TEST(BatchCalls, InFloatsDoNotAllocateAfterTheFirst) {
  for (const char* spec : {"chain:1", "chain:7", "mixed:12:1"})
    for (const batch::Layout layout : {batch::Layout::state_major, batch::Layout::joint_major}) {
      const Arm arm(generate_robot(spec));
      const int n = arm.dof(), N = 101;
      Random random(3);
      const auto numbers = [&](int count, double most) {
        const std::vector<double> x = random.vector(count, -most, most);
        return std::vector<float>(x.begin(), x.end());
      };
      const std::vector<float> q = numbers(n * N, 3), fast = numbers(n * N, 1e20), tip = numbers(6 * N, 1);
      std::vector<float> y(q.size()), A(y.size() * static_cast<std::size_t>(n)), J(6 * y.size());
      batch::Workspace work(arm);
      batch::gravity(arm, layout, q, work, y);

      const AllocationGuard guard;
      for (const std::vector<float>* qd : {&q, &fast}) {
        batch::id(arm, layout, q, *qd, q, work, y);
        batch::fd(arm, layout, q, *qd, q, work, y);
        batch::bias(arm, layout, q, *qd, work, y);
        batch::gravity(arm, layout, q, work, y);
        batch::inertia(arm, layout, q, work, A);
        batch::jacobian(arm, layout, q, work, J);
        batch::id(arm, layout, q, *qd, q, tip, work, y);
        batch::fd(arm, layout, q, *qd, q, tip, work, y);
      }
      EXPECT_EQ(guard.count(), 0) << spec;
    }
}

}  // namespace
}  // namespace catena::test
