// SPDX-License-Identifier: Apache-2.0
// Which method is chosen, from what file, and that Arm follows it.
#include "catena/io/calibration.hpp"
#include "catena/core/select.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "catena/core/arm.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/core/simd.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::vector<MethodRanges> kMeasured = {{Quantity::inertia, {{1, "crba"}, {9, "gdahj"}}},
                                             {Quantity::fd, {{1, "crba_udu"}, {5, "udut"}, {8, "aba"}}},
                                             {Quantity::id, {{1, "rnea"}, {6, "rnea_sums"}}}};

TEST(Selection, ReadsBackWhatItWrites) {
  const Selection s = parse_calibration(calibration_text(kMeasured, "m"), "file", "m");
  EXPECT_EQ(s.ranges(), kMeasured);
  EXPECT_TRUE(s.is_calibrated());
  EXPECT_EQ(s.problem(), "");
}

TEST(Selection, ChoosesByTheNumberOfJoints) {
  const Selection s = parse_calibration(calibration_text(kMeasured, "m"), "file", "m");
  EXPECT_EQ(s.method(Quantity::inertia, 8).name, "crba");
  EXPECT_EQ(s.method(Quantity::inertia, 9).name, "gdahj");
  EXPECT_EQ(s.method(Quantity::fd, 1).name, "crba_udu");
  EXPECT_EQ(s.method(Quantity::fd, 5).name, "udut");
  EXPECT_EQ(s.method(Quantity::fd, 7).name, "udut");
  EXPECT_EQ(s.method(Quantity::fd, 1000).name, "aba");
  EXPECT_EQ(s.method(Quantity::gravity, 7).name, "gravity") << "the registry's default";
}

// Methods that profit from vector instructions are chosen only where there are any; the suite runs at both levels.
TEST(Selection, ShipsWhatSuitsTheInstructions) {
  const Selection& s = Selection::shipped();
  const bool vectors = simd_level() != SimdLevel::sse2;
  EXPECT_EQ(s.method(Quantity::inertia, 8).name, "crba");
  EXPECT_EQ(s.method(Quantity::inertia, 9).name, vectors ? "gdahj_sums" : "crba");
  EXPECT_EQ(s.method(Quantity::inertia, 12).name, "gdahj_sums");
  EXPECT_EQ(s.method(Quantity::fd, 7).name, vectors ? "crba_udu" : "aba");
  EXPECT_EQ(s.method(Quantity::fd, 9).name, "aba");
  EXPECT_EQ(s.method(Quantity::id, 4).name, "rnea");
  EXPECT_EQ(s.method(Quantity::id, 5).name, simd_level() == SimdLevel::avx512 ? "rnea_sums" : "rnea");
  EXPECT_EQ(s.method(Quantity::id, 6).name, vectors ? "rnea_sums" : "rnea");
}

// The computation of an arm is the one that `eval --explain` and `bench` name.
TEST(Selection, IsWhatArmComputesByAndBiasIsComputedAsInverseDynamics) {
  for (const char* spec : {"chain:2", "chain:7", "chain:30"}) {
    const Arm arm = Arm::load(spec);
    for (const QuantityInfo& quantity : kQuantities)
      EXPECT_EQ(&arm.method(quantity.quantity), &Selection::current().method(quantity.quantity, arm.dof()))
          << spec << ' ' << quantity.name;
    EXPECT_EQ(arm.method(Quantity::bias).name, arm.method(Quantity::id).name) << spec;
  }
}

