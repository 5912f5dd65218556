// SPDX-License-Identifier: Apache-2.0
// Generated C compiles without a warning and computes what the golden data say, whatever the robot is called.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "catena/codegen/emit_c.hpp"
#include "codegen/c_text.hpp"
#include "support/arms.hpp"
#include "support/compiled.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::map<Quantity, std::string> kFields = {{Quantity::id, "tau"},
                                                 {Quantity::inertia, "M"},
                                                 {Quantity::gravity, "gravity_vec"},
                                                 {Quantity::fd, "fd_qdd"},
                                                 {Quantity::bias, "coriolis"}};

std::vector<Program> programs_of(const Chain<double>& arm, const std::vector<Quantity>& quantities) {
  std::vector<Program> all;
  for (const Quantity quantity : quantities)
    all.push_back(optimised(record(*find_method<Expr>(quantity), arm)));
  return all;
}

class EveryGoldenArm : public testing::TestWithParam<std::string> {};

TEST_P(EveryGoldenArm, IsReproducedByItsGeneratedCode) {
  const Golden g = load_golden(GetParam());
  const Chain<double> arm = chain_of(g.robot);
  std::vector<Program> programs;
  for (const auto& [quantity, field] : kFields) programs.push_back(cheapest_program(quantity, arm));
  const LoadedCode<double> wide(emit_c(programs, {"golden", g.robot.name, "", CReal::binary64}));
  const LoadedCode<float> narrow(emit_c(programs, {"golden", g.robot.name, "", CReal::binary32}));
  ASSERT_TRUE(wide.ok() && narrow.ok());
  for (const GoldenState& state : g.states) {
    std::vector<std::vector<double>> inputs;
    std::vector<std::vector<float>> rounded;
    for (const char* key : {"q", "qd", "qdd", "fd_tau"}) {
      inputs.push_back(state[key]);
      rounded.emplace_back(inputs.back().begin(), inputs.back().end());
    }
    for (const auto& [quantity, field] : kFields) {
      const std::vector<double> expected = state[field];
      EXPECT_LE(relative_error(wide("golden", quantity, g.dof(), inputs), expected), g.tolerance()) << field;
      const std::vector<float> out = narrow("golden", quantity, g.dof(), rounded);
      const double loose = quantity == Quantity::fd ? INFINITY : 2e-4;  // see FloatAccuracy
      EXPECT_LE(relative_error(out, expected), loose) << field << ", float";
    }
  }
}

// Up to seven joints.
std::vector<std::string> chosen() {
  std::vector<std::string> all;
  for (const std::string& stem : golden_stems())
    if (stem.starts_with("seed_") || (stem.ends_with("_std") && stem < "rnd_n08")) all.push_back(stem);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Golden, EveryGoldenArm, testing::ValuesIn(chosen()),
                         [](const auto& param) { return param.param; });

// Every quantity there is, from every kind of joint.
class EveryCompiler : public testing::TestWithParam<const char*> {};

