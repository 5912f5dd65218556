// SPDX-License-Identifier: Apache-2.0
// Many states at once against `Arm`, one state at a time: all calls, layouts, tails, levels and numbers of threads.
#include "catena/core/batch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "catena/core/model/generate.hpp"
#include "catena/core/registry.hpp"
#include "core/batch/states.hpp"

namespace catena::test {
namespace {

using batch::Layout;
using batch::Options;

constexpr double kEps = std::numeric_limits<double>::epsilon();

std::vector<SimdLevel> levels() {
  std::vector<SimdLevel> list;
  for (const SimdLevel level : kSimdLevels)
    if (simd_supported(level)) list.push_back(level);
  return list;
}

struct CallCase {
  const char* name;
  std::size_t (*each)(std::size_t n);
  void (*run)(const Arm&, Layout, const States&, batch::Workspace&, batch::Out);
  Eigen::MatrixXd (*one)(const Arm&, const Eigen::VectorXd& q, const Eigen::VectorXd& qd,
                         const Eigen::VectorXd& qdd, const Eigen::VectorXd& tau, const Wrench& tip);
};

// U and d of one state, one after the other.
Eigen::VectorXd factors(const Arm& arm, const Eigen::VectorXd& q) {
  const auto dof = static_cast<std::size_t>(arm.dof());
  Posture<double> x(arm.chain());
  x.set(arm.chain(), std::span(q.data(), dof));
  Eigen::VectorXd out(arm.dof() * arm.dof() + arm.dof());
  find_method<double>(Quantity::udut)
      ->run(arm.chain(), x, {}, std::span(out.data(), static_cast<std::size_t>(out.size())));
  return out;
}

const CallCase kCalls[] = {
    {"id", [](std::size_t n) { return n; },
     [](const Arm& a, Layout l, const States& s, batch::Workspace& w, batch::Out o) {
       batch::id(a, l, s.q, s.qd, s.qdd, w, o);
     },
     [](const Arm& a, const auto& q, const auto& qd, const auto& qdd, const auto&,
        const auto&) -> Eigen::MatrixXd { return a.id(q, qd, qdd); }},
    {"fd", [](std::size_t n) { return n; },
     [](const Arm& a, Layout l, const States& s, batch::Workspace& w, batch::Out o) {
       batch::fd(a, l, s.q, s.qd, s.tau, w, o);
     },
     [](const Arm& a, const auto& q, const auto& qd, const auto&, const auto& tau,
        const auto&) -> Eigen::MatrixXd { return a.fd(q, qd, tau); }},
    {"bias", [](std::size_t n) { return n; },
     [](const Arm& a, Layout l, const States& s, batch::Workspace& w, batch::Out o) {
       batch::bias(a, l, s.q, s.qd, w, o);
     },
     [](const Arm& a, const auto& q, const auto& qd, const auto&, const auto&,
        const auto&) -> Eigen::MatrixXd { return a.bias(q, qd); }},
    {"gravity", [](std::size_t n) { return n; },
     [](const Arm& a, Layout l, const States& s, batch::Workspace& w, batch::Out o) {
       batch::gravity(a, l, s.q, w, o);
     },
     [](const Arm& a, const auto& q, const auto&, const auto&, const auto&, const auto&) -> Eigen::MatrixXd {
       return a.gravity(q);
     }},
    {"inertia", [](std::size_t n) { return n * n; },
     [](const Arm& a, Layout l, const States& s, batch::Workspace& w, batch::Out o) {
       batch::inertia(a, l, s.q, w, o);
     },
     [](const Arm& a, const auto& q, const auto&, const auto&, const auto&, const auto&) -> Eigen::MatrixXd {
       return a.inertia(q);
     }},
    {"jacobian", [](std::size_t n) { return 6 * n; },
     [](const Arm& a, Layout l, const States& s, batch::Workspace& w, batch::Out o) {
       batch::jacobian(a, l, s.q, w, o);
     },
     [](const Arm& a, const auto& q, const auto&, const auto&, const auto&, const auto&) -> Eigen::MatrixXd {
       return a.jacobian(q);
     }},
    {"id with tip", [](std::size_t n) { return n; },
     [](const Arm& a, Layout l, const States& s, batch::Workspace& w, batch::Out o) {
       batch::id(a, l, s.q, s.qd, s.qdd, s.tip, w, o);
     },
     [](const Arm& a, const auto& q, const auto& qd, const auto& qdd, const auto&,
        const auto& tip) -> Eigen::MatrixXd { return a.id(q, qd, qdd, tip); }},
    {"fd with tip", [](std::size_t n) { return n; },
     [](const Arm& a, Layout l, const States& s, batch::Workspace& w, batch::Out o) {
       batch::fd(a, l, s.q, s.qd, s.tau, s.tip, w, o);
     },
     [](const Arm& a, const auto& q, const auto& qd, const auto&, const auto& tau,
        const auto& tip) -> Eigen::MatrixXd { return a.fd(q, qd, tau, tip); }},
    {"udut U", [](std::size_t n) { return n * n; },
     [](const Arm& a, Layout l, const States& s, batch::Workspace& w, batch::Out o) {
       Numbers d(s.q.size());
       batch::udut(a, l, s.q, w, o, d);
     },
     [](const Arm& a, const auto& q, const auto&, const auto&, const auto&, const auto&) -> Eigen::MatrixXd {
       return factors(a, q).head(a.dof() * a.dof());
     }},
    {"udut d", [](std::size_t n) { return n; },
     [](const Arm& a, Layout l, const States& s, batch::Workspace& w, batch::Out o) {
       Numbers U(s.q.size() * s.n);
       batch::udut(a, l, s.q, w, U, o);
     },
     [](const Arm& a, const auto& q, const auto&, const auto&, const auto&, const auto&) -> Eigen::MatrixXd {
       return factors(a, q).tail(a.dof());
     }},
};

Numbers run(const CallCase& call, const Arm& arm, Layout layout, const States& s, batch::Workspace& work) {
  Numbers out(s.N * call.each(s.n), 1e300);
  if (layout == Layout::state_major) {
    call.run(arm, layout, s, work, out);
    return out;
  }
  States t = s;
  for (Numbers* x : {&t.q, &t.qd, &t.qdd, &t.tau}) *x = joint_major(*x, s.n);
  t.tip = joint_major(s.tip, 6);
  call.run(arm, layout, t, work, out);
  const std::size_t each = call.each(s.n);
  Numbers back(out.size());
  for (std::size_t k = 0; k < s.N; ++k)
    for (std::size_t i = 0; i < each; ++i) back[k * each + i] = out[i * s.N + k];
  return back;
}

// Arm's answer for each state. Its rounding is measured by the largest number among all states: in one state alone
// large terms may cancel.
struct Expected {
  Numbers value;
  double scale = 0;
  Expected(const CallCase& call, const Arm& arm, const States& s) {
    const auto at = [&](const Numbers& x, std::size_t k) -> Eigen::VectorXd {
      return Eigen::Map<const Eigen::VectorXd>(&x[k * s.n], arm.dof());
    };
    for (std::size_t k = 0; k < s.N; ++k) {
      const Eigen::VectorXd q = at(s.q, k), qd = at(s.qd, k), qdd = at(s.qdd, k), tau = at(s.tau, k);
      const double* w = &s.tip[k * 6];
      const Eigen::MatrixXd A = call.one(arm, q, qd, qdd, tau, {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}});
      value.insert(value.end(), A.data(), A.data() + A.size());
      scale = std::max(scale, A.cwiseAbs().maxCoeff());
    }
  }
};

class Batch : public testing::TestWithParam<SimdLevel> {};
INSTANTIATE_TEST_SUITE_P(Levels, Batch, testing::ValuesIn(levels()),
                         [](const auto& level) { return std::string(simd_name(level.param)); });

bool divides(const CallCase& call) {
  return std::string(call.name).starts_with("fd") || std::string(call.name).starts_with("udut");
}

// Rounding grows with the number of joints that a result passes. fd and udut also divide by what cancellation leaves.
TEST_P(Batch, AgreesWithOneStateAtATime) {
  for (const char* spec : {"chain:1", "chain:2", "chain:6", "chain:7", "mixed:1:1", "mixed:5:3", "mixed:7:1",
                           "chain:12", "mixed:13:2", "chain:30"}) {
    const Arm arm(generate_robot(spec));
    batch::Workspace work(arm, {.threads = 1, .level = GetParam()});
    EXPECT_EQ(work.level(), GetParam());
    const States s(arm.dof(), 37);
    for (const CallCase& call : kCalls) {
      const Expected expected(call, arm, s);
      const double tolerance = (divides(call) ? 1e3 : 4) * kEps * (arm.dof() + 4);
      for (const Layout layout : {Layout::state_major, Layout::joint_major}) {
        const Numbers found = run(call, arm, layout, s, work);
        for (std::size_t i = 0; i < found.size(); ++i)
          ASSERT_NEAR(found[i], expected.value[i], tolerance * expected.scale)
              << spec << " " << call.name << " number " << i << " off by "
              << std::abs(found[i] - expected.value[i]) / expected.scale / kEps << " eps";
      }
    }
  }
}

TEST_P(Batch, GivesTheSameBitsWhateverThePlaceTheTailAndTheLayout) {
  const Arm arm(generate_robot("mixed:7:1"));
  batch::Workspace work(arm, {.threads = 1, .level = GetParam()});
  const States all(arm.dof(), 40);
  for (const CallCase& call : kCalls) {
    const std::size_t each = call.each(all.n);
    const Numbers whole = run(call, arm, Layout::state_major, all, work);
    EXPECT_EQ(run(call, arm, Layout::joint_major, all, work), whole) << call.name;
    for (const std::size_t first : {0, 1, 3, 5})
      for (std::size_t N = 0; N <= 20; ++N) {
        States s = all;
        s.N = N;
        const auto cut = [&](Numbers& x, std::size_t of_each) {
          x = Numbers(x.begin() + static_cast<long>(first * of_each),
                      x.begin() + static_cast<long>((first + N) * of_each));
        };
        cut(s.q, s.n), cut(s.qd, s.n), cut(s.qdd, s.n), cut(s.tau, s.n), cut(s.tip, 6);
        const Numbers expected(whole.begin() + static_cast<long>(first * each),
                               whole.begin() + static_cast<long>((first + N) * each));
        ASSERT_EQ(run(call, arm, Layout::state_major, s, work), expected)
            << call.name << " " << first << " " << N;
        ASSERT_EQ(run(call, arm, Layout::joint_major, s, work), expected)
            << call.name << " " << first << " " << N;
      }
  }
}

// Results are stored in whole lines of the cache where they can be.
TEST_P(Batch, WritesWhereverTheResultsLieAndNothingElse) {
  constexpr double kUntouched = 12345;
  for (const char* spec :
       {"mixed:2:1", "mixed:3:1", "chain:4", "chain:5", "mixed:6:2", "chain:7", "mixed:8:1", "chain:13"}) {
    const Arm arm(generate_robot(spec));
    batch::Workspace work(arm, {.threads = 1, .level = GetParam()});
    for (const int N : {1, 7, 8, 9, 16, 17, 37}) {
      const States s(arm.dof(), N);
      for (const CallCase& call : kCalls) {
        const Numbers expected = run(call, arm, Layout::state_major, s, work);
        for (std::size_t begin = 0; begin < 8; ++begin) {
          Numbers room(begin + expected.size() + 8, kUntouched);
          call.run(arm, Layout::state_major, s, work, std::span(room).subspan(begin, expected.size()));
          for (std::size_t i = 0; i < room.size(); ++i) {
            const bool inside = i >= begin && i < begin + expected.size();
            ASSERT_EQ(room[i], inside ? expected[i - begin] : kUntouched)
                << spec << " " << call.name << " N " << N << " begin " << begin << " at " << i;
          }
        }
      }
    }
  }
}

TEST_P(Batch, GivesTheSameBitsWhateverTheNumberOfThreads) {
  const Arm arm(generate_robot("chain:6"));
  const States s(arm.dof(), 3001);
  for (const CallCase& call : kCalls) {
    batch::Workspace one(arm, {.threads = 1, .level = GetParam()});
    const Numbers expected = run(call, arm, Layout::joint_major, s, one);
    for (const int threads : {0, 2, 3, 8}) {
      batch::Workspace work(arm, {.threads = threads, .level = GetParam()});
      for (int repeat = 0; repeat < 3; ++repeat)
        ASSERT_EQ(run(call, arm, Layout::joint_major, s, work), expected) << call.name << " " << threads;
    }
  }
}

TEST_P(Batch, FallsBackForLargeAngles) {
  const Arm arm(generate_robot("chain:3"));
  States s(arm.dof(), 9);
  s.q[4] = 3e7, s.q[13] = -1e6;
  batch::Workspace work(arm, {.threads = 1, .level = GetParam()});
  const Expected expected(kCalls[0], arm, s);
  const Numbers found = run(kCalls[0], arm, Layout::state_major, s, work);
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected.value[i], 100 * kEps * expected.scale) << i;
}