TEST(Selection, SaysWhy) {
  const Selection s = parse_calibration(calibration_text(kMeasured, "m"), "file", "m");
  EXPECT_EQ(
      s.explain(Quantity::fd, 1),
      "crba_udu, because the arm has fewer than 5 joints (calibrated threshold); udut is used from there on");
  EXPECT_EQ(
      s.explain(Quantity::fd, 6),
      "udut, because the arm has fewer than 8 joints (calibrated threshold); aba is used from there on");
  EXPECT_EQ(s.explain(Quantity::fd, 8),
            "aba, because the arm has at least 8 joints (calibrated threshold); udut is used below that");
  EXPECT_EQ(parse_calibration(calibration_text({{Quantity::fd, {{1, "aba"}}}}, "m"), "file", "m")
                .explain(Quantity::fd, 7),
            "aba, for any number of joints (calibrated)");
  EXPECT_EQ(Selection::shipped().explain(Quantity::gravity, 7), "gravity, the default");
  // quantities that are not calibrated: by the number of joints, as shipped
  EXPECT_EQ(
      s.explain(Quantity::inertia_inverse, 7),
      "crba_udu, because the arm has fewer than 14 joints (built-in threshold); aba_response is used from "
      "there on");
  EXPECT_EQ(s.method(Quantity::inertia_inverse, 13).name, "crba_udu");
  EXPECT_EQ(s.method(Quantity::inertia_inverse, 14).name, "aba_response");
  using enum Quantity;
  for (const Quantity quantity : {dfd_dq, dfd_dqd, inertia_solve, operational_inertia,
                                  operational_inertia_inverse, jacobian_inverse, null_space})
    EXPECT_THAT(s.explain(quantity, 100), StartsWith("aba_response, because the arm has at least "));
  for (const Quantity quantity : {did_dq, did_dqd, terms})
    EXPECT_THAT(s.explain(quantity, 100), StartsWith("rnea_derivatives, because the arm has at least "));
  EXPECT_THAT(s.explain(terms, 100), HasSubstr("the elements of M at the tip have fewer correct digits"));
  EXPECT_THAT(s.explain(udut, 100), StartsWith("udut, because the arm has at least "));
  for (const Quantity quantity : {Quantity::coriolis, Quantity::inertia_rate}) {
    EXPECT_EQ(s.method(quantity, 2).name, "coriolis");
    EXPECT_EQ(s.method(quantity, 4).name, "rnea_derivatives");
  }
  EXPECT_EQ(s.method(Quantity::fd_derivatives, 13).name, "fd_derivatives");
  EXPECT_EQ(s.method(Quantity::fd_derivatives, 20).name, "aba_response");
  // what is lost is told where it is chosen
  EXPECT_EQ(
      Selection::shipped().explain(Quantity::inertia, 30),
      std::string("gdahj_sums, because the arm has at least ") +
          (simd_level() == SimdLevel::sse2 ? "12" : "9") +
          " joints (built-in threshold); crba is used below that; on a long arm the elements at the tip have "
          "fewer correct digits than with crba");
}

std::string message(const std::string& text) {
  try {
    parse_calibration(text, "file", "m");
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::io);
    return e.what();
  }
  return "nothing was thrown";
}

TEST(Selection, RefusesAFileThatIsNotWhatItWrote) {
  const std::string damaged = "file: the calibration is damaged\n  given   ";
  const std::string head = "{\"catena_calibration\": 1, \"machine\": \"m\", \"methods\": ";
  for (const auto& [text, why] : {
           std::pair<std::string, std::string>{"", "not a JSON object"},
           {"[]", "not a JSON object"},
           {"{\"machine\": \"m\"}", "\"catena_calibration\": 1 is missing"},
           {"{\"catena_calibration\": 2}", "\"catena_calibration\": 1 is missing"},
           {"{\"catena_calibration\": 1}", "\"machine\" is missing"},
           {"{\"catena_calibration\": 1, \"machine\": \"m\"}", "\"methods\" is missing"},
           {head + "[]}", "\"methods\" is missing"},
           {head + "{\"bias\": []}}", "unknown quantity 'bias'"},
           {head + "{\"size\": []}}", "unknown quantity 'size'"},
           {head + "{\"fd\": []}}", "'fd' is not a list"},
           {head + "{\"fd\": [3]}}", "'fd' has an entry other than joints and a method"},
           {head + "{\"fd\": [{\"joints\": 1.5, \"method\": \"aba\"}]}}",
            "'fd' has an entry other than joints and a method"},
           {head + "{\"fd\": [{\"joints\": 2, \"method\": \"aba\"}]}}",
            "'fd' has a range that cannot start at 2 joints"},
           {head + "{\"fd\": [{\"joints\": 1, \"method\": \"kalman\"}]}}",
            "'fd' has the unknown method 'kalman'"},
           {head + "{\"fd\": [{\"joints\": 1, \"method\": \"aba\"}, {\"joints\": 1, \"method\": \"udut\"}]}}",
            "'fd' has a range that cannot start at 1 joints"},
           {head + "{\"inertia\": [{\"joints\": 1, \"method\": \"crba\"}, {\"joints\": 99999, \"method\": "
                   "\"gdahj\"}]}}",
            "'inertia' has a range that cannot start at 99999 joints"},
       })
    EXPECT_THAT(message(text), StartsWith(damaged + why + "\n  hint    measure again")) << text;
  const std::string whole = calibration_text(kMeasured, "m");
  for (std::size_t cut = 0; cut + 2 < whole.size(); ++cut)
    EXPECT_THAT(message(whole.substr(0, cut)), StartsWith(damaged)) << cut;
  EXPECT_EQ(message(calibration_text(kMeasured, "another")),
            "file: the calibration was measured on another machine\n  hint    measure again: catena bench "
            "--calibrate");
}

