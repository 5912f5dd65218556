// SPDX-License-Identifier: Apache-2.0
// What the texts of the papers claim: every verdict as it was found, each with a place, a measurement and a reason.
#include "catena/reproduce/claims.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <regex>

#include "catena/core/algo/kic_model.hpp"
#include "catena/core/error.hpp"
#include "catena/reproduce/diagrams.hpp"
#include "catena/reproduce/papers.hpp"
#include "reproduce/arms_004.hpp"
#include "reproduce/claim.hpp"
#include "reproduce/fixed_step.hpp"
#include "reproduce/flatness.hpp"
#include "reproduce/kang_steps.hpp"
#include "reproduce/power_arrays.hpp"
#include "reproduce/worse.hpp"

namespace catena::test {
namespace {

using testing::HasSubstr;

// An error that is not a number would otherwise count as none.
TEST(Errors, AreNotHiddenWhereTheyAreNotNumbers) {
  using namespace reproduce::detail;
  EXPECT_EQ(worse(1.0, 2.0), 2);
  EXPECT_EQ(worse(2.0, 1.0), 2);
  EXPECT_TRUE(std::isnan(worse(1.0, double{NAN})));
  EXPECT_TRUE(std::isnan(worse(double{NAN}, 1.0)));
  Eigen::MatrixXd a = Eigen::MatrixXd::Constant(3, 3, 2), b = a;
  EXPECT_EQ(difference(a, b), 0);
  for (int k = 0; k < 9; ++k) {  // wherever it is
    Eigen::MatrixXd bad = a;
    bad(k) = NAN;
    EXPECT_TRUE(std::isnan(difference(bad, b))) << k;
    EXPECT_TRUE(std::isnan(difference(b, bad))) << k;
  }
  const std::vector<Specimen> two = {Specimen("chain:2", 1), Specimen("chain:3", 1)};
  EXPECT_TRUE(std::isnan(worst(two, [](const Specimen& s) { return s.n() == 2 ? NAN : 0.5; })));
  EXPECT_TRUE(std::isnan(worst(two, [](const Specimen& s) { return s.n() == 3 ? NAN : 0.5; })));
  EXPECT_EQ(identity("", "", NAN, "").verdict, Verdict::refuted);
}

class EveryClaim : public testing::TestWithParam<std::string_view> {
 protected:
  const std::vector<Statement> claims = paper_claims(GetParam());
};

TEST_P(EveryClaim, HasAPlaceAMeasurementAndAReason) {
  ASSERT_FALSE(claims.empty());
  for (const Statement& s : claims) {
    for (const std::string* cell : {&s.where, &s.what, &s.printed, &s.measured}) {
      EXPECT_FALSE(cell->empty()) << s.what;
      EXPECT_EQ(cell->find('|'), std::string::npos) << s.what;
      EXPECT_EQ(cell->find('\n'), std::string::npos) << s.what;
    }
    EXPECT_TRUE(s.verdict == Verdict::reproduced || !s.remark.empty()) << s.what;  // why not?
    EXPECT_EQ(s.measured.find("nan"), std::string::npos) << s.what;
  }
}

INSTANTIATE_TEST_SUITE_P(Papers, EveryClaim, testing::ValuesIn(paper_numbers()),
                         [](const auto& each) { return std::string(each.param); });

TEST(Claims, HaveTheVerdictsThatWereFound) {
  struct Count {
    const char* paper;
    int reproduced, refuted, depends, not_checked;
  };
  for (const Count& want : {Count{"000", 14, 2, 6, 1},
                            {"001", 26, 14, 8, 0},
                            {"002", 20, 7, 12, 2},
                            {"003", 38, 23, 18, 3},
                            {"004", 19, 8, 15, 1}}) {
    const VerdictCount got = counted(paper_claims(want.paper));
    EXPECT_EQ(got.reproduced, want.reproduced) << want.paper;
    EXPECT_EQ(got.refuted, want.refuted) << want.paper;
    EXPECT_EQ(got.depends, want.depends) << want.paper;
    EXPECT_EQ(got.not_checked, want.not_checked) << want.paper;
  }
}

struct Found {
  const char* paper;
  const char* what;
  Verdict verdict;
  const char* measured;
};
constexpr auto kYes = Verdict::reproduced, kNo = Verdict::refuted, kDepends = Verdict::depends;
// The claims that carry the papers, each with the number that decides.
constexpr Found kFound[] = {
    {"000", "fewer operations than CRBA", kYes, "from n = 7 on; with kinematics from n = 11 on"},
    {"000", "the minimum possible", kNo, "5.25n^2"},
    {"000", "the quadratic part falls", kYes, "16n^2 to 5.5n^2"},
    {"000", "the nested loop costs", kYes, "3n^2 + 3n M, 5/2 n^2 + 5/2 n A"},
    {"000", "the most efficient method", kDepends, "GDAHJ 71924, `augmented_body` 70685"},
    {"000", "especially in link frames", kDepends, "in base axes fewer from n = 17 on"},
    {"000", "equations deduced for one robot", kYes, "operations in generated code"},
    {"000", "symmetric and positive definite", kYes,
     "differ by less than 1e-09, the smallest eigenvalue is positive"},
    {"000", "was renamed CRBA", kNo, "43.5n^2 multiplications by unit accelerations, 10n^2 by CRBA"},
    {"000", "the operations of O(n) can be reduced", kYes, "61n M, 61.5n A"},
    {"001", "step 1:", kYes, "51n - 87 M, 39n - 66 A"},
    {"001", "step 2:", kYes, "84n - 84 M, 70n - 70 A"},
    {"001", "step 3:", kNo, "3n^2 - 3n M, 3n^2 - 3n A"},
    {"001", "step 4:", kYes, "7/2 n^2 + 25/2 n M, 5/2 n^2 + 17/2 n A"},
    {"001", "saves 44 %", kDepends, "32 % of ours, 4633; 48 % of the printed 5995"},
    {"001", "I* has", kYes, "21"},
    {"001", "P1 has (n^3 - n)/3", kYes, "70"},
    {"001", "the multiplications of its steps", kYes, "1647"},
    {"001", "the additions of its steps", kNo, "1621"},
    {"001", "take 1647 multiplications", kNo, "1697"},
    {"001", "take 1715 additions", kDepends, "1434"},
    {"001", "take 3362 operations", kDepends, "3131"},
    {"001", "P1 has (2n^3", kYes, "91: 70 and 21 that vanish"},
    {"001", "are needed to represent", kDepends, "70 Christoffel symbols"},
    {"001", "P1(i,j,k) = -P1(j,k,i)", kNo, "relative difference"},
    {"001", "is identical", kNo, "of the symmetric part less than 1e-09"},
    {"001", "the properties of the model save", kYes, "4633 with them"},
    {"001", "the axes of the first joint give", kDepends, "3131 operations"},
    {"001", "are due to the three-dimensional arrays", kDepends, "the steps 5 to 7 take 1452 of 3131"},
    {"001", "the rate of L^k has the term", kNo, "relative difference"},
    {"001", "essential for the stiffness", kYes,
     "off by 3.4 % from G alone, by less than 0.01 % from G and H"},
    {"001", "integrated joint rates", kYes,
     "on every revolute arm tried for angular velocities, less than 1e-09"},
    {"001", "determines the size of actuators", kYes, "differ from inverse dynamics by less than 1e-09 N m"},
    {"001", "so do I1* and I2*", kYes,
     "different on every revolute arm tried; the sum differs by less than 1e-09"},
    {"002", "proposed, phi given", kNo, "192n - 185 M, 192n - 220 A"},
    {"002", "step A9", kYes, "22n - 26 M, 14n - 18 A"},
    {"002", "the braces sum to", kNo, "192n - 284"},
    {"002", "Q v, Q I Q^T", kDepends, "8M 4A, 16M 16A, 24M 22A"},
    {"002", "cheaper than the O(n^3) scheme", kDepends, "multiplications from n = 7 on, M+A from n = 8 on"},
    {"002", "smoother accelerations", kDepends, "fewer than two thirds for 60 rods"},
    {"002", "starts from tau_i", kNo, "relative difference"},
    {"002", "for any j < i", kNo, "relative difference"},
    {"002", "where two axes intersect", kNo, "meet 0.1 m from O_1"},
    {"002", "Riccati", kYes, "less than 1e-09"},
    {"003", "beat the first and fourth", kNo, "3051; 3020, 3005"},
    {"003", "the most efficient are Kalman", kDepends,
     "2040 at N = 6 and 4548 at N = 12; the best of the others in Table 3, `crba_udu`, 1804 and 5645"},
    {"003", "slightly more than P", kYes, "1.18 times P and G at n = 6, as matrices 1.28 times"},
    {"003", "1135N - 910 operations", kYes, "1135n - 910, 782n - 740"},
    {"003", "additions of the subtotal", kNo, "345n - 180"},
    {"003", "multiplications of z+", kNo,
     "with 43n - 3 the block sums to 96n - 83, with 13n - 3 to 66n - 83"},
    {"003", "unnormalized equations, axes", kDepends, "229n - 278 M, 254n - 346 A"},
    {"003", "by filtering, axes", kDepends, "79n - 79 M, 75n - 85 A"},
    {"003", "the worst case", kYes, "826 operations with five turning joints, 822 or fewer"},
    {"003", "most manipulators have", kYes, "28 of the 28 arms of the catalogue; 4 of them"},
    {"003", "planar rotations", kYes, "16M 16A against 45M 30A, a vector 8M 4A against 9M 6A"},
    {"003", "longer but faster", kYes, "335 operations customised, 1028 for any arm; about 170 lines of C"},
    {"003", "the formulas give the numbers", kNo, "6 of 8 do, not walker_orin_3, walker_orin_4"},
    {"003", "third method of Walker and Orin: ", kNo, "2846 and 7569"},
    {"003", "fourth method of Walker and Orin: ", kNo, "5981 and 21533"},
    {"003", "articulated bodies, Featherstone", kDepends, "418n - 468 M+A"},
    {"003", "Kalman filtering and smoothing", kDepends, "431n - 480 M+A"},
    {"003", "is replaced by taubar P before", kYes, "less than 1e-09"},
    {"003", "the substitution cannot be made", kYes, "1 % or more on every arm tried"},
    {"003", "the rate of P is E_Psi (P +", kNo, "relative difference"},
    {"003", "E_Phi Omega_delta Phi", kNo, "relative difference 1"},
    {"003", "Omega_delta = diag(h~, h~)", kDepends, "less than 1e-09 on revolute arms"},
    {"003", "m p x v in the force row", kNo, "relative difference"},
    {"003", "the gradient of theta-dot* M theta-dot", kYes, "less than 1e-09"},
    {"003", "depends quadratically on nu", kYes, "less than 1e-09"},
    {"003", "pass through H Psi, as in the new one", kNo, "relative difference"},
    {"003", "the identification of D(k)", Verdict::not_checked, "relative difference less than 1e-06"},
    {"003", "half the sum of nu^2", kYes, "less than 1e-09"},
    {"003", "the matrix C(theta, nu) is skew-symmetric", kNo, "without V x M less than 1e-09"},
    {"003", "rarely exist", kYes, "1 of 10 arms (pr)"},
    {"004", "orthogonal and intersect", kDepends, "less than 1e-12 when they do not"},
    {"004", "two revolute joints are the most expensive", kYes, "RR 54, RP 19, PR 22, PP 18"},
    {"004", "with two revolute joints", kDepends, "20M 16A; eqs 17 and 18 give 88M 63A"},
    {"004", "the MCI, any arm", kDepends, "15/2 n^2 + 491/2 n - 469 M"},
    {"004", "Table V that of two special ones", kNo, "196M 222.5A at n = 3"},
    {"004", "additions of the MCI", kNo, "753.5"},
    {"004", "Q r, Q I Q^T", kDepends, "8M 4A, 16M 16A, 6M 3A"},
    {"004", "a diagonal GIM improves stability", kDepends, "550 rad/s on two rods, up to 1000"},
    {"004", "look miniscule here", kDepends, "% of a sample time of 1 ms"},
    {"004", "step 1: a_i", kYes, "2n M, 0 A"},
    {"004", "step 2: r_i", kYes, "8n M, 4n A"},
    {"004", "step 3: d_i", kYes, "0 M, 3n A"},
    {"004", "step 4: m_i d_i", kYes, "3n M, 0 A"},
    {"004", "step 5(a): M_i", kDepends, "22n M, 25n A"},
    {"004", "step 5(b): M~_i", kNo, "39n - 39 M, 50n - 50 A"},
    {"004", "step 6(b): i_ij", kYes, "11n^2 - 11n M, 7n^2 - 7n A"},
    {"004", "step 5(a): planar M_i", kNo, "2n M, 2n A"},
    {"004", "step 5(b): planar M~_i", kNo, "10n - 10 M, 11n - 11 A"},
    {"004", "step 7: planar i_ij", kDepends, "3n^2 - 3n M, 2n^2 - 2n A"},
    {"004", "all steps as printed", kNo, "11n^2 + 63n - 39 M, 7n^2 + 75n - 50 A"},
    {"004", "each servo is independent", kYes, "0.043 rad on two rods, by less than 1e-09"},
    {"004", "improves speed and precision", kDepends,
     "0.033 rad on two rods, less than 1e-06 with the diagonal"},
    {"004", "should show in the computation time", kDepends,
     "Stanford 768, any other arm with its joints 768"},
    {"004", "link 2 of both arms", kNo, "by 0.09 kg m^2"},
    {"004", "well-conditioned", kYes,
     "13 if equal, 6.6 with m_2 = m_1 / 16, a_2 = 3 a_1, 5.83 with m_2 = m_1 / 65536"},
};

TEST(Claims, AreDecidedByTheseNumbers) {
  for (const Found& want : kFound) {
    int found = 0;
    for (const Statement& s : paper_claims(want.paper)) {
      if (s.what.find(want.what) == std::string::npos) continue;
      ++found;
      EXPECT_EQ(s.verdict, want.verdict) << s.what;
      EXPECT_THAT(s.measured, HasSubstr(want.measured)) << s.what;
    }
    EXPECT_EQ(found, 1) << want.what;
  }
}

TEST(NotLiteral, HasAReasonForEachForm) {
  for (const char* paper : {"000", "001", "002", "003", "004"}) {
    const NumberTable table = not_literal(paper);
    EXPECT_GE(table.rows.size(), 5u) << paper;
    for (const std::vector<std::string>& row : table.rows) {
      ASSERT_EQ(row.size(), table.headings.size()) << paper;
      for (const std::string& cell : row)
        EXPECT_TRUE(!cell.empty() && cell.find('|') == std::string::npos) << row[0];
    }
  }
  EXPECT_TRUE(not_literal("005").rows.empty());
}

TEST(Claims, AreOfFivePapers) {
  try {
    paper_claims("005");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "005: no such paper\n  need    000 to 004");
  }
}

// A verdict follows from the comparison: equal, lower, higher, or no polynomial.
TEST(Claims, JudgeCostsByTheirCounts) {
  using namespace reproduce::detail;
  const auto costs = [](long mul, long add) {
    return [=](const Chain<double>& arm) { return OpCount{mul * arm.dof(), add * arm.dof(), 0, 0}; };
  };
  const P three({3, 0}), two({2, 0});
  EXPECT_EQ(cost_claim("", "", three, two, costs(3, 2), "").verdict, Verdict::reproduced);
  EXPECT_EQ(cost_claim("", "", three, two, costs(3, 1), "").verdict, Verdict::depends);
  EXPECT_EQ(cost_claim("", "", three, two, costs(4, 1), "").verdict, Verdict::refuted);
  EXPECT_EQ(cost_verdict({{8, 8}, {4, 4}}), Verdict::reproduced);
  EXPECT_EQ(cost_verdict({{8, 8}, {4, 3}}), Verdict::depends);
  EXPECT_EQ(cost_verdict({{8, 7}, {4, 5}}), Verdict::refuted);  // one is higher
  EXPECT_EQ(order_claim("", "", 1, costs(3, 2)).verdict, Verdict::reproduced);
  EXPECT_EQ(order_claim("", "", 2, costs(3, 2)).verdict, Verdict::refuted);
  EXPECT_EQ(identity("", "", 1e-12).verdict, Verdict::reproduced);
  EXPECT_EQ(identity("", "", 1e-3).verdict, Verdict::refuted);
}

// Section 3 of 001: elements that are equal at every posture, or opposite, count once; those that vanish do not count.
TEST(IndependentElements, AreCountedByWhatIsEqualOrOppositeEverywhere) {
  using namespace reproduce::detail;
  const auto array = [](const Specimen& s) {
    const double a = s.q[0], b = s.q[1];
    return Cube{a, b, -a, 0, a + 1e-3, 2 * a, b, -b};
  };
  EXPECT_EQ(element_classes(2, array), (std::vector<int>{1, 2, 1, 0, 3, 4, 2, 2}));
  EXPECT_EQ(independent_elements(2, array), 4u);
  EXPECT_EQ(zeros_in_planes(2, array), 0u);  // (2, 2, 1) vanishes, which is in no plane i, j <= k
  EXPECT_EQ(zeros_in_planes(1, [](const Specimen&) { return Cube{0}; }), 1u);
}

TEST(IndependentElements, AreThoseOfSection3) {
  using namespace reproduce::detail;
  for (const int n : {2, 3, 6}) {
    const auto N = static_cast<std::size_t>(n);
    const std::size_t inertia = independent_elements(n, [](const Specimen& a) {
      const Eigen::MatrixXd I = a.inertia();
      return Cube(I.data(), I.data() + I.size());
    });
    EXPECT_EQ(inertia, N * (N + 1) / 2);  // 21 at n = 6
    const auto P1 = [](const Specimen& a) { return link_sums_of(a).P1; };
    EXPECT_EQ(independent_elements(n, P1), (N * N * N - N) / 3);  // 70 at n = 6
    // with the zeros of P5 in the planes i, j <= k: 91 at n = 6
    const std::vector<int> classes = element_classes(n, P1);
    std::size_t in_planes = 0;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j <= k; ++j)
        for (int i = 0; i <= k; ++i) {
          const bool zero = classes[static_cast<std::size_t>((k * n + j) * n + i)] == 0;
          EXPECT_EQ(zero, i == k) << i << ' ' << j << ' ' << k;  // P5
          ++in_planes;
        }
    EXPECT_EQ(in_planes, (2 * N * N * N + 3 * N * N + N) / 6);
    EXPECT_EQ(zeros_in_planes(n, P1), N * (N + 1) / 2);  // 21 at n = 6
    EXPECT_EQ(independent_elements(n,
                                   [](const Specimen& a) {
                                     const Eigen::VectorXd G = a.value(Quantity::christoffel, "coriolis");
                                     return Cube(G.data(), G.data() + G.size());
                                   }),
              (N * N * N - N) / 3);  // the Christoffel symbols have no more
  }
}

