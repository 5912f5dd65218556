// SPDX-License-Identifier: Apache-2.0
// Batches in single precision against `Arm` in double, one state at a time: all calls, layouts, tails, levels and numbers of
// threads; states that floats are not trusted with, or that overflow; sines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "catena/core/algo/aba.hpp"
#include "catena/core/batch.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/core/model/pivot.hpp"
#include "core/batch/states.hpp"
#include "core/batch/workspace.hpp"
#include "support/hard_arm.hpp"

namespace catena::test {
namespace {

using batch::Layout;
using Floats = std::vector<float>;

constexpr double kFloatEps = std::numeric_limits<float>::epsilon();

std::vector<SimdLevel> levels() {
  std::vector<SimdLevel> list;
  for (const SimdLevel level : kSimdLevels)
    if (simd_supported(level)) list.push_back(level);
  return list;
}

Floats rounded(const Numbers& x) { return {x.begin(), x.end()}; }
Numbers widened(const Floats& x) { return {x.begin(), x.end()}; }

// States whose numbers are floats, in both types.
struct FloatStates : States {
  Floats fq, fqd, fqdd, ftau, ftip;
  FloatStates(int dof, int count, std::uint64_t seed = 1) : States(dof, count, seed) { round(); }
  void round() {
    fq = rounded(q), fqd = rounded(qd), fqdd = rounded(qdd), ftau = rounded(tau), ftip = rounded(tip);
    q = widened(fq), qd = widened(fqd), qdd = widened(fqdd), tau = widened(ftau), tip = widened(ftip);
  }
  FloatStates part(std::size_t first, std::size_t count) const {
    FloatStates some(static_cast<int>(n), 0);
    some.N = count;
    const auto cut = [&](const Numbers& x, std::size_t each) {
      return Numbers(x.begin() + static_cast<long>(first * each),
                     x.begin() + static_cast<long>((first + count) * each));
    };
    some.q = cut(q, n), some.qd = cut(qd, n), some.qdd = cut(qdd, n), some.tau = cut(tau, n);
    some.tip = cut(tip, 6);
    some.round();
    return some;
  }
};

struct CallCase {
  const char* name;
  Quantity quantity;
  bool tips = false;
};
constexpr CallCase kCalls[] = {{"id", Quantity::id},
                               {"fd", Quantity::fd},
                               {"bias", Quantity::bias},
                               {"gravity", Quantity::gravity},
                               {"inertia", Quantity::inertia},
                               {"jacobian", Quantity::jacobian},
                               {"id with tip", Quantity::id, true},
                               {"fd with tip", Quantity::fd, true}};

std::size_t each_of(const CallCase& call, std::size_t n) {
  return size_of(call.quantity, static_cast<int>(n));
}

Floats joint_major(const Floats& x, std::size_t each) { return rounded(test::joint_major(widened(x), each)); }

// The results, state after state whatever the layout.
Floats run(const CallCase& call, const Arm& arm, Layout layout, const FloatStates& s,
           batch::Workspace& work) {
  const std::size_t each = each_of(call, s.n);
  Floats out(s.N * each, 1e30F);
  const bool turn = layout == Layout::joint_major;
  const auto in = [&](const Floats& x, std::size_t count) { return turn ? joint_major(x, count) : x; };
  const Floats q = in(s.fq, s.n), qd = in(s.fqd, s.n), qdd = in(s.fqdd, s.n), tau = in(s.ftau, s.n),
               tip = call.tips ? in(s.ftip, 6) : Floats();
  batch::eval(call.quantity, arm, layout, {.q = q, .qd = qd, .qdd = qdd, .tau = tau, .tip = tip}, work,
              {out});
  if (!turn) return out;
  Floats back(out.size());
  for (std::size_t k = 0; k < s.N; ++k)
    for (std::size_t i = 0; i < each; ++i) back[k * each + i] = out[i * s.N + k];
  return back;
}

Numbers in_double(const CallCase& call, const Arm& arm, const FloatStates& s, batch::Workspace& work) {
  Numbers out(s.N * each_of(call, s.n));
  batch::eval(call.quantity, arm, Layout::state_major,
              {.q = s.q, .qd = s.qd, .qdd = s.qdd, .tau = s.tau, .tip = call.tips ? s.tip : Numbers()}, work,
              {out});
  return out;
}

Numbers by_arm(const CallCase& call, const Arm& arm, const FloatStates& s) {
  Numbers all;
  for (std::size_t k = 0; k < s.N; ++k) {
    const auto of = [&](const Numbers& x) { return std::span(x).subspan(k * s.n, s.n); };
    const double* const w = &s.tip[6 * k];
    At at{.q = of(s.q), .qd = of(s.qd), .qdd = of(s.qdd), .tau = of(s.tau)};
    if (call.tips) at.tip = {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
    const Eigen::MatrixXd one = arm.eval(call.quantity, at)[0];
    all.insert(all.end(), one.data(), one.data() + one.size());
  }
  return all;
}

class BatchFloat : public testing::TestWithParam<SimdLevel> {};
INSTANTIATE_TEST_SUITE_P(Levels, BatchFloat, testing::ValuesIn(levels()),
                         [](const auto& level) { return std::string(simd_name(level.param)); });

// Rounding is measured by the largest number among all states, and grows with the number of joints that a result passes. fd also
// divides by what cancellation leaves.
TEST_P(BatchFloat, AgreesWithDoubleOneStateAtATime) {
  for (const char* spec :
       {"chain:1", "chain:2", "mixed:3:1", "chain:4", "mixed:5:3", "chain:6", "chain:7", "mixed:7:1",
        "mixed:8:2", "chain:12", "mixed:13:2", "mixed:16:1", "mixed:17:1", "chain:30"})
    for (const Convention convention : {Convention::standard, Convention::modified}) {
      Robot robot = generate_robot(spec);
      robot.convention = convention;
      const Arm arm(robot);
      batch::Workspace work(arm, {.threads = 1, .level = GetParam()});
      const FloatStates s(arm.dof(), 75);
      for (const CallCase& call : kCalls) {
        const Numbers expected = by_arm(call, arm, s);
        double scale = 0;
        for (const double x : expected) scale = std::max(scale, std::abs(x));
        const double most = (call.quantity == Quantity::fd ? 1e3 : 8) * kFloatEps * (arm.dof() + 4) * scale;
        for (const Layout layout : {Layout::state_major, Layout::joint_major}) {
          const Floats found = run(call, arm, layout, s, work);
          for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_NEAR(found[i], expected[i], most)
                << spec << " " << call.name << " number " << i << " off by "
                << std::abs(found[i] - expected[i]) / scale / kFloatEps << " eps";
        }
      }
    }
}

TEST_P(BatchFloat, IsComputedInSinglePrecision) {
  const Arm arm(generate_robot("chain:7"));
  batch::Workspace work(arm, {.threads = 1, .level = GetParam()});
  const FloatStates s(7, 75);
  for (const CallCase& call : kCalls)
    EXPECT_NE(run(call, arm, Layout::state_major, s, work), rounded(in_double(call, arm, s, work)))
        << call.name;
}

TEST_P(BatchFloat, GivesTheSameBitsWhateverThePlaceTheTailAndTheLayout) {
  for (const char* spec : {"mixed:3:1", "mixed:7:1"}) {
    const Arm arm(generate_robot(spec));
    batch::Workspace work(arm, {.threads = 1, .level = GetParam()});
    const FloatStates all(arm.dof(), 75);
    for (const CallCase& call : kCalls) {
      const auto each = static_cast<long>(each_of(call, all.n));
      const Floats whole = run(call, arm, Layout::state_major, all, work);
      EXPECT_EQ(run(call, arm, Layout::joint_major, all, work), whole) << call.name;
      for (const std::size_t first : {0, 1, 3, 5})
        for (std::size_t N = 0; N <= 40; ++N) {
          const FloatStates s = all.part(first, N);
          const Floats expected(whole.begin() + static_cast<long>(first) * each,
                                whole.begin() + static_cast<long>(first + N) * each);
          ASSERT_EQ(run(call, arm, Layout::state_major, s, work), expected)
              << call.name << " " << first << " " << N;
          ASSERT_EQ(run(call, arm, Layout::joint_major, s, work), expected)
              << call.name << " " << first << " " << N;
        }
    }
  }
}

TEST_P(BatchFloat, ReadsAndWritesWhereverTheArraysLieAndNothingElse) {
  constexpr float kUntouched = 12345;
  for (const char* spec :
       {"chain:1", "mixed:2:1", "mixed:3:1", "chain:4", "chain:5", "mixed:6:2", "chain:7", "mixed:9:1"}) {
    const Arm arm(generate_robot(spec));
    batch::Workspace work(arm, {.threads = 1, .level = GetParam()});
    for (const int N : {1, 7, 8, 9, 16, 17, 33}) {
      const FloatStates s(arm.dof(), N);
      for (const CallCase& call : kCalls) {
        const Floats expected = run(call, arm, Layout::state_major, s, work);
        for (std::size_t begin = 0; begin < 17; begin += 3) {
          Floats room(begin + expected.size() + 16, kUntouched);
          batch::eval(
              call.quantity, arm, Layout::state_major,
              {.q = s.fq, .qd = s.fqd, .qdd = s.fqdd, .tau = s.ftau, .tip = call.tips ? s.ftip : Floats()},
              work, {std::span(room).subspan(begin, expected.size())});
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

TEST_P(BatchFloat, GivesTheSameBitsWhateverTheNumberOfThreads) {
  const Arm arm(generate_robot("chain:6"));
  const FloatStates s(arm.dof(), 3001);
  batch::Workspace one(arm, {.threads = 1, .level = GetParam()});
  for (const int threads : {0, 3}) {
    batch::Workspace work(arm, {.threads = threads, .level = GetParam()});
    for (const CallCase& call : kCalls)
      for (const Layout layout : {Layout::joint_major, Layout::state_major})
        ASSERT_EQ(run(call, arm, layout, s, work), run(call, arm, layout, s, one))
            << call.name << " " << threads;
  }
}

// --- sines ------------------------------------------------------------------------------------------------

// The error in units in the last place of the float nearest to the exact value.
double ulps(float found, double truth) {
  const float nearest = std::abs(static_cast<float>(truth));
  const double unit = std::nextafter(nearest, std::numeric_limits<float>::infinity()) - nearest;
  return std::abs(found - truth) / unit;
}

// A joint about z, whose tool is 1 m away on its x axis: the linear part of the Jacobian is (-sin q, cos q, 0).
Arm unit_arm() {
  Robot robot;
  robot.name = "unit";
  RobotLink& link = robot.links.emplace_back();
  link.name = "link";
  link.dh.a = 1, link.mass = 1, link.inertia = {1, 1, 1, 0, 0, 0};
  return Arm(robot);
}

double worst_sine(SimdLevel level, const Floats& q) {
  const Arm arm = unit_arm();
  batch::Workspace work(arm, {.threads = 1, .level = level});
  Floats J(6 * q.size());
  batch::jacobian(arm, Layout::state_major, q, work, J);
  double most = 0;
  for (std::size_t k = 0; k < q.size(); ++k)
    most = std::max({most, ulps(-J[6 * k + 3], std::sin(static_cast<double>(q[k]))),
                     ulps(J[6 * k + 4], std::cos(static_cast<double>(q[k])))});
  return most;
}

TEST_P(BatchFloat, SinesAreAccurate) {
  Random random(1);
  for (const double range : {0.1, 3.2, 30.0, 400.0})
    EXPECT_LT(worst_sine(GetParam(), rounded(random.vector(300000, -range, range))), 1.3) << range;
  Floats x;
  for (int k = 0; k <= 509; ++k) {  // next to multiples of a quarter of π, to 400
    float at = static_cast<float>(k * (std::numbers::pi / 4));
    for (int i = 0; i < 20; ++i) at = std::nextafter(at, -1e9F);
    for (int i = 0; i < 40; ++i, at = std::nextafter(at, 1e9F)) x.push_back(at), x.push_back(-at);
  }
  EXPECT_LT(worst_sine(GetParam(), x), 1.3);
  x.clear();
  for (int e = -149; e < 128; ++e)  // all magnitudes; by the C library beyond 400
    for (int k = 0; k < 20; ++k)
      x.push_back(static_cast<float>(std::ldexp(random(1, 2), e) * (k % 2 ? 1 : -1)));
  EXPECT_LT(worst_sine(GetParam(), x), 1.3);
}

// --- what floats are not trusted with ------------------------------------------------------------------------

// The least pivot of M at a state, as a fraction of what floats are trusted with.
double least_pivot(const Arm& arm, const FloatStates& s, std::size_t k) {
  const Chain<double>& chain = arm.chain();
  const std::vector<PivotScale> scales = pivot_scales(chain);
  const auto of = [&](const Numbers& x) { return std::span(x).subspan(k * s.n, s.n); };
  AbaWork<double> work(arm.dof());
  Numbers qdd(s.n);
  aba<double>(chain, posture<double>(chain, of(s.q)), of(s.qd), of(s.tau), chain.gravity(), work, qdd);
  double least = INFINITY, slid = 0;
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const PivotScale& scale = scales[static_cast<std::size_t>(i)];
    const double reach = scale.reach + slid;
    least = std::min(least, std::abs(1 / work.delta_inv[i]) / (scale.moment + scale.mass * reach * reach));
    if (!chain.link(i).revolute()) slid += std::abs(of(s.q)[static_cast<std::size_t>(i)]);
  }
  return least * std::pow(arm.dof(), 3) / batch::detail::Single::kTrusted;
}

// Where all pivots are large enough, results are those of double to three digits at least; where one is not, they are to the last.
TEST_P(BatchFloat, ComputesForwardDynamicsWithSmallPivotsInDouble) {
  int in_floats = 0, again = 0;
  for (std::uint64_t seed = 600; seed < 900; ++seed) {
    const Arm arm{hard_robot(seed, 8)};
    const FloatStates s(arm.dof(), 21, seed);
    batch::Workspace work(arm, {.threads = 1, .level = GetParam()});
    for (const CallCase& call : {CallCase{"fd", Quantity::fd}, CallCase{"fd with tip", Quantity::fd, true}}) {
      Numbers expected;
      try {
        expected = in_double(call, arm, s, work);
      } catch (const Error&) {  // a singular M
        EXPECT_THROW(run(call, arm, Layout::state_major, s, work), Error);
        continue;
      }
      const Floats found = run(call, arm, Layout::state_major, s, work);
      EXPECT_EQ(run(call, arm, Layout::joint_major, s, work), found);
      for (std::size_t k = 0; k < s.N; ++k) {
        const double least = least_pivot(arm, s, k);
        const std::span<const double> truth = std::span(expected).subspan(k * s.n, s.n);
        double size = 0;
        for (const double x : truth) size = std::max(size, std::abs(x));
        again += least < 0.99;
        in_floats += least > 1.01;
        for (std::size_t i = 0; i < s.n; ++i) {
          const float x = found[k * s.n + i];
          if (least < 0.99) {
            ASSERT_EQ(x, static_cast<float>(truth[i])) << "seed " << seed << ", state " << k;
          } else {
            ASSERT_NEAR(x, truth[i], 1e-3 * size) << "seed " << seed << ", state " << k;
          }
        }
      }
    }
  }
  EXPECT_GT(in_floats, 500);
  EXPECT_GT(again, 500);
}

TEST_P(BatchFloat, IsComputedInDoubleWhereFloatsOverflow) {
  Robot robot = generate_robot("mixed:6:2");
  for (RobotLink& link : robot.links) {
    link.mass *= 1e-12;
    link.inertia = {link.inertia.xx * 1e-12, link.inertia.yy * 1e-12, link.inertia.zz * 1e-12,
                    link.inertia.xy * 1e-12, link.inertia.xz * 1e-12, link.inertia.yz * 1e-12};
  }
  const Arm arm(robot);
  batch::Workspace work(arm, {.threads = 1, .level = GetParam()});
  FloatStates s(6, 50);
  for (const std::size_t k : {0, 17, 18, 49})
    for (std::size_t i = 0; i < 6; ++i) s.qd[6 * k + i] *= 1e20;  // its square is too large, not the torque
  for (std::size_t i = 0; i < 6; ++i) s.qd[6 * 30 + i] *= 1e28;   // the torque as well
  s.round();
  bool infinite = false;
  for (const CallCase& call : kCalls) {
    if (call.quantity == Quantity::fd) continue;
    const Floats expected = rounded(in_double(call, arm, s, work));
    for (const Layout layout : {Layout::state_major, Layout::joint_major}) {
      const Floats found = run(call, arm, layout, s, work);
      const std::size_t each = each_of(call, 6);
      for (std::size_t i = 0; i < found.size(); ++i) {
        const std::size_t k = i / each;
        infinite = infinite || std::isinf(found[i]);
        if (info(call.quantity).needs(Input::qd) && (k == 0 || k == 17 || k == 18 || k == 30 || k == 49)) {
          ASSERT_EQ(found[i], expected[i]) << call.name << ", state " << k;
        } else {
          ASSERT_TRUE(std::isfinite(found[i])) << call.name << ", state " << k;
        }
      }
    }
  }
  EXPECT_TRUE(infinite);
}

TEST_P(BatchFloat, IsComputedInDoubleForArmsWhoseInertiasAreTooSmallOrLarge) {
  for (const double factor : {1e-34, 1e45}) {
    Robot robot = generate_robot("chain:3");
    for (RobotLink& link : robot.links) {
      link.mass *= factor;
      link.inertia = {link.inertia.xx * factor, link.inertia.yy * factor, link.inertia.zz * factor,
                      link.inertia.xy * factor, link.inertia.xz * factor, link.inertia.yz * factor};
    }
    const Arm arm(robot);
    batch::Workspace work(arm, {.threads = 1, .level = GetParam()});
    const FloatStates s(3, 20);
    for (const CallCase& call : kCalls) {
      if (call.quantity == Quantity::jacobian) continue;
      const Numbers expected = by_arm(call, arm, s);
      const Floats found = run(call, arm, Layout::state_major, s, work);
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (std::abs(expected[i]) > std::numeric_limits<float>::max())
          ASSERT_TRUE(std::isinf(found[i])) << call.name;
        else
          ASSERT_NEAR(found[i], expected[i], kFloatEps * std::abs(expected[i]) + 1e-45)
              << call.name << " " << factor;
      }
    }
  }
}

template <class F>
std::string message(F f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "nothing was thrown";
}

TEST_P(BatchFloat, ErrorsAreThoseOfDouble) {
  Robot massless = generate_robot("chain:3");
  massless.links.back().mass = 0;
  massless.links.back().inertia = {};
  const Arm arm(generate_robot("chain:3")), singular(massless);
  for (const int threads : {1, 3}) {
    const batch::Options options{.threads = threads, .level = GetParam()};
    batch::Workspace work(arm, options), other(singular, options);
    const FloatStates good(3, 300);
    FloatStates s = good;
    s.qd[3 * 217 + 1] = NAN, s.q[3 * 299] = INFINITY, s.tip[6 * 250 + 3] = -INFINITY;
    s.round();
    for (const CallCase& call : kCalls) {
      const Floats expected = run(call, arm, Layout::state_major, good, work);
      Floats found(expected.size());
      const std::string told = message([&] {
        batch::eval(
            call.quantity, arm, Layout::state_major,
            {.q = s.fq, .qd = s.fqd, .qdd = s.fqdd, .tau = s.ftau, .tip = call.tips ? s.ftip : Floats()},
            work, {found});
      });
      EXPECT_EQ(told, message([&] { in_double(call, arm, s, work); })) << call.name;
      EXPECT_THAT(told, testing::HasSubstr("is not finite")) << call.name;
      for (std::size_t k = 0; k < s.N; ++k)
        for (std::size_t i = 0; i < each_of(call, 3); ++i)
          if (k != 217 && k != 299 && k != 250) {
            ASSERT_EQ(found[k * each_of(call, 3) + i], expected[k * each_of(call, 3) + i])
                << call.name << " " << k;
          }
    }
    const std::string told = message([&] { run(kCalls[1], singular, Layout::joint_major, good, other); });
    EXPECT_EQ(told, message([&] { in_double(kCalls[1], singular, good, other); }));
    EXPECT_THAT(told, testing::AllOf(testing::HasSubstr("is singular here"), testing::HasSubstr("state 0"),
                                     testing::HasSubstr("joint 3")));

    // A wrist without mass but in its last link: M is singular where the first and the last axis coincide.
    Robot wrist = generate_robot("chain:3");
    wrist.convention = Convention::standard;
    for (RobotLink& link : wrist.links) link.dh = {}, link.mass = 0, link.inertia = {};
    wrist.links[0].dh.alpha = std::numbers::pi / 2, wrist.links[1].dh.alpha = -std::numbers::pi / 2;
    wrist.links[2].mass = 1, wrist.links[2].inertia = {1, 2, 2.5, 0, 0, 0};
    const Arm aligned(wrist);
    batch::Workspace third(aligned, options);
    FloatStates turned = good;
    for (std::size_t k = 0; k < turned.N; ++k) turned.q[3 * k + 1] = k == 123 || k == 200 ? 0 : 1;
    turned.round();
    const std::string where = message([&] { run(kCalls[1], aligned, Layout::state_major, turned, third); });
    EXPECT_EQ(where, message([&] { in_double(kCalls[1], aligned, turned, third); }));
    EXPECT_THAT(where,
                testing::AllOf(testing::HasSubstr("is singular here"), testing::HasSubstr("state 123")));
  }
  Floats q(9), tau(8);
  EXPECT_THAT(
      message([&] { batch::id(arm, Layout::state_major, q, q, q, tau); }),
      testing::AllOf(testing::HasSubstr("'tau' has the wrong size"), testing::HasSubstr("8 numbers")));
}

// --- the interface ------------------------------------------------------------------------------------------

TEST(BatchFloatCalls, AreThoseOfEval) {
  const Arm arm(generate_robot("mixed:5:3"));
  const FloatStates s(5, 40);
  batch::Workspace work(arm);
  const Layout layout = Layout::state_major;
  const auto expect = [&](std::size_t call, const auto& with, const auto& without) {
    const Floats expected = run(kCalls[call], arm, layout, s, work);
    Floats a(expected.size()), b(expected.size());
    with(a), without(b);
    EXPECT_EQ(a, expected) << kCalls[call].name;
    EXPECT_EQ(b, expected) << kCalls[call].name;
  };
  using Out = batch::FloatOut;
  expect(
      0, [&](Out x) { batch::id(arm, layout, s.fq, s.fqd, s.fqdd, work, x); },
      [&](Out x) { batch::id(arm, layout, s.fq, s.fqd, s.fqdd, x); });
  expect(
      1, [&](Out x) { batch::fd(arm, layout, s.fq, s.fqd, s.ftau, work, x); },
      [&](Out x) { batch::fd(arm, layout, s.fq, s.fqd, s.ftau, x); });
  expect(
      2, [&](Out x) { batch::bias(arm, layout, s.fq, s.fqd, work, x); },
      [&](Out x) { batch::bias(arm, layout, s.fq, s.fqd, x); });
  expect(
      3, [&](Out x) { batch::gravity(arm, layout, s.fq, work, x); },
      [&](Out x) { batch::gravity(arm, layout, s.fq, x); });
  expect(
      4, [&](Out x) { batch::inertia(arm, layout, s.fq, work, x); },
      [&](Out x) { batch::inertia(arm, layout, s.fq, x); });
  expect(
      5, [&](Out x) { batch::jacobian(arm, layout, s.fq, work, x); },
      [&](Out x) { batch::jacobian(arm, layout, s.fq, x); });
  expect(
      6, [&](Out x) { batch::id(arm, layout, s.fq, s.fqd, s.fqdd, s.ftip, work, x); },
      [&](Out x) { batch::id(arm, layout, s.fq, s.fqd, s.fqdd, s.ftip, x); });
  expect(
      7, [&](Out x) { batch::fd(arm, layout, s.fq, s.fqd, s.ftau, s.ftip, work, x); },
      [&](Out x) { batch::fd(arm, layout, s.fq, s.fqd, s.ftau, s.ftip, x); });
}

// Also those with a kernel in double only.
TEST(BatchFloatCalls, OfOtherQuantitiesRoundWhatArmGives) {
  const Arm plain(generate_robot("mixed:5:3"));
  Robot driven = generate_robot("mixed:5:3");
  for (RobotLink& link : driven.links) link.motor = Motor{.inertia = 1e-4, .gear = 50};
  const Arm motors = Arm(driven).with_motors();
  const FloatStates s(5, 70);
  int count = 0;
  for (const Arm* arm : {&plain, &motors})
    for (const QuantityInfo& quantity : kQuantities) {
      const bool changed = arm == &motors && quantity.quantity == Quantity::fd;
      if ((arm == &motors) != changed) continue;
      if ((batch::has_float_kernel(quantity.quantity) && !changed) || quantity.requires_wrenches()) continue;
      ++count;
      batch::Workspace work(*arm, {.threads = 2, .level = {}});
      std::vector<Floats> out(4);
      for (std::size_t a = 0; a < quantity.results().size(); ++a)
        out[a].assign(size_of(quantity.results()[a].shape, 5).count() * s.N, NAN);
      const batch::FloatStates states = {.q = s.fq, .qd = s.fqd, .qdd = s.fqdd, .tau = s.ftau, .tip = s.ftip};
      const Layout layout = Layout::state_major;
      const std::size_t results = quantity.results().size();
      if (results == 1) batch::eval(quantity.quantity, *arm, layout, states, work, {out[0]});
      if (results == 2) batch::eval(quantity.quantity, *arm, layout, states, work, {out[0], out[1]});
      if (results == 3) batch::eval(quantity.quantity, *arm, layout, states, work, {out[0], out[1], out[2]});
      if (results == 4)
        batch::eval(quantity.quantity, *arm, layout, states, work, {out[0], out[1], out[2], out[3]});
      for (std::size_t k = 0; k < s.N; ++k) {
        const auto of = [&](const Numbers& x) { return std::span(x).subspan(k * s.n, s.n); };
        const double* const w = &s.tip[6 * k];
        const std::vector<Eigen::MatrixXd> expected =
            arm->eval(quantity.quantity, {.q = of(s.q),
                                          .qd = of(s.qd),
                                          .qdd = of(s.qdd),
                                          .tau = of(s.tau),
                                          .tip = {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}}});
        for (std::size_t a = 0; a < results; ++a)
          for (Eigen::Index i = 0; i < expected[a].size(); ++i)
            ASSERT_EQ(out[a][k * static_cast<std::size_t>(expected[a].size()) + static_cast<std::size_t>(i)],
                      static_cast<float>(expected[a].data()[i]))
                << quantity.name << ", state " << k << ", number " << i;
      }
    }
  EXPECT_GT(count, 20);
}

TEST(BatchFloatCalls, HaveKernelsForTheCommonQuantities) {
  std::vector<Quantity> found;
  for (const QuantityInfo& quantity : kQuantities)
    if (batch::has_float_kernel(quantity.quantity)) found.push_back(quantity.quantity);
  EXPECT_THAT(found, testing::UnorderedElementsAre(Quantity::id, Quantity::fd, Quantity::bias,
                                                   Quantity::gravity, Quantity::inertia, Quantity::jacobian));
}

TEST(BatchFloatCalls, FollowTheGravityOfTheArm) {
  const Arm arm(generate_robot("chain:4"));
  const Arm floating = arm.with_gravity({0, 0, 0});
  batch::Workspace work(arm);
  const FloatStates s(4, 5);
  Floats g(20, 1);
  batch::gravity(floating, Layout::state_major, s.fq, work, g);
  for (const float x : g) EXPECT_EQ(x, 0);
}

}  // namespace
}  // namespace catena::test
