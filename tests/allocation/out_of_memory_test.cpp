// SPDX-License-Identifier: Apache-2.0
// Without memory: whichever allocation of a call fails, the call throws std::bad_alloc or gives the same result as ever. Urdfdom, SUNDIALS
// and nlohmann::json do not manage all of their allocations; src/io/urdf_tree.cpp, src/sim/sundials.cpp and src/io/json_tree.cpp make up
// for it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <new>
#include <thread>

#include "allocation/allocation_guard.hpp"
#include "catena/choose/criteria/criterion.hpp"
#include "catena/io/calibration.hpp"
#include "catena/io/pose_line.hpp"
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
  EXPECT_GT(thrown, 20);
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

// A drive that allocates, and a joint that comes to rest on a stop, so that the event functions call it as well.
class Forgetful : public sim::Drive {
 public:
  int dof() const override { return 2; }
  void torque(double t, VecIn, VecIn, VecOut tau) override {
    const std::vector<double> torques(2, t < 0.02 ? 0.0 : 1.0);
    for (int i = 0; i < 2; ++i) tau[i] = torques[static_cast<std::size_t>(i)];
  }
};

TEST(OutOfMemory, OfADriveIsNoNumericalFailure) {
  Robot robot = Arm::load("planar2").robot();
  robot.links[1].limits = Limits{{{-0.001, 3.0}}, {}, {}};
  const Arm arm(robot);
  for (const char* integrator : {"dormand_prince", "bdf", "auto", "rk4"}) {
    SCOPED_TRACE(integrator);
    expect_memory_or_nothing([&] {
      sim::Options options;
      options.integrator = integrator;
      options.duration = 0.04;
      options.step = 0.01;
      options.at_limit = sim::AtLimit::bounce;
      options.sample_times = {0, 0.015, 0.04};
      Forgetful drive;
      const sim::Run run =
          sim::simulate(arm, {Eigen::VectorXd::Zero(2), Eigen::VectorXd::Zero(2)}, drive, options);
      if (run.failure) throw *run.failure;
      std::string numbers;
      for (const double T : run.kinetic) numbers += fmt::format("{} ", T);
      return numbers;
    });
  }
}

// Nothing is kept from a call that failed: the next one works.
TEST(OutOfMemory, EndsWithTheSimulationThatLackedIt) {
  if (!AllocationFailure::possible()) GTEST_SKIP() << "the sanitizer has an allocator of its own";
  const Arm arm = Arm::load("planar2");
  sim::Options options;
  options.duration = 0.01;
  const auto fall = [&] {
    return sim::simulate(arm, {Eigen::VectorXd::Constant(2, 0.3), Eigen::VectorXd::Zero(2)}, options).end;
  };
  fall();
  for (long at = 1; at < 2000; ++at) {
    bool happened = false;
    {
      const AllocationFailure failure(at);
      try {
        fall();
      } catch (const std::bad_alloc&) {
      }
      happened = failure.happened();
    }
    ASSERT_EQ(fall(), sim::End::complete) << "after allocation " << at << " failed";
    if (!happened) return;
  }
}

TEST(OutOfMemory, OfALineOfIkEndsNothing) {
  expect_memory_or_nothing([] {
    const PoseLine line = parse_pose_line(
        R"({"pose": [[1, 0, 0, 0.5], [0, 1, 0, 0.25], [0, 0, 1, 0], [0, 0, 0, 1]], "q": [0.1, 0.2], "tag": {"a": [1, {"b": [2, "c"]}]}})");
    return fmt::format("{} {} {} {}", (*line.pose)[12], (*line.pose)[13], line.q->size(), line.tag);
  });
}

TEST(OutOfMemory, OfACalibrationEndsNothing) {
  const std::string text =
      R"({"catena_calibration": 1, "machine": "this one", "methods": {"id": [{"joints": 1, "method": "rnea"}]}})";
  expect_memory_or_nothing([&] {
    parse_calibration(text, "calibration.json", "this one");
    return std::string();
  });
}

// In threads of their own, which have computed nothing before: data that a thread keeps is made at its first call.
template <class Act>
void expect_memory_or_nothing_in_threads(const Act& act) {
  if (!AllocationFailure::possible()) GTEST_SKIP() << "the sanitizer has an allocator of its own";
  const auto usual = act();
  bool happened = true;
  long at = 0;
  while (happened) {
    ++at;
    std::thread thread([&] {
      const AllocationFailure failure(at);
      try {
        EXPECT_EQ(act(), usual) << "allocation " << at << " failed, and the result is wrong";
      } catch (const std::bad_alloc&) {
      }
      happened = failure.happened();
    });
    thread.join();
  }
}

TEST(OutOfMemory, OfAThreadThatEvaluatesAnArmEndsNothing) {
  const std::vector<Arm> arms = {Arm::load("planar2")};
  const std::vector<const choose::Criterion*> wanted = {&choose::criterion("reach"),
                                                        &choose::criterion("gim_condition")};
  expect_memory_or_nothing_in_threads([&] {
    const choose::Scores scores = choose::evaluate(arms, wanted, {.samples = 64});
    return std::pair(scores.at(0, 0).value, scores.at(0, 1).value);
  });
}

TEST(OutOfMemory, OfAThreadThatSimulatesEndsNothing) {
  const Arm arm = Arm::load("planar2");
  sim::Options options;
  options.duration = 0.01;
  expect_memory_or_nothing_in_threads([&] {
    return sim::simulate(arm, {Eigen::VectorXd::Constant(2, 0.3), Eigen::VectorXd::Zero(2)}, options).kinetic;
  });
}

}  // namespace
}  // namespace catena::test