// The sums over links in which no property is used give the arrays of the library, which uses them, and cost more.
TEST(LinkSums, GiveTheArraysOfTheLinkWiseModelForMore) {
  using namespace reproduce::detail;
  for (const Specimen& a : specimens()) {
    if (a.n() > 7) continue;
    const LinkSumsOfPower sums = link_sums_of(a);
    KicModelWork<double> work(a.n());
    KicModel<double> model(a.n());
    kic_model(a.arm, a.x, work, model);
    EXPECT_LT(difference(sums.I, a.inertia()), 1e-12) << a.spec;
    const auto map = [](const Cube& v) {
      return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
    };
    EXPECT_LT(difference(map(sums.P1), map(model.P1)), 1e-12) << a.spec;
    EXPECT_LT(difference(map(sums.P2), map(model.P2)), 1e-12) << a.spec;
    EXPECT_LT(difference(map(sums.P3), map(model.P3)), 1e-12) << a.spec;
  }
  EXPECT_GT(total(link_sums_without_properties(revolute_arm(6))), total(kang_link_by_link(revolute_arm(6))));
}

// Slide and turn in a plane: M depends on one angle alone, flat. Two turning rods: curved.
TEST(Flatness, IsSeenByTheRiemannTensor) {
  using namespace reproduce::detail;
  EXPECT_LT(curvature(arm_of_catalogue("pr"), {0.3, 0.7}), 1e-12);
  EXPECT_GT(curvature(arm_of_catalogue("rp"), {0.3, 0.7}), 1e-3);
  EXPECT_GT(curvature(arm_of_catalogue("planar2"), {0.3, 0.7}), 1e-3);
  EXPECT_GT(quasi_velocity_curl(arm_of_catalogue("planar2"), {0.3, 0.7}), 1e-3);
}

