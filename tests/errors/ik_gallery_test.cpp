// SPDX-License-Identifier: Apache-2.0
// What inverse kinematics refuses, in full.
#include <gtest/gtest.h>

#include <limits>

#include "catena/core/ik.hpp"

namespace catena {
namespace {

using Eigen::Matrix4d;
using Eigen::VectorXd;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct IkRefuses : testing::Test {
  Arm arm = Arm::load("puma560");
  Matrix4d pose = Matrix4d::Identity();

  std::string text(const IkOptions& options = {}) const {
    try {
      arm.ik(pose, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      return error.what();
    }
    return "no error";
  }
};

TEST_F(IkRefuses, NumbersThatAreNotFinite) {
  pose(1, 3) = kNan;
  EXPECT_EQ(text(), "ik: the pose is not finite\n  given   pose(1, 3) = nan (counted from 0)");
}

TEST_F(IkRefuses, MatricesThatAreNoPoses) {
  pose(3, 0) = 0.5;
  EXPECT_EQ(text(),
            "ik: the last row of the pose is not 0 0 0 1\n  given   0.5 0 0 1\n"
            "  need    a homogeneous transform: [R p; 0 0 0 1]");
}

TEST_F(IkRefuses, RotationsThatAreNotOrthonormal) {
  pose(0, 0) = 1.001;
  EXPECT_EQ(text(),
            "ik: the rotation of the pose is not orthonormal and right-handed\n"
            "  given   R with R Rᵀ or its determinant off by 0.003\n"
            "  need    a deviation of at most 1e-06\n"
            "  hint    write the numbers of R with all their digits");
  pose(0, 0) = -1;  // a mirror
  EXPECT_EQ(text(),
            "ik: the rotation of the pose is not orthonormal and right-handed\n"
            "  given   R with R Rᵀ or its determinant off by 2\n"
            "  need    a deviation of at most 1e-06");
  pose(0, 0) = 1 + 1e-8;  // digits that were cut off are put right
  EXPECT_EQ(text(), "no error");
}

TEST_F(IkRefuses, SeedsOfAnotherSize) {
  EXPECT_EQ(text({.seed = VectorXd(VectorXd::Zero(5))}),
            "ik: 'seed' has the wrong size\n  given   5 elements\n"
            "  need    6 elements, since 'PUMA 560' has 6 joints");
  VectorXd seed = VectorXd::Zero(6);
  seed[2] = kNan;
  EXPECT_EQ(text({.seed = seed}), "ik: 'seed' is not finite\n  given   seed[2] = nan (counted from 0)");
  EXPECT_EQ(text({.seed = Eigen::MatrixXd(6, 0)}),
            "ik: 'seed' has no columns\n  need    one column for each start, or no 'seed'");
  EXPECT_EQ(text({.seed = Eigen::MatrixXd::Zero(6, 3), .starts = 2}),
            "ik: there are more seeds than starts\n  given   3 seeds, starts = 2");
  Ik ik(arm);
  EXPECT_THROW(ik.solve(pose, VectorXd::Zero(7)), Error);
}

TEST_F(IkRefuses, CountsAndTolerancesWithoutAMeaning) {
  EXPECT_EQ(text({.starts = 0}),
            "ik: 'starts' is out of range\n  given   0\n  need    a whole number from 1 to 1000000");
  EXPECT_EQ(text({.iterations = -1}),
            "ik: 'iterations' is out of range\n  given   -1\n  need    a whole number from 1 to 1000000");
  EXPECT_EQ(text({.starts = 2, .solutions = 3}),
            "ik: 'solutions' is larger than 'starts'\n  given   3 solutions of 2 starts\n"
            "  need    at least as many starts as solutions: each start finds one at most");
  EXPECT_EQ(text({.position_tolerance = 0}),
            "ik: 'position_tolerance' is not a positive number\n  given   0");
  EXPECT_EQ(text({.orientation_tolerance = kNan}),
            "ik: 'orientation_tolerance' is not a positive number\n  given   nan");
}

TEST_F(IkRefuses, PostureThatIsNotPreferred) {
  EXPECT_EQ(text({.near = VectorXd(VectorXd::Zero(6))}),
            "ik: 'near' is given, but the preference is a different one\n  hint    set preference = "
            "IkPreference::near");
  EXPECT_EQ(text({.preference = IkPreference::near, .near = VectorXd(VectorXd::Zero(4))}),
            "ik: 'near' has the wrong size\n  given   4 elements\n  need    6 elements, since 'PUMA 560' has "
            "6 joints");
}

TEST_F(IkRefuses, FramesThatDoNotMove) {
  EXPECT_EQ(text({.frame = Frame<double>::point(-1, Vec3<double>::zero())}),
            "ik: 'frame' is fixed to the base, which does not move\n  given   link -1\n"
            "  need    a link from 0 to 5, since 'PUMA 560' has 6 joints");
  EXPECT_EQ(text({.frame = Frame<double>::point(6, Vec3<double>::zero())}),
            "ik: 'frame' is fixed to a link that does not exist\n  given   link 6\n"
            "  need    a link from 0 to 5, since 'PUMA 560' has 6 joints");
  EXPECT_EQ(text({.frame = Frame<double>::point(2, {0, kNan, 0})}), "ik: the pose of 'frame' is not finite");
  Frame<double> skewed = Frame<double>::point(2, Vec3<double>::zero());
  skewed.pose.R.xy = 1;
  EXPECT_EQ(text({.frame = skewed}),
            "ik: the rotation of 'frame' is not orthonormal and right-handed\n"
            "  given   R with R Rᵀ or its determinant off by 2\n"
            "  need    a deviation of at most 1e-06");
}

}  // namespace
}  // namespace catena