TEST_P(EveryCompiler, TakesEveryQuantityInEveryFormWithoutAWarning) {
  ASSERT_TRUE(has_compiler(GetParam())) << "no " << GetParam() << ": see packages.txt";
  for (const char* spec : {"mixed:1:1", "chain:1", "mixed:4:2", "planar:3"}) {
    const Case c(spec);
    std::vector<Program> programs;
    for (const QuantityInfo& quantity : kQuantities)
      programs.push_back(optimised(record(*find_method<Expr>(quantity.quantity), c.arm)));
    for (const CReal real : {CReal::binary64, CReal::binary32}) {
      const CSource code = emit_c(programs, {spec, "test", "test", real});
      const SourceFolder folder;
      folder.write(code.stem + ".h", code.header);
      folder.write(code.stem + ".c", code.source);
      folder.write("alone.c", code.alone);
      folder.write("inlined.h", code.inlined);
      folder.write("user.c", "#include \"inlined.h\"\n#include \"inlined.h\"\nint unused;\n");
      EXPECT_TRUE(folder.compile(GetParam(), "-c " + code.stem + ".c")) << spec;
      EXPECT_TRUE(folder.compile(GetParam(), "-c alone.c")) << spec;
      EXPECT_TRUE(folder.compile(GetParam(), "-c user.c")) << spec;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Compilers, EveryCompiler, testing::Values("cc", "clang"));

TEST(EmitC, AgreesWithTheInterpreterForEveryQuantity) {
  const Case c("mixed:5:3");
  std::vector<Program> programs;
  for (const QuantityInfo& quantity : kQuantities)
    programs.push_back(optimised(record(*find_method<Expr>(quantity.quantity), c.arm)));
  const LoadedCode<double> code(emit_c(programs, {"arm", "", "", CReal::binary64}));
  ASSERT_TRUE(code.ok());
  const std::vector<std::vector<double>> inputs = {c.q, c.qd, c.qdd, c.tau};
  std::vector<double> all;
  for (const auto& part : inputs) all.insert(all.end(), part.begin(), part.end());
  for (const Program& program : programs)
    EXPECT_LE(relative_error(code("arm", program.quantity, 5, inputs), evaluate(program, all)), 1e-14)
        << info(program.quantity).name;
}

TEST(EmitC, LetsResultsOverlapArguments) {
  const Case c("mixed:6:1");
  const std::vector<Program> programs = programs_of(c.arm, {Quantity::id});
  const CSource code = emit_c(programs, {"arm", "", "", CReal::binary64});
  const SourceFolder folder;
  folder.write("user.c", code.alone);
  ASSERT_TRUE(folder.compile("cc", "-O2 -fPIC -shared user.c -o user.so -lm"));
  void* library = ::dlopen(folder.file("user.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr);
  const auto id = reinterpret_cast<void (*)(const double*, const double*, const double*, double*)>(
      ::dlsym(library, "catena_arm_id"));
  std::vector<double> apart(6), together = c.qdd;
  id(c.q.data(), c.qd.data(), c.qdd.data(), apart.data());
  id(c.q.data(), c.qd.data(), together.data(), together.data());
  EXPECT_EQ(apart, together);
  ::dlclose(library);
}

TEST(EmitC, ReadsEveryArgumentBeforeItWritesAResult) {
  Program program{Quantity::gravity, "test", 3, {}, {}, {}};
  {
    const ExprScope scope(program.graph);
    const Expr a = Expr::input(0), b = Expr::input(1), c = Expr::input(2);
    program.outputs = {b.id(), (-a).id(), (sin(Expr(1) + c) * a - Expr(0.5)).id()};
  }
  const std::vector<Program> programs = {program};
  const CSource code = emit_c(programs, {"arm", "", "", CReal::binary64});
  EXPECT_THAT(code.source, HasSubstr("{\n  /* cosines and sines of the joints */\n"
                                     "  const double a3 = 1.0 + q[2];\n"
                                     "  const double s3 = sin(a3);\n\n"
                                     "  /* joint 1: g[1] */\n"
                                     "  const double t1 = q[0];\n\n"
                                     "  /* joints 1 to 2: g[0] */\n"
                                     "  const double t2 = q[1];\n\n"
                                     "  /* joints 1 to 3: g[2] */\n"
                                     "  const double t3 = 0.5 - q[0] * s3;\n\n"
                                     "  /* results */\n"
                                     "  g[0] = t2;\n"
                                     "  g[1] = -t1;\n"
                                     "  g[2] = -t3;\n}\n"));
}

TEST(EmitC, IsTheSameToTheByteAndCountsItself) {
  const Case c("mixed:6:1");
  const CSettings settings{"my arm", "My arm", "catena codegen x", CReal::binary64};
  const auto make = [&] { return emit_c(programs_of(c.arm, {Quantity::id, Quantity::inertia}), settings); };
  const CSource one = make(), other = make();
  EXPECT_EQ(one.source, other.source);
  EXPECT_EQ(one.header, other.header);
  EXPECT_EQ(one.stem, "catena_my_arm");
  EXPECT_THAT(one.source, HasSubstr("#include \"catena_my_arm.h\"\n"));
  EXPECT_THAT(one.source, HasSubstr("robot: My arm, 6 joints\n"));
  const std::vector<Program> programs = programs_of(c.arm, {Quantity::id});
  const OpCount count = operations(programs[0]);
  const CSource alone = emit_c(programs, settings);
  const std::string body = alone.source.substr(alone.source.find('{'));
  const auto occurrences = [&](std::string_view what) {
    long found = 0;
    for (std::size_t at = body.find(what); at != std::string::npos; at = body.find(what, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(occurrences(" * ") + occurrences(" / "), count.mul);
  EXPECT_EQ(occurrences(" + ") + occurrences(" - "), count.add);
  EXPECT_EQ(occurrences("sin(") + occurrences("cos("), count.trig);
}

TEST(EmitC, WritesASymmetricMatrixOnce) {
  const CSource code =
      emit_c(programs_of(Case("chain:4").arm, {Quantity::inertia}), {"arm", "", "", CReal::binary64});
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j) {
      const auto right = [&](int k) {
        const std::string left = "  M[" + std::to_string(k) + "] = ";
        const std::size_t at = code.source.find(left) + left.size();
        return code.source.substr(at, code.source.find(';', at) - at);
      };
      EXPECT_EQ(right(4 * i + j), right(4 * j + i));
    }
}

// --- names ---------------------------------------------------------------------------------------------------
TEST(EmitC, MakesAnIdentifierOfAnyName) {
  EXPECT_EQ(c_identifier("panda"), "panda");
  EXPECT_EQ(c_identifier("PUMA 560"), "puma_560");
  EXPECT_EQ(c_identifier("x\"; system(\""), "x_system");
  EXPECT_EQ(c_identifier("../../a b"), "a_b");
  EXPECT_EQ(c_identifier("chain:30"), "chain_30");
  EXPECT_EQ(c_identifier(""), "arm");
  EXPECT_EQ(c_identifier("\xc3\xa9\n"), "arm");
  EXPECT_EQ(c_identifier("__a__"), "a");
  EXPECT_LE(c_identifier(std::string(1000, 'x')).size(), 48u);
}

TEST(EmitC, LetsNoNameLeaveItsComment) {
  EXPECT_EQ(c_comment("a */ b"), "a * / b");
  EXPECT_EQ(c_comment("**/"), "** /");
  EXPECT_EQ(c_comment("/* */"), "/ * * /");
  EXPECT_EQ(c_comment("/*/"), "/ * /");
  EXPECT_EQ(c_comment("?\?/"), "? ?/");
  EXPECT_EQ(c_comment("a\\"), "a\\.");
  EXPECT_THAT(c_comment("a\nb\r\x1b[0m\xe2\x80\xae"), Not(testing::ContainsRegex("[\n\r\x1b\xe2]")));
}

TEST(EmitC, IsHarmlessWhateverTheRobotIsCalled) {
  const Case c("chain:2");
  const std::vector<Program> programs = programs_of(c.arm, {Quantity::gravity});
  const std::string plain = emit_c(programs, {"x", "", "", CReal::binary64}).source;
  const std::string code = plain.substr(plain.find("#include"));
  for (const std::string& name :
       {std::string("x\"; system(\""), std::string("../../a b"), std::string("*/ int evil; /*"),
        std::string("?\?/"), std::string("a\\"), std::string("*\\\n/"), std::string("\n#error x\n"),
        std::string("%s %n {} {0}"), std::string("a\0b", 3), std::string("\xff\xfe*/"),
        std::string(100000, '*') + "/"}) {
    const CSource hostile = emit_c(programs, {name, name, name, CReal::binary64});
    EXPECT_EQ(hostile.stem.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos);
    EXPECT_LT(hostile.stem.size(), 64u);
    EXPECT_EQ(hostile.source.find("*/"), hostile.source.find("\n */\n#include") + 2)
        << "the head is one comment";
    EXPECT_EQ(
        emit_c(programs, {"x", name, name, CReal::binary64})
            .source.substr(
                emit_c(programs, {"x", name, name, CReal::binary64}).source.find("\n */\n#include") + 5),
        code)
        << "a name changes the head alone";
    EXPECT_TRUE(LoadedCode<double>(hostile).ok()) << name.substr(0, 50);
  }
}

// --- numbers -------------------------------------------------------------------------------------------------
TEST(EmitC, WritesNumbersThatReadBackAsTheSame) {
  using codegen::detail::c_literal;
  EXPECT_EQ(c_literal(1, CReal::binary64), "1.0");
  EXPECT_EQ(c_literal(0.1, CReal::binary32), "0.1f");
  EXPECT_EQ(c_literal(1e30, CReal::binary64), "1e+30");
  EXPECT_EQ(c_literal(1e-300, CReal::binary32), "0.0f");
  Random random(3);
  for (double value :
       {1.0 / 3, 0.1, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308, 1e22, 123456789012345680.0})
    EXPECT_EQ(std::strtod(c_literal(value, CReal::binary64).c_str(), nullptr), value);
  for (int k = 0; k < 1000; ++k) {
    const double value = std::exp(random(-80, 80));
    EXPECT_EQ(std::strtod(c_literal(value, CReal::binary64).c_str(), nullptr), value);
    EXPECT_EQ(std::strtof(c_literal(value, CReal::binary32).c_str(), nullptr), static_cast<float>(value));
  }
}

}  // namespace
}  // namespace catena::test
