// SPDX-License-Identifier: Apache-2.0
// `catena count` and `catena papers`: the contents and formats of their output.
#include <gtest/gtest.h>

#include <optional>

#include "cli/shell.hpp"
#include "papers.hpp"

namespace catena::test {
namespace {

std::optional<Json> entry(const Json& list, const std::string& quantity, const std::string& method) {
  for (const Json& j : list.elements())
    if (j["quantity"] == quantity && j["method"] == method) return j;
  return std::nullopt;
}

TEST(Count, PutsMeasuredBesidePrinted) {
  const Answer answer = catena({"count", "chain:7", "--want", "inertia", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json list = Json::parse(answer.out);
  const std::optional<Json> crba = entry(list, "inertia", "crba");
  ASSERT_TRUE(crba);
  EXPECT_EQ((*crba)["n"], 7);
  EXPECT_EQ((*crba)["general"], Json::parse(R"({"mul": 600, "add": 492, "sqrt": 0, "trig": 0})"));
  EXPECT_EQ((*crba)["kinematics"]["trig"], 14);
  EXPECT_EQ((*crba)["law"], Json::parse(R"({"mul": "10n^2 + 20n - 30", "add": "6n^2 + 34n - 40"})"));
  EXPECT_EQ((*crba)["paper"]["mul"], 612);
  EXPECT_EQ((*crba)["paper"]["where"], "000 Table I");
  EXPECT_TRUE((*entry(list, "inertia", "rnea_columns"))["paper"].is_null());
}

TEST(Count, UsesTheZerosOfAnArm) {
  const Json list =
      Json::parse(catena({"count", "puma560", "--want", "inertia", "--method", "crba", "--json"}).out);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_LT(list[0]["customised"]["mul"], list[0]["general"]["mul"]);
  EXPECT_LT(list[0]["customised"]["add"], list[0]["general"]["add"]);
}

TEST(Count, FindsGeneratedCodeCheaperThanTheCustomisedMethod) {
  for (const char* robot : {"puma560", "panda", "stanford", "chain:4"}) {
    for (const Json& j : Json::parse(catena({"count", robot, "--json"}).out).elements()) {
      const auto total = [&](const char* key) { return j[key]["mul"].integer() + j[key]["add"].integer(); };
      const std::string label =
          std::string(robot) + ": " + j["quantity"].dump() + " by " + j["method"].dump();
      EXPECT_LE(total("optimised"), total("customised")) << label;
      EXPECT_LE(j["optimised"]["mul"], j["customised"]["mul"]) << label;
      EXPECT_LE(j["optimised"]["add"], j["customised"]["add"]) << label;
      EXPECT_LE(j["customised"]["mul"], j["general"]["mul"]) << label;
      EXPECT_LE(j["kinematics_optimised"]["trig"], j["kinematics"]["trig"]) << label;
    }
  }
  const Json list =
      Json::parse(catena({"count", "chain:9", "--want", "id", "--method", "rnea", "--json"}).out);
  EXPECT_TRUE(list[0]["optimised"].is_null()) << "not computed for long arms";
}

// An optimised program may need fewer sines than the posture has.
TEST(Count, HasNoNegativeCount) {
  for (const char* robot : {"pr", "rp", "planar2"})
    for (const Json& j : Json::parse(catena({"count", robot, "--json"}).out).elements())
      for (const char* kind : {"general", "customised", "optimised", "kinematics_optimised"})
        for (const char* op : {"mul", "add", "sqrt", "trig"})
          EXPECT_GE(j[kind][op].integer(), 0) << robot << ", " << j["quantity"].dump() << " by "
                                              << j["method"].dump() << ", " << kind << ' ' << op;
}

TEST(Count, HasTheRowsOfTable2Of003) {
  const Answer answer = catena({"count", "chain:6", "planar2", "--paper", "003", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json list = Json::parse(answer.out);
  ASSERT_EQ(list.size(), 2 * 24u);  // 9 and a subtotal, twice 6 and a total
  const auto row = [&](const std::string& part, const std::string& what) {
    for (const Json& j : list.elements())
      if (j["part"] == part && j["row"] == what) return j;
    ADD_FAILURE() << part << ' ' << what;
    return list[0];
  };
  EXPECT_EQ(row("common", "G")["general"]["mul"], 29);
  EXPECT_EQ(row("common", "G")["printed"]["mul"], 29);
  EXPECT_EQ(row("common", "psi")["printed"]["law"]["mul"], "44n - 1");
  EXPECT_EQ(row("common", "lambda-dot")["general"]["mul"], 104 * 6 - 126);
  EXPECT_EQ(row("common", "subtotal")["printed"]["add"], 345 * 6 - 180);
  EXPECT_EQ(row("normalized", "y")["general"]["mul"], 158 * 6 - 213);
  EXPECT_EQ(row("normalized", "total")["printed"]["mul"], 605 * 6 - 462);
  EXPECT_EQ(row("normalized", "total")["printed_customised"]["add"], 376 * 6 - 359);
  EXPECT_EQ(row("normalized", "total")["general"]["sqrt"], 6);
  EXPECT_EQ(row("unnormalized", "total")["printed"]["add"], 426 * 6 - 286);
  EXPECT_EQ(row("unnormalized", "total")["general"]["mul"], 428 * 6 - 434);
  const Answer text = catena({"count", "chain:6", "--paper", "003"});
  EXPECT_NE(text.out.find("lambda-dot"), std::string::npos);
  EXPECT_NE(text.out.find("159n - 6; 171n - 6"), std::string::npos) << text.out;
  EXPECT_NE(
      catena({"count", "chain:6", "--paper", "003", "--markdown"}).out.find("| common | psi | 198 | 93 |"),
      std::string::npos);
  EXPECT_EQ(catena({"count", "chain:6", "--paper", "004"}).code, 2);
  EXPECT_EQ(catena({"count", "chain:6", "--paper", "003", "--want", "id"}).code, 2);
}

TEST(Count, HasTheStepsOf001And002) {
  const auto rows_of = [](const char* robot, const char* paper) {
    const Answer answer = catena({"count", robot, "--paper", paper, "--json"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    return Json::parse(answer.out);
  };
  const auto row = [](const Json& list, const std::string& what) {
    for (const Json& j : list.elements())
      if (j["row"].dump().starts_with('"' + what)) return j;
    ADD_FAILURE() << what;
    return list[0];
  };
  const Json kang = rows_of("chain:6", "001");
  ASSERT_EQ(kang.size(), 8u);  // seven steps and their sum
  EXPECT_EQ(row(kang, "step 1")["general"]["mul"], 51 * 6 - 87);
  EXPECT_EQ(row(kang, "step 1")["printed"]["add"], 39 * 6 - 66);
  EXPECT_EQ(row(kang, "step 7")["printed"]["add"], 364);
  EXPECT_EQ(row(kang, "sum")["general"]["mul"], 1697);
  EXPECT_EQ(row(kang, "sum")["general"]["add"], 1434);
  EXPECT_EQ(row(kang, "sum")["printed"]["mul"], 1647);
  EXPECT_EQ(row(kang, "sum")["printed"]["add"], 1621);
  const Json saha = rows_of("chain:6", "002");
  ASSERT_EQ(saha.size(), 14 + 4 + 1u);  // A1 to C3, what is left out, and the sum
  EXPECT_EQ(row(saha, "A9")["general"]["mul"], 22 * 6 - 26);
  EXPECT_EQ(row(saha, "A9")["printed"]["law"]["add"], "14n - 18");
  EXPECT_TRUE(row(saha, "A3, i = 1")["printed"].is_null());
  EXPECT_EQ(row(saha, "A3, own inertia")["general"]["add"], 6 * 5);
  EXPECT_EQ(row(saha, "A1, offsets b_i")["general"]["add"], 6);
  EXPECT_EQ(row(saha, "sum")["general"]["mul"], 192 * 6 - 185);
  EXPECT_EQ(row(saha, "sum")["general"]["add"], 192 * 6 - 220);
  EXPECT_EQ(row(saha, "sum")["printed"]["mul"], 192 * 6 - 284);
  for (const char* paper :
       {"001", "002"}) {  // zeros and ones of the arm save operations, of a planar arm most of them
    const Json planar = rows_of("planar3", paper);
    EXPECT_LT(2 * row(planar, "sum")["customised"]["mul"].integer(),
              row(planar, "sum")["general"]["mul"].integer());
  }
  const Answer text = catena({"count", "chain:6", "--paper", "002"});
  EXPECT_NE(text.out.find("chain:6: 6 joints, the steps of section 3 of paper 002, phi given"),
            std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("  A4: printed n - 3 times in place of n - 2\n"), std::string::npos) << text.out;
  EXPECT_NE(
      catena({"count", "chain:6", "--paper", "001", "--markdown"}).out.find("| step 4: I* | 201 | 141 |"),
      std::string::npos);
  EXPECT_EQ(catena({"count", "chain:6", "--paper", "000"}).err,
            "catena: error: --paper '000': this paper has no rows to count\n"
            "  need    001, 002 or 003\n"
            "  hint    'catena reproduce' has the tables of all papers\n");
}

// The poses are counted apart, and so they are in the printed formula: steps 2 to 4 of 001.
TEST(Count, PutsTheInertiaMatrixOfAugmentedBodiesBesideWhatIsPrintedWithoutKinematics) {
  const Json row = Json::parse(
      catena({"count", "chain:6", "--want", "inertia", "--method", "augmented_body", "--json"}).out)[0];
  EXPECT_EQ(row["general"]["mul"], 378);
  EXPECT_EQ(row["paper"]["mul"], 930 - (51 * 6 - 87));
  EXPECT_EQ(row["paper"]["add"], 755 - (39 * 6 - 66));
  EXPECT_EQ(row["paper"]["where"], "001 steps 2-4");
}

TEST(Count, TakesSeveralRobots) {
  const Json list =
      Json::parse(catena({"count", "rp", "chain:4", "--method", "rnea", "--want", "id", "--json"}).out);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0]["robot"], "rp");
  EXPECT_EQ(list[1]["n"], 4);
}

TEST(Count, WritesTablesForPeopleAndForMarkdown) {
  const Answer text = catena({"count", "chain:6", "--want", "inertia"});
  EXPECT_NE(text.out.find("chain:6: 6 joints\n"), std::string::npos);
  EXPECT_NE(text.out.find("10n^2 + 20n - 30"), std::string::npos);
  const Answer markdown = catena({"count", "chain:6", "--want", "inertia", "--markdown"});
  EXPECT_NE(markdown.out.find("| inertia | crba | 450 | 380 |"), std::string::npos) << markdown.out;
}

TEST(Count, TakesAliasesOfQuantities) {
  EXPECT_EQ(catena({"count", "rp", "--want", "mass,tau", "--json"}).out,
            catena({"count", "rp", "--want", "inertia,id", "--json"}).out);
}

TEST(Count, RefusesWhatItDoesNotKnow) {
  const Answer quantity = catena({"count", "rp", "--want", "inertai"});
  EXPECT_EQ(quantity.code, 2);
  EXPECT_NE(quantity.err.find("--want 'inertai': unknown quantity"), std::string::npos) << quantity.err;
  EXPECT_NE(quantity.err.find("inertia"), std::string::npos);
  const Answer alias = catena({"count", "rp", "--want", "mas"});
  EXPECT_NE(alias.err.find("did you mean 'mass'?"), std::string::npos) << alias.err;
  EXPECT_NE(catena({"count", "rp", "--method", "nobody"}).err.find("unknown method"), std::string::npos);
  EXPECT_EQ(catena({"count", "rp", "--method", "nobody"}).code, 2);
  EXPECT_EQ(catena({"count", "rp", "--want", "pose", "--method", "aba"}).code, 2);
  EXPECT_EQ(catena({"count", "rp", "--json", "--markdown"}).code, 2);
  const Answer robot = catena({"count", "rp", "nobody"});
  EXPECT_NE(robot.code, 0);
  EXPECT_EQ(robot.out, "");
}

TEST(Papers, AreParsedFromTheMap) {
  const auto papers = cli::parse_papers(
      "# t\n## 002\n\nSaha,\n\"UDU\".\n\n| equation | what | code | test | status |\n|---|---|---|---|---|\n"
      "| (1) | a \\| b | include/catena/core/algo/udut.hpp: f | t: T.a | as printed |\n## 003\n");
  ASSERT_EQ(papers.size(), 2u);
  EXPECT_EQ(papers[0].title, "Saha, \"UDU\".");
  ASSERT_EQ(papers[0].rows.size(), 1u);
  EXPECT_EQ(papers[0].rows[0].what, "a | b");
  EXPECT_TRUE(papers[0].rows[0].belongs_to("udut"));
  EXPECT_FALSE(papers[0].rows[0].belongs_to("dut"));
}

// Table 2 of 003 ends at the rates of nu and xi: it stands beside these, not beside accelerations.
TEST(Count, ComparesRatesOfQuasiVelocitiesWithThoseOfThePaper) {
  const Json list = Json::parse(catena({"count", "chain:6", "--want", "fd,nu_rate,xi_rate", "--json"}).out);
  for (const auto& [quantity, mul, add] : {std::tuple{"nu_rate", 3168, 2732}, {"xi_rate", 2681, 2270}}) {
    const Json paper = (*entry(list, quantity, "quasi_velocity"))["paper"];
    EXPECT_EQ(paper["mul"], mul) << quantity;
    EXPECT_EQ(paper["add"], add) << quantity;
  }
  for (const char* method : {"quasi_velocity_nu", "quasi_velocity_xi"})
    EXPECT_TRUE((*entry(list, "fd", method))["paper"].is_null()) << method;
}

TEST(Count, LeavesOutPrintedLawsWhereTheySayNothing) {
  const Answer answer = catena({"count", "planar:1", "--want", "inertia", "--method", "crba"});
  EXPECT_TRUE(answer.out.starts_with("planar:1: 1 joint\n")) << answer.out;
  EXPECT_EQ(Json::parse(catena({"count", "planar:1", "--method", "crba", "--json"}).out)[0]["paper"],
            nullptr);
}

TEST(Count, KnowsAnArmOfThePapersByItsFileToo) {
  const Json list = Json::parse(catena({"count", CATENA_SOURCE_DIR "/robots/rtx.toml", "--want", "mci",
                                        "--method", "gim_mci", "--json"})
                                    .out);
  EXPECT_EQ(list[0]["paper_customised"]["mul"], 389);
}

TEST(Papers, AreIndented) {
  std::istringstream in(catena({"papers", "gdahj"}).out);
  std::string line;
  std::getline(in, line);
  EXPECT_TRUE(line.starts_with("000  ")) << line;
  for (std::getline(in, line); !line.starts_with("  ("); std::getline(in, line))
    EXPECT_TRUE(line.starts_with("     ")) << line;
  std::getline(in, line);
  EXPECT_TRUE(line.starts_with("         ")) << line;
}

TEST(Papers, SayThatAMethodHasNoEquation) {
  const Answer rival = catena({"papers", "crba"});
  EXPECT_EQ(rival.code, 2);
  EXPECT_NE(rival.err.find("this method implements no equation of the papers"), std::string::npos)
      << rival.err;
}

TEST(Papers, ArePrintedByMethodAndByPaper) {
  EXPECT_EQ(catena({"papers"}).code, 0);
  // rows whose code is in another header of the method
  for (const auto& [method, row] : {std::pair{"gdahj", "  (31)"},
                                    {"gdahj", "  (Algorithm1)"},
                                    {"gdahj_sums", "  (31)"},
                                    {"kic", "  (8)"},
                                    {"kic", "  (P10)"},
                                    {"udut", "  (A1)"},
                                    {"augmented_body", "  (S3)"},
                                    {"quasi_velocity", "  (48)"},
                                    {"quasi_velocity", "  (Table2)"},
                                    {"quasi_velocity_nu", "  (40)"},
                                    {"quasi_velocity_xi", "  (44)"},
                                    {"torque_terms", "  (39)"},
                                    {"frame_injection", "  (SectionII) which joint a torque comes from"},
                                    {"gim_mci", "  (S1)"},
                                    {"gim_mci", "  (P1)"}})
    EXPECT_NE(catena({"papers", method}).out.find(row), std::string::npos) << method << row;
  const Json gdahj = Json::parse(catena({"papers", "gdahj", "--json"}).out);
  ASSERT_FALSE(gdahj.empty());
  for (const Json& row : gdahj.elements()) EXPECT_EQ(row["paper"], "000");
  EXPECT_NE(catena({"papers", "gdahj"}).out.find("000  "), std::string::npos);
  EXPECT_EQ(catena({"papers", "000"}).code, 0);
  const Answer unknown = catena({"papers", "gdajh"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("gdahj"), std::string::npos) << unknown.err;
}

}  // namespace
}  // namespace catena::test
