// SPDX-License-Identifier: Apache-2.0
// Generated C where little is allowed: single precision, no library, memory that is checked; gravity and tip given.
#include <gtest/gtest.h>

#include <fstream>

#include <Eigen/Dense>
#include <set>
#include <sstream>

#include "catena/codegen/emit_c.hpp"
#include "support/compiled.hpp"
#include "support/eigen.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// --- arguments instead of constants --------------------------------------------------------------------------
class GivenTo : public testing::TestWithParam<const char*> {};

TEST_P(GivenTo, EveryMethodIsWhatItWouldComputeThere) {
  const Case c(GetParam(), 6);
  const int n = c.arm.dof();
  const Vec3<double> g{0.3, -4, 7};
  const Force<double> tip{{0.3, -0.2, 0.5}, {2, -3, 1}};
  std::vector<double> in(input_count(n), NAN);
  const auto set = [&](Argument argument, const std::vector<double>& values) {
    std::copy(values.begin(), values.end(),
              in.begin() + static_cast<std::ptrdiff_t>(first_input(argument, n)));
  };
  set(Argument::q, c.q), set(Argument::qd, c.qd), set(Argument::qdd, c.qdd), set(Argument::tau, c.tau);
  set(Argument::gravity, {g.x, g.y, g.z});
  set(Argument::tip, {tip.ang.x, tip.ang.y, tip.ang.z, tip.lin.x, tip.lin.y, tip.lin.z});
  for (const Quantity quantity : {Quantity::id, Quantity::fd, Quantity::gravity, Quantity::potential_energy,
                                  Quantity::cxi, Quantity::inertia})
    for (const Method<Expr>& method : methods<Expr>()) {
      if (method.quantity != quantity) continue;
      std::vector<double> expected(size_of(quantity, n));
      find_method<double>(quantity, method.name)
          ->run(c.arm, c.x(), {c.q, c.qd, c.qdd, c.tau, g, tip}, expected);
      const Program program = best_program(method, c.arm, {true, true, false});
      EXPECT_LE(error_of(evaluate(program, in), expected), 1e-11)
          << info(quantity).name << " by " << method.name;
      const Program turned = with_sines(program, c.arm);
      std::vector<double> s, k;
      for (int i = 0; i < n; ++i) {
        const double angle = c.arm.link(i).theta + c.q[static_cast<std::size_t>(i)];
        s.push_back(std::sin(angle)), k.push_back(std::cos(angle));
      }
      std::vector<double> with = in;
      const auto add = [&](Argument argument, const std::vector<double>& values) {
        std::copy(values.begin(), values.end(),
                  with.begin() + static_cast<std::ptrdiff_t>(first_input(argument, n)));
      };
      add(Argument::sine, s), add(Argument::cosine, k);
      EXPECT_LE(error_of(evaluate(turned, with), expected), 1e-11) << info(quantity).name << ", sines given";
      EXPECT_EQ(operations(turned).trig, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Arms, GivenTo, testing::Values("chain:1", "mixed:2:2", "mixed:5:3", "chain:6"));

TEST(Given, IsAnArgumentOnlyOfWhatDependsOnIt) {
  const Case c("mixed:3:1");
  const auto head = [&](Quantity quantity, const Given& given) {
    const std::vector<Program> one = {record(*find_method<Expr>(quantity), c.arm, given)};
    const std::string header = emit_c(one, {"arm", "", "", CReal::binary64}).header;
    const std::size_t at = header.find("void catena_arm_");
    return header.substr(at, header.find(';', at) - at);
  };
  EXPECT_EQ(head(Quantity::id, {true, true, false}),
            "void catena_arm_id(const double q[3], const double qd[3], const double qdd[3], const double "
            "gravity[3], "
            "const double tip[6], double tau[3])");
  EXPECT_EQ(head(Quantity::gravity, {true, true, false}),
            "void catena_arm_gravity(const double q[3], const double gravity[3], double g[3])");
  EXPECT_EQ(
      head(Quantity::fd, {false, true, false}),
      "void catena_arm_fd(const double q[3], const double qd[3], const double tau[3], const double tip[6], "
      "double qdd[3])");
  EXPECT_EQ(head(Quantity::inertia, {true, true, false}), head(Quantity::inertia, {}));
  EXPECT_EQ(head(Quantity::id, {}),
            "void catena_arm_id(const double q[3], const double qd[3], const double qdd[3], double tau[3])");
}

// --- single precision ----------------------------------------------------------------------------------------
// x = M^-1 (tau - bias). Rounding perturbs M by e |M| and the right-hand side by e (|tau| + |bias|), so to first order,
// element by element,
//   |dx| <= e |M^-1| (|tau| + |bias| + |M| |x|).
// e grows with the length of the arm: each joint adds a rotation and a few products, each rounded by at most 2^-24, and
// rounding errors of opposite sign partly cancel. e = 2 n 2^-24; the largest error seen is 0.3 of the bound. |bias| is
// that of its largest element, since small ones are differences of large ones. The bound itself is below 1e-3 of the
// largest acceleration, or the test would be meaningless.
class FloatAccuracy : public testing::TestWithParam<std::string> {};

TEST_P(FloatAccuracy, OfForwardDynamicsIsThatOfTheInertiaMatrix) {
  const Golden g = load_golden(GetParam());
  const int n = g.dof();
  const std::vector<Program> programs = {cheapest_program(Quantity::fd, chain_of(g.robot))};
  const LoadedCode<float> code(emit_c(programs, {"golden", "", "", CReal::binary32}));
  ASSERT_TRUE(code.ok());
  for (const auto& state : g.states) {
    const VectorXd x = eigen(state["fd_qdd"]), tau = eigen(state["fd_tau"]);
    const VectorXd bias = eigen(state["coriolis"]) + eigen(state["gravity_vec"]);
    const std::vector<double> elements = state["M"];
    const MatrixXd M = Eigen::Map<const MatrixXd>(elements.data(), n, n);
    const double e = 2 * n * 0x1p-24;
    const VectorXd r = tau.cwiseAbs() + VectorXd::Constant(n, bias.lpNorm<Eigen::Infinity>());
    const VectorXd bound = e * (M.inverse().cwiseAbs() * (r + M.cwiseAbs() * x.cwiseAbs()));
    std::vector<std::vector<float>> in;
    for (const char* key : {"q", "qd", "qdd", "fd_tau"}) {
      const std::vector<double> wide = state[key];
      in.emplace_back(wide.begin(), wide.end());
    }
    const std::vector<float> out = code("golden", Quantity::fd, n, in);
    for (int i = 0; i < n; ++i) {
      const double error = std::abs(double{out[static_cast<std::size_t>(i)]} - x[i]);
      EXPECT_LE(error, bound[i]) << "joint " << i + 1;
    }
    EXPECT_LE(bound.lpNorm<Eigen::Infinity>(), 1e-3 * x.lpNorm<Eigen::Infinity>());
  }
}

std::vector<std::string> small_golden() {
  std::vector<std::string> some;
  for (const Golden& g : all_golden())
    if (g.dof() <= 7) some.push_back(g.file);
  return some;
}
INSTANTIATE_TEST_SUITE_P(Golden, FloatAccuracy, testing::ValuesIn(small_golden()),
                         [](const auto& param) { return param.param; });

// --- no library, checked memory ------------------------------------------------------------------------------
std::vector<Program> every_program(const Case& c, const Given& given) {
  std::vector<Program> all;
  for (const QuantityInfo& quantity : kQuantities)
    all.push_back(optimised(record(*find_method<Expr>(quantity.quantity), c.arm, given)));
  const Argument by[] = {Argument::q, Argument::qd};
  all.push_back(differentiated(all[static_cast<std::size_t>(Quantity::id)], by, true));
  all.push_back(differentiated(all[static_cast<std::size_t>(Quantity::inertia)], std::span(by, 1)));
  return all;
}

class Freestanding : public testing::TestWithParam<const char*> {};

TEST_P(Freestanding, CodeNeedsNothingButSineCosineAndRoot) {
  ASSERT_TRUE(has_compiler(GetParam()) && has_compiler("nm")) << "see packages.txt";
  const Case c("mixed:6:2");
  for (const CReal real : {CReal::binary64, CReal::binary32}) {
    const CSource code = emit_c(every_program(c, {true, true, false}), {"arm", "", "", real});
    const SourceFolder folder;
    folder.write("alone.c", code.alone);
    ASSERT_TRUE(folder.compile(GetParam(), "-O2 -ffreestanding -c alone.c"));
    ASSERT_TRUE(folder.run("nm --undefined-only alone.o > undefined && nm --defined-only alone.o > defined"));
    const auto last_words = [&](const char* file) {
      std::set<std::string> words;
      std::ifstream in(folder.file(file));
      for (std::string line; std::getline(in, line);) words.insert(line.substr(line.rfind(' ') + 1));
      return words;
    };
    const std::string f = real == CReal::binary32 ? "f" : "";
    const std::set<std::string> allowed = {"sin" + f, "cos" + f, "sqrt" + f, "_GLOBAL_OFFSET_TABLE_"};
    for (const std::string& symbol : last_words("undefined")) EXPECT_TRUE(allowed.contains(symbol)) << symbol;
    EXPECT_TRUE(last_words("undefined").contains("sin" + f)) << "or nothing was seen";
    std::ifstream in(folder.file("defined"));
    for (std::string line; std::getline(in, line);)
      EXPECT_TRUE(line.find(" T catena_arm_") != std::string::npos || line.find(" r ") != std::string::npos)
          << "a global: " << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Compilers, Freestanding, testing::Values("cc", "clang"));

// Arguments and results that end where their memory ends.
TEST(Valgrind, SeesNothingWrong) {
  ASSERT_TRUE(has_compiler("valgrind")) << "see packages.txt";
  const Case c("mixed:5:3");
  const std::vector<Program> programs = every_program(c, {true, true, false});
  const CSource code = emit_c(programs, {"arm", "", "", CReal::binary64});
  std::string text =
      "#include <stdlib.h>\n#include \"catena_arm.h\"\n"
      "static double* some(int n)\n{\n  double* x = malloc((unsigned)n * sizeof *x);\n"
      "  for (int k = 0; k < n; ++k) x[k] = 0.1 * k - 0.3;\n  return x;\n}\n"
      "static int odd(double* x, int n)\n{\n  int count = 0;\n"
      "  for (int k = 0; k < n; ++k) count += !(x[k] == x[k]);\n  free(x);\n  return count;\n}\n"
      "int main(void)\n{\n  int wrong = 0;\n";
  for (const Program& program : programs) {
    std::string before, call, after;
    const auto asked = arguments(program);
    for (std::size_t k = 0; k < asked.size(); ++k) {
      if (!asked[k]) continue;
      const std::string array = "in" + std::to_string(k);
      before += "    double* " + array + " = some(" +
                std::to_string(size_of(static_cast<Argument>(k), program.n)) + ");\n";
      call += array + ", ";
      after += "    free(" + array + ");\n";
    }
    const std::vector<ProgramResult> parts = results(program);
    for (std::size_t r = 0; r < parts.size(); ++r) {
      const std::string array = "out" + std::to_string(r), size = std::to_string(parts[r].size);
      before += "    double* " + array + " = malloc(" + size + " * sizeof(double));\n";
      call += (r == 0 ? "" : ", ") + array;
      after += "    wrong += odd(" + array + ", " + size + ");\n";
    }
    text +=
        "  {\n" + before + "    " + c_function("arm", name(program)) + "(" + call + ");\n" + after + "  }\n";
  }
  const SourceFolder folder;
  folder.write("catena_arm.h", code.header);
  folder.write("catena_arm.c", code.source);
  folder.write("main.c", text + "  return wrong;\n}\n");
  ASSERT_TRUE(folder.compile("cc", "-O1 -g main.c catena_arm.c -o main -lm"));
  EXPECT_TRUE(folder.run("valgrind --quiet --error-exitcode=99 --leak-check=full ./main"));
}

}  // namespace
}  // namespace catena::test