TEST_P(Batch, FollowsTheGravityOfTheArm) {
  const Arm arm(generate_robot("chain:4"));
  const Arm floating = arm.with_gravity({0, 0, 0});
  batch::Workspace work(arm, {.threads = 1, .level = GetParam()});
  const States s(arm.dof(), 5);
  Numbers g(s.q.size(), 1);
  batch::gravity(floating, Layout::state_major, s.q, work, g);
  for (const double x : g) EXPECT_EQ(x, 0);
}

template <class F>
std::string message(F f, ErrorKind kind = ErrorKind::usage) {
  try {
    f();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), kind);
    return e.what();
  }
  return "nothing was thrown";
}

using testing::HasSubstr;

TEST(BatchErrors, NameTheArrayAndItsSize) {
  const Arm arm(generate_robot("chain:3"));
  Numbers q(9), short_q(8), qd(9), qdd(6), tau(9);
  const Layout layout = Layout::state_major;
  EXPECT_THAT(message([&] { batch::id(arm, layout, short_q, qd, qdd, tau); }),
              testing::AllOf(HasSubstr("batch::id: 'q' does not hold a whole number of states"),
                             HasSubstr("8 numbers"), HasSubstr("a multiple of 3")));
  EXPECT_THAT(
      message([&] { batch::id(arm, layout, q, qd, qdd, tau); }),
      testing::AllOf(HasSubstr("'qdd' has the wrong size"), HasSubstr("6 numbers"), HasSubstr("3 x 3 = 9")));
  EXPECT_THAT(message([&] { batch::inertia(arm, layout, q, tau); }),
              testing::AllOf(HasSubstr("'M' has the wrong size"), HasSubstr("3 x 9 = 27")));
  EXPECT_THAT(message([&] { batch::gravity(arm, layout, q, tau, {.threads = -1, .level = {}}); }),
              HasSubstr("negative"));
}

