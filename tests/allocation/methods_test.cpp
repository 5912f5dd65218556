// SPDX-License-Identifier: Apache-2.0
// Every method of the papers works in its workspace: nothing allocates after construction.
#include <gtest/gtest.h>

#include "allocation/allocation_guard.hpp"
#include "catena/core/algo/augmented_elements.hpp"
#include "catena/core/algo/denoc.hpp"
#include "catena/core/algo/fd_derivatives.hpp"
#include "catena/core/algo/frame_moments.hpp"
#include "catena/core/algo/gdahj.hpp"
#include "catena/core/algo/gim_mci.hpp"
#include "catena/core/algo/gim_mci_planar.hpp"
#include "catena/core/algo/kalman.hpp"
#include "catena/core/algo/kic_model.hpp"
#include "catena/core/algo/link_derivatives.hpp"
#include "catena/core/algo/quasi_components.hpp"
#include "catena/core/algo/quasi_velocity_fd.hpp"
#include "catena/core/algo/udut.hpp"
#include "catena/core/algo/walker_orin_1.hpp"
#include "catena/core/algo/walker_orin_2.hpp"
#include "catena/core/algo/walker_orin_3.hpp"
#include "catena/core/algo/walker_orin_4.hpp"
#include "catena/core/motors.hpp"
#include "catena/core/registry.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

TEST(Methods, DoNotAllocate) {
  for (const char* spec : {"chain:1", "chain:7", "mixed:12:1", "chain:30"}) {
    const Case c(spec);
    const Chain<double>& arm = c.arm;
    const int n = arm.dof();
    Posture<double> x = c.x();
    const std::vector<double>&q = c.q, &qd = c.qd, &qdd = c.qdd, &tau = c.tau;
    const Vec3<double> g = arm.gravity();
    const Force<double> tip{{1, 2, 3}, {4, 5, 6}};
    std::vector<double> y(q.size()), cube(q.size() * q.size() * q.size());
    MatX<double> A(n, n), B(n, n), C(n, n);
    GdahjWork<double> gdahj_work(n);
    DenocWork<double> denoc_work(n);
    UdutWork<double> udut_work(n);
    QuasiWork<double> quasi_work(n);
    KalmanWork<double> kalman_work(n);
    GimMciWork<double> gim_work(n);
    AugmentedWork<double> augmented_work(n);
    AugmentedElementsWork<double> elements_work(n);
    KicModel<double> model(n);
    KicModelWork<double> model_work(n);
    KicWork<double> kic_work(n);
    FrameInjectionWork<double> injection_work(n);
    FrameMomentsWork<double> moments_work(n);
    Kinematics<double> k(n);
    WalkerOrin1Work<double> columns_work(n);
    WalkerOrin2Work<double> moving_links_work(n);
    WalkerOrin4Work<double> directions_work(n);
    FdDerivativesWork<double> derivatives_work(arm);
    LinkDerivativesWork<double> link_work(n);

    const AllocationGuard guard;
    x.set(arm, q);
    gdahj(arm, x, gdahj_work, A.view());
    denoc(arm, x, denoc_work, A.view());
    udut_fd<double>(arm, x, qd, tau, g, tip, udut_work, y);
    udut_factors(arm, x, udut_work, A.view());
    udut_solve(arm, x, udut_work, A.view());
    fd_by_xi<double>(arm, x, qd, tau, g, tip, quasi_work, y);
    fd_by_nu<double>(arm, x, qd, tau, g, tip, quasi_work, y);
    cnu<double>(arm, x, quasi_work, y);
    cxi<double>(arm, x, quasi_work, y);
    kalman_id<double>(arm, x, qd, qdd, g, tip, kalman_work, y);
    kalman_fd<double>(arm, x, qd, tau, g, tip, kalman_work, y);
    gim(arm, x, A.view());
    gim_mci<double>(arm, x, qd, gim_work, A.view(), B.view());
    augmented_body(arm, x, augmented_work, A.view(), CubeView<double>{cube.data(), n, n});
    augmented_elements(arm, x, elements_work, model);
    frame_injection<double>(arm, x, qd, qdd, g, tip, injection_work, y);
    frame_moments(arm, x, moments_work, A.view());
    kic_model(arm, x, model_work, model);
    kic_inertia(arm, x, model_work, A.view());
    kic_gravity<double>(arm, model_work.kinematics, g, y);
    kic_loads<double>(arm, x, qd, qdd, g, kic_work, y);
    kic_momentum<double>(arm, x, qd, kic_work);
    augmented_bodies(arm, x, augmented_work);
    augmented_gravity<double>(arm, x, g, augmented_work, y);
    set_poses(arm, x, k);
    augmented_inertia(arm, x, k, augmented_work, A.view());
    cxi_components(arm, x, quasi_work, A.view());
    cnu_components(arm, x, quasi_work, A.view());
    walker_orin_1(arm, x, columns_work, A.view());
    walker_orin_2(arm, x, moving_links_work, A.view());
    walker_orin_3(arm, x, A.view());
    walker_orin_4<double>(arm, x, tau, directions_work, y);
    fd_derivatives<double>(arm, x, qd, tau, g, tip, derivatives_work, {A.view(), B.view(), C.view()});
    link_derivatives<double>(arm, x, qd, qdd, g, tip, link_work, A.view());
    EXPECT_EQ(guard.count(), 0) << spec;
  }
}

// Every row of the registry, and of arms with motors.
TEST(Methods, OfTheRegistryDoNotAllocate) {
  for (const char* spec : {"chain:1", "mixed:7:1", "chain:12"}) {
    const Case c(spec);
    const int n = c.arm.dof();
    const Posture<double> x = c.x();
    const std::vector<Force<double>> wrenches(static_cast<std::size_t>(n), {{1, 2, 3}, {4, 5, 6}});
    std::vector<Method<double>> all(methods<double>().begin(), methods<double>().end());
    for (const QuantityInfo& quantity : kQuantities)
      if (const Method<double>* const m = motor_method(quantity.quantity)) all.push_back(*m);
    for (const Method<double>& m : all) {
      State<double> s{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), {{1, 2, 3}, {4, 5, 6}}};
      if (info(m.quantity).needs(Input::wrenches)) s.wrenches = wrenches;
      std::vector<double> out(size_of(m.quantity, n));
      Prepared<double> prepared = m.prepare(c.arm);
      const AllocationGuard guard;
      prepared.run(x, s, out);
      EXPECT_EQ(guard.count(), 0) << spec << ' ' << info(m.quantity).name << " by " << m.name;
    }
  }
}

TEST(Methods, OfPlanarArmsDoNotAllocate) {
  for (const char* spec : {"planar:1", "planar:7", "planar:30"}) {
    const Case c(spec);
    const PlanarArm<double> arm = *planar_arm(c.arm);
    const int n = arm.dof();
    PlanarPosture<double> x(n);
    PlanarWork<double> work(n);
    MatX<double> M(n, n), C(n, n);

    const AllocationGuard guard;
    x.set(arm, c.q);
    planar_gim<double>(arm, x, work, M.view());
    planar_mci<double>(arm, x, c.qd, work, C.view());
    EXPECT_EQ(guard.count(), 0) << spec;
  }
}

}  // namespace
}  // namespace catena::test
