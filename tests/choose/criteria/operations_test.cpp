// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "catena/codegen/program.hpp"
#include "catena/count/cost.hpp"
#include "choose/arms.hpp"

namespace catena::test {
namespace {

TEST(OperationsOfGimAndMci, AreThoseOfTheTablesReproduced) {
  const auto expect = [](const char* spec, const char* stem, double operations) {
    EXPECT_EQ(score(Arm::load(spec), stem).value, operations) << spec << ' ' << stem;
  };
  // docs/reproduction.md, Tables III (planar) and V
  expect("rp", "gim_customised", 2 + 2);
  expect("rp", "mci_customised", 6);
  expect("pr", "gim_customised", 2 + 2);
  expect("pr", "mci_customised", 8 + 3);
  expect("rtx", "gim_customised", 22 + 23);
  expect("rtx", "mci_customised", 75 + 63);
  expect("stanford_004", "gim_customised", 15 + 20);
  expect("stanford_004", "mci_customised", 84 + 89);
  // laws: planar n² + 8n - 13 and n² + 11n - 19; spatial 10n² + 12n - 36 and 6n² + 29n - 57
  expect("planar:5", "gim_general", 25 + 40 - 13 + 25 + 55 - 19);
  expect("chain:8", "gim_general", 640 + 96 - 36 + 384 + 232 - 57);
}

TEST(OperationsOfGimAndMci, OptimisedAreThoseOfGeneratedCode) {
  for (const char* spec : {"rtx", "puma560"}) {
    const Arm arm = Arm::load(spec);
    for (const auto& [stem, quantity] :
         {std::pair{"gim_optimised", Quantity::inertia}, {"mci_optimised", Quantity::mci}}) {
      const Program program = best_program(*find_method<Expr>(quantity, "gim_mci"), arm.chain());
      const OpCount count = operations(program) - program.kinematics;
      EXPECT_EQ(score(arm, stem).value, count.mul + count.add) << spec << stem;
    }
  }
}

// M12 = 1/3 + c/2 and M11 = 5/3 + c: three operations.
TEST(OperationsOfGimAndMci, OptimisedInAPlaneAreThoseByHand) {
  EXPECT_EQ(score(Arm::load("planar2"), "gim_optimised").value, 3);
}

TEST(OperationsOfGimAndMci, OfLongArmsAreNotOptimised) {
  EXPECT_EQ(score(Arm::load("chain:9"), "gim_optimised").why,
            "generated code for more than 8 joints takes too long");
}

}  // namespace
}  // namespace catena::test