// y' = (y_2, -y_1): a turn, whose error falls with the fourth or fifth power of the step.
TEST(FixedStepIntegration, HasItsOrder) {
  using namespace reproduce::detail;
  const Slope turn = [](double, const Eigen::VectorXd& y) {
    return Eigen::VectorXd(Eigen::Vector2d(y[1], -y[0]));
  };
  const auto error = [&](FixedStep method, int steps) {
    const std::vector<Eigen::VectorXd> y =
        integrate_fixed(method, turn, Eigen::Vector2d(0, 1), 1.0 / steps, steps);
    EXPECT_EQ(y.size(), static_cast<std::size_t>(steps) + 1);
    return (y.back() - Eigen::Vector2d(std::sin(1), std::cos(1))).norm();
  };
  for (const auto& [method, order] :
       {std::pair{FixedStep::fehlberg_4, 4}, {FixedStep::fehlberg_5, 5}, {FixedStep::adams_pece, 4}}) {
    const double measured = std::log2(error(method, 20) / error(method, 40));
    EXPECT_NEAR(measured, order, 0.4);
  }
}

TEST(Diagrams, AreDrawnFromWhatIsComputed) {
  for (const std::string_view paper : paper_numbers()) {
    std::vector<std::string> stems;
    for (const Diagram& d : paper_diagrams(paper)) {
      stems.push_back(d.stem);
      EXPECT_TRUE(d.svg.starts_with("<svg ") && d.svg.ends_with("</svg>\n")) << d.stem;
      EXPECT_EQ(d.svg.find("nan"), std::string::npos) << d.stem;
    }
    EXPECT_EQ(stems, diagram_stems(paper));
  }
  const std::vector<Diagram> kang = paper_diagrams("001");
  EXPECT_THAT(kang.at(0).caption, HasSubstr("Dark: 21 elements"));
  EXPECT_THAT(kang.at(1).caption, HasSubstr("Dark: 70 elements of P1 that do not vanish, light: 21 that do, "
                                            "91 together; all other elements equal"));
  const std::vector<Diagram> kozlowski = paper_diagrams("003");
  EXPECT_THAT(kozlowski.at(0).caption, HasSubstr("within less than 1e-09"));
  EXPECT_THAT(kozlowski.at(1).caption, HasSubstr("from 1.28 to 4.25 kg m²"));
}