TEST(BatchErrors, NameTheWrenchThatIsWrong) {
  const Arm arm(generate_robot("chain:3"));
  States s(arm.dof(), 20);
  Numbers tau(60);
  const Layout layout = Layout::state_major;
  EXPECT_THAT(message([&] { batch::id(arm, layout, s.q, s.qd, s.qdd, batch::In(s.tip).first(60), tau); }),
              testing::AllOf(HasSubstr("'tip' has the wrong size"), HasSubstr("60 numbers"),
                             HasSubstr("20 x 6 = 120")));
  s.tip[6 * 7 + 5] = INFINITY;
  EXPECT_THAT(
      message([&] { batch::fd(arm, layout, s.q, s.qd, s.tau, s.tip, tau); }),
      testing::AllOf(HasSubstr("batch::fd: 'tip' is not finite"), HasSubstr("state 7, number 5: inf")));
}

TEST(BatchTip, IsNoneWhereEmpty) {
  const Arm arm(generate_robot("chain:3"));
  const States s(arm.dof(), 20);
  Numbers with(60), without(60);
  batch::id(arm, Layout::state_major, s.q, s.qd, s.qdd, batch::In(), with);
  batch::id(arm, Layout::state_major, s.q, s.qd, s.qdd, without);
  EXPECT_EQ(with, without);
}