// In a process of its own, since the file is read once. Each method rounds differently, which identifies it.
int arm_follows(const std::string& fd, const std::string& inertia) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("catena_select_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "calibration.json") << calibration_text(
      {{Quantity::inertia, {{1, inertia}}}, {Quantity::fd, {{1, fd}}}, {Quantity::id, {{1, "rnea"}}}},
      this_machine());
  ::setenv("CATENA_CACHE", folder.c_str(), 1);
  ::unsetenv("CATENA_CALIBRATION");
  const Arm arm = Arm::load("chain:6");
  std::filesystem::remove_all(folder);
  if (!Selection::current().is_calibrated()) return 2;
  Workspace work(arm);
  Random random(4);
  std::vector<std::string> alike_fd, alike_inertia;
  const auto accelerations = selectable_methods(Quantity::fd),
             matrices = selectable_methods(Quantity::inertia);
  alike_fd.assign(accelerations.begin(), accelerations.end()),
      alike_inertia.assign(matrices.begin(), matrices.end());
  for (int k = 0; k < 100; ++k) {
    const std::vector<double> q = random.vector(6, -3, 3), qd = random.vector(6, -1, 1),
                              tau = random.vector(6, -9, 9);
    const auto map = [](const std::vector<double>& x) {
      return Eigen::Map<const Eigen::VectorXd>(x.data(), 6);
    };
    Eigen::VectorXd qdd(6);
    Eigen::MatrixXd M(6, 6);
    arm.fd(map(q), map(qd), map(tau), work, qdd);
    arm.inertia(map(q), work, M);
    Posture<double> x(arm.chain());
    set_posture(arm.chain(), q, x);
    const State<double> s{q, qd, {}, tau, arm.chain().gravity(), Force<double>::zero()};
    std::erase_if(alike_fd, [&](const std::string& method) {
      std::vector<double> other(6);
      library_method(Quantity::fd, method)->run(arm.chain(), x, s, other);
      if ((map(other) - qdd).norm() > 1e-9 * qdd.norm()) std::exit(3);
      return map(other) != qdd;
    });
    std::erase_if(alike_inertia, [&](const std::string& method) {
      std::vector<double> other(36);
      library_method(Quantity::inertia, method)->run(arm.chain(), x, s, other);
      const Eigen::Map<const Eigen::MatrixXd> N(other.data(), 6, 6);
      if ((N - M).norm() > 1e-12 * M.norm()) std::exit(4);
      return N != M;
    });
  }
  return alike_fd == std::vector{fd} && alike_inertia == std::vector{inertia} ? 0 : 1;
}

TEST(SelectionDeathTest, IsFollowedByArm) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::exit(arm_follows("aba", "crba")), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(std::exit(arm_follows("crba_udu", "gdahj")), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(std::exit(arm_follows("udut", "gdahj_sums")), testing::ExitedWithCode(0), "");
}

int arm_tells() {
  ::setenv("CATENA_CACHE", "/dev/null/none", 1);
  ::unsetenv("CATENA_CALIBRATION");
  const Arm good = Arm::load("chain:2");
  return good.notes().empty() ? 0 : 1;
}

int arm_warns() {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("catena_select_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "calibration.json") << "?";
  ::setenv("CATENA_CACHE", folder.c_str(), 1);
  ::unsetenv("CATENA_CALIBRATION");
  const Arm arm = Arm::load("chain:2");
  std::filesystem::remove_all(folder);
  const bool reported =
      arm.notes().size() == 1 && arm.notes()[0].what.find("is damaged") != std::string::npos;
  return reported && !Selection::current().is_calibrated() ? 0 : 1;
}

TEST(SelectionDeathTest, TellsOfABrokenFileAndOfNothingElse) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::exit(arm_tells()), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(std::exit(arm_warns()), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace catena::test