// The pictures in docs/reproduction, which a reader has compared with those of the papers.
TEST(Diagrams, AreThePicturesOfTheDocumentation) {
  for (const std::string_view paper : paper_numbers())
    for (const Diagram& d : paper_diagrams(paper)) {
      std::ifstream in(CATENA_SOURCE_DIR "/docs/reproduction/" + d.stem + ".svg");
      EXPECT_EQ(d.svg, std::string(std::istreambuf_iterator<char>(in), {})) << d.stem;
    }
}

// I* is symmetric: the upper triangle is independent, the rest follows.
TEST(Diagrams, ShadeTheUpperTriangleOfTheInertiaMatrix) {
  const std::string svg = paper_diagrams("001").at(0).svg;
  const std::regex box(
      R"re(<rect x="([0-9.]+)" y="([0-9.]+)" width="18.0" height="18.0" fill="(#[0-9a-f]+)")re");
  int boxes = 0;
  for (std::sregex_iterator at(svg.begin(), svg.end(), box), end; at != end; ++at, ++boxes) {
    const int column = static_cast<int>(std::lround((std::stod((*at)[1]) - 56) / 18));
    const int row = static_cast<int>(std::lround((std::stod((*at)[2]) - 35) / 18));
    EXPECT_EQ((*at)[3] == "#1f4e8c", row <= column) << row << ' ' << column;
  }
  EXPECT_EQ(boxes, 36);
}

// The outline of the PR arm's workspace: circles of radius a_2 about the ends of the slide, which meet in the corners of the lens.
TEST(Diagrams, DrawTheLensWhereTheEndCirclesMeet) {
  const std::string svg = paper_diagrams("004").at(1).svg;
  std::smatch line, path;
  ASSERT_TRUE(
      std::regex_search(svg, line, std::regex(R"re(<line x1="(\S+)" y1="(\S+)" x2="(\S+)" y2="(\S+)")re")));
  const double left = std::stod(line[1]), y = std::stod(line[2]), right = std::stod(line[3]);
  EXPECT_EQ(std::stod(line[4]), y);
  std::string rest = svg;
  int paths = 0;
  for (; std::regex_search(rest, path,
                           std::regex(R"re(<path d="M (\S+) (\S+) A (\S+) \S+ 0 (1|0) 1 (\S+) (\S+))re"));
       rest = path.suffix(), ++paths) {
    const double x1 = std::stod(path[1]), y1 = std::stod(path[2]), a = std::stod(path[3]);
    const double x2 = std::stod(path[5]), y2 = std::stod(path[6]);
    EXPECT_NEAR(a, right - left, 1e-9);  // a_2 = b_1
    EXPECT_NEAR(y1 + y2, 2 * y, 1e-9);
    EXPECT_NEAR(std::hypot(x1 - left, y1 - y), a, 1e-6) << paths;
    EXPECT_NEAR(std::hypot(x2 - left, y2 - y), a, 1e-6) << paths;
    if (paths == 0) continue;
    EXPECT_NEAR(std::hypot(x1 - right, y1 - y), a, 1e-6);
    EXPECT_NEAR(x1, x2, 1e-9);
  }
  EXPECT_EQ(paths, 2);
}

// The area that is drawn, outline less lens, is the exact workspace that the caption names.
TEST(Diagrams, DrawTheAreaThatTheyName) {
  using namespace reproduce::detail;
  for (const double b : {0.5, 1.0, 2.0, 3.0}) {
    const double half = b < 2 ? b / 2 : 1, lens = 2 * std::acos(half) - 2 * half * std::sqrt(1 - half * half);
    EXPECT_NEAR(exact_workspace(pr_004(1, b)), std::numbers::pi + 2 * b - lens, 1e-12) << b;
  }
  EXPECT_THAT(paper_diagrams("004").at(1).caption, HasSubstr("3.913 a²"));
  EXPECT_NEAR(exact_workspace(pr_004()), 3.913, 5e-4);
}

}  // namespace
}  // namespace catena::test