TEST(BatchErrors, RefuseTheWorkspaceOfAnotherArm) {
  const Arm arm(generate_robot("mixed:3:1")), other(generate_robot("mixed:3:2"));
  batch::Workspace work(other);
  Numbers q(9), g(9);
  EXPECT_THAT(message([&] { batch::gravity(arm, Layout::state_major, q, work, g); }),
              HasSubstr("the workspace was not made for"));
}

TEST(BatchErrors, NameTheFirstStateThatIsNotFiniteAndComputeTheOthers) {
  const Arm arm(generate_robot("chain:3"));
  for (const int threads : {1, 4})
    for (const Layout layout : {Layout::state_major, Layout::joint_major}) {
      States s(arm.dof(), 300);
      const auto at = [&](std::size_t k, std::size_t i) {
        return layout == Layout::state_major ? k * 3 + i : i * 300 + k;
      };
      Numbers good(900), tau(900);
      batch::id(arm, layout, s.q, s.qd, s.qdd, good);
      s.qd[at(217, 1)] = NAN, s.q[at(299, 0)] = INFINITY;
      EXPECT_THAT(
          message([&] { batch::id(arm, layout, s.q, s.qd, s.qdd, tau, {.threads = threads, .level = {}}); }),
          testing::AllOf(HasSubstr("'qd' is not finite"), HasSubstr("state 217, joint 1: nan")));
      for (std::size_t k = 0; k < 300; ++k)
        for (std::size_t i = 0; i < 3; ++i)
          if (k != 217 && k != 299) {
            ASSERT_EQ(tau[at(k, i)], good[at(k, i)]) << k;
          }
    }
}

TEST(BatchErrors, NameTheFirstStateWithASingularInertiaMatrix) {
  Robot robot = generate_robot("chain:3");
  robot.links.back().mass = 0;
  robot.links.back().inertia = {};
  const Arm arm(robot);
  const States s(arm.dof(), 10);
  Numbers qdd(30);
  EXPECT_THAT(
      message([&] { batch::fd(arm, Layout::state_major, s.q, s.qd, s.tau, qdd); }, ErrorKind::numerical),
      testing::AllOf(HasSubstr("is singular here"), HasSubstr("state 0"), HasSubstr("joint 3")));
  Numbers U(90);
  EXPECT_THAT(message([&] { batch::udut(arm, Layout::state_major, s.q, U, qdd); }, ErrorKind::numerical),
              testing::AllOf(HasSubstr("batch::udut"), HasSubstr("is singular here"), HasSubstr("joint 3")));
}

}  // namespace
}  // namespace catena::test
