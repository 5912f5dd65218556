// SPDX-License-Identifier: Apache-2.0
// urdfdom and SUNDIALS without memory: whichever of their allocations fails, the call throws std::bad_alloc or gives the same
// result as ever. Neither checks all of its allocations; src/io/urdf_tree.cpp and src/sim/sundials.cpp make up for it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <new>

#include "allocation/allocation_guard.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/io/urdf.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

// Calls `act` again and again, each time with a later allocation that fails, until none does. `act` returns a text.
template <class Act>
void expect_memory_or_nothing(const Act& act) {
  if (!AllocationFailure::possible()) GTEST_SKIP() << "the sanitizer has an allocator of its own";
  const std::string usual = act();
  EXPECT_EQ(act(), usual);  // what is made once for all calls has been made
  long thrown = 0;
  for (long at = 1;; ++at) {
    ASSERT_LT(at, 1'000'000);
    std::string result, other;
    bool happened = false, without_memory = false;
    {
      const AllocationFailure failure(at);
      try {
        result = act();
      } catch (const std::bad_alloc&) {
        without_memory = true;
      } catch (const std::exception& e) {
        happened = failure.happened();
        other = e.what();
      }
      happened = happened || failure.happened();
    }
    EXPECT_EQ(other, "") << "allocation " << at << " failed";
    if (!without_memory && other.empty()) {
      EXPECT_EQ(result, usual) << "allocation " << at << " failed, and the result is wrong";
    }
    thrown += without_memory;
    if (!happened) break;
  }
  EXPECT_GT(thrown, 50);
}

TEST(OutOfMemory, NeverChangesTheNumbersOfAUrdf) {
  const std::string text = R"(<robot name="two links">
    <link name="base_link"/>
    <link name="upper_arm"><inertial><origin xyz="0.2 0.01 -0.03" rpy="0.1 0.2 0.3"/><mass value="2.5"/>
      <inertia ixx="0.01" ixy="0.001" ixz="0" iyy="0.02" iyz="0" izz="0.02"/></inertial></link>
    <link name="forearm"><inertial><mass value="1.5"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
    <joint name="shoulder" type="revolute"><parent link="base_link"/><child link="upper_arm"/><origin xyz="0 0 0.3"/>
      <axis xyz="0 0 1"/><limit lower="-2" upper="2" velocity="3" effort="40"/><dynamics damping="0.1" friction="0.2"/></joint>
    <joint name="elbow" type="continuous"><parent link="upper_arm"/><child link="forearm"/>
      <origin xyz="0.4 0 0" rpy="0 0 1"/><axis xyz="0 1 0"/></joint></robot>)";
  expect_memory_or_nothing([&] {
    Notes notes;
    return write_robot_file(parse_urdf(text, "arm.urdf", {}, notes));
  });
}

TEST(OutOfMemory, NeverChangesAMotion) {
  const Arm arm = Arm::load("planar2");
  for (const char* integrator : {"fehlberg", "dormand_prince", "verner", "adams", "bdf"}) {
    SCOPED_TRACE(integrator);
    expect_memory_or_nothing([&] {
      sim::Options options;
      options.integrator = integrator;
      options.duration = 0.05;
      options.sample_times = {0, 0.02, 0.05};
      const sim::Run run =
          sim::simulate(arm, {Eigen::VectorXd::Constant(2, 0.3), Eigen::VectorXd::Zero(2)}, options);
      if (run.failure) throw *run.failure;
      std::string numbers;
      for (const double T : run.kinetic) numbers += fmt::format("{} ", T);
      return numbers;
    });
  }
}

}  // namespace
}  // namespace catena::test
