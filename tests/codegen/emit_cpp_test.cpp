// SPDX-License-Identifier: Apache-2.0
// Generated C++ compiles without a warning, for numbers of any type, and computes what the graph does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "catena/codegen/emit_c.hpp"
#include "support/compiled.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using testing::HasSubstr;

std::vector<Program> every_program(const Case& c, const Given& given = {}) {
  std::vector<Program> all;
  for (const QuantityInfo& quantity : kQuantities)
    all.push_back(optimised(record(*find_method<Expr>(quantity.quantity), c.arm, given)));
  const Argument by[] = {Argument::q, Argument::qd};
  all.push_back(differentiated(all[static_cast<std::size_t>(Quantity::id)], by, true));
  return all;
}

// Friction is a choice by sign.
Case with_friction(const std::string& spec) {
  Case c(spec);
  for (RobotLink& link : c.robot.links) link.motor = Motor{2e-4, 50, 1e-3, {0.3, -0.4}};
  c.arm = chain_of(c.robot);
  return c;
}

// A call with the arguments and results of a program in consecutive memory: in[k] is the k-th argument that it takes.
std::string call(const Program& program, const std::string& type) {
  std::string text = "  " + c_function("arm", name(program)) + "<" + type + ">(";
  const auto asked = arguments(program);
  for (std::size_t k = 0; k < asked.size(); ++k)
    if (asked[k]) text += "in + " + std::to_string(first_input(static_cast<Argument>(k), program.n)) + ", ";
  std::size_t at = 0;
  for (const ProgramResult& part : results(program)) {
    text += (at == 0 ? "out" : ", out + " + std::to_string(at));
    at += part.size;
  }
  return text + ");\n";
}

// void NAME(const T* in, T* out) for each program.
std::string user(const std::vector<Program>& programs, const std::string& type, const std::string& includes) {
  std::string text = includes + "#include \"catena_arm.hpp\"\n#include \"catena_arm.hpp\"\n";
  for (const Program& program : programs)
    text += "extern \"C\" void run_" + name(program) + "(const " + type + "* in, " + type + "* out)\n{\n" +
            call(program, type) + "}\n";
  return text;
}

class Library {
 public:
  explicit Library(const std::string& path) : handle_(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {}
  ~Library() {
    if (handle_) ::dlclose(handle_);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  template <class T>
  std::vector<T> run(const Program& program, const std::vector<T>& in) const {
    std::vector<T> out(program.outputs.size(), T(-77));
    void* const function = handle_ ? ::dlsym(handle_, ("run_" + name(program)).c_str()) : nullptr;
    EXPECT_NE(function, nullptr) << name(program);
    if (function) reinterpret_cast<void (*)(const T*, T*)>(function)(in.data(), out.data());
    return out;
  }

 private:
  void* handle_;
};

// A number type with only the operations that the header requires, and without implicit conversions.
constexpr const char* kOwnNumber =
    "namespace own {\n"
    "struct Number {\n"
    "  double v;\n"
    "  Number() = default;\n"
    "  explicit Number(double x) : v(x) {}\n"
    "};\n"
    "inline Number operator+(const Number& a, const Number& b) { return Number(a.v + b.v); }\n"
    "inline Number operator-(const Number& a, const Number& b) { return Number(a.v - b.v); }\n"
    "inline Number operator-(const Number& a) { return Number(-a.v); }\n"
    "inline Number operator*(const Number& a, const Number& b) { return Number(a.v * b.v); }\n"
    "inline Number operator/(const Number& a, const Number& b) { return Number(a.v / b.v); }\n"
    "inline Number sin(const Number& a) { return Number(__builtin_sin(a.v)); }\n"
    "inline Number cos(const Number& a) { return Number(__builtin_cos(a.v)); }\n"
    "inline Number sqrt(const Number& a) { return Number(__builtin_sqrt(a.v)); }\n"
    "inline Number sign_select(const Number& x, const Number& minus, const Number& zero, const Number& "
    "plus)\n"
    "{\n  return x.v < 0 ? minus : x.v > 0 ? plus : zero;\n}\n"
    "}\n";

std::vector<double> inputs_of(const Case& c) {
  Random random(9);
  std::vector<double> in = random.vector(static_cast<int>(input_count(c.arm.dof())), -1, 1);
  const auto set = [&](Argument argument, const std::vector<double>& values) {
    std::copy(values.begin(), values.end(),
              in.begin() + static_cast<std::ptrdiff_t>(first_input(argument, c.arm.dof())));
  };
  set(Argument::q, c.q), set(Argument::qd, c.qd), set(Argument::qdd, c.qdd), set(Argument::tau, c.tau);
  return in;
}

// The ratio of the largest and the smallest eigenvalue of M.
double condition_of_inertia(const std::vector<Program>& programs, const std::vector<double>& in) {
  const std::vector<double> M = evaluate(programs[static_cast<std::size_t>(Quantity::inertia)], in);
  const auto n = static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(M.size()))));
  const Eigen::VectorXd values =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(Eigen::Map<const Eigen::MatrixXd>(M.data(), n, n))
          .eigenvalues();
  return values.maxCoeff() / values.minCoeff();
}

class EveryCppCompiler : public testing::TestWithParam<const char*> {};

TEST_P(EveryCppCompiler, TakesEveryQuantityForDoubleFloatAndOtherNumbers) {
  ASSERT_TRUE(has_compiler(GetParam())) << "no " << GetParam() << ": see packages.txt";
  for (const char* spec : {"mixed:1:1", "mixed:5:3"})
    for (const Given& given : {Given{}, Given{true, true, false}}) {
      const Case c = with_friction(spec);
      const std::vector<Program> programs = every_program(c, given);
      const SourceFolder folder;
      folder.write("catena_arm.hpp", emit_cpp(programs, {"arm", "test", "test"}).header);
      folder.write("wide.cpp", user(programs, "double", ""));
      folder.write("narrow.cpp", user(programs, "float", ""));
      folder.write("own.cpp", user(programs, "own::Number", kOwnNumber));
      for (const char* type : {"wide", "narrow", "own"})
        ASSERT_TRUE(folder.compile_cpp(
            GetParam(), "-std=c++17 -O1 -fPIC -shared " + std::string(type) + ".cpp -o " + type + ".so"))
            << spec << " " << type;
      const Library wide(folder.file("wide.so")), narrow(folder.file("narrow.so")),
          own(folder.file("own.so"));
      const std::vector<double> in = inputs_of(c);
      const std::vector<float> rounded(in.begin(), in.end());
      const double condition = condition_of_inertia(programs, in);
      for (const Program& program : programs) {
        const std::vector<double> expected = evaluate(program, in);
        EXPECT_LE(error_of(program.quantity, wide.run(program, in), expected), 1e-13) << name(program);
        EXPECT_LE(error_of(program.quantity, own.run(program, in), expected), 1e-13)
            << name(program) << ", own type";
        const std::vector<float> single = narrow.run(program, rounded);
        const std::vector<double> found(single.begin(), single.end());
        const bool divides = info(program.quantity).divides();
        EXPECT_LE(error_of(program.quantity, found, expected), divides ? 1e-6 * condition : 2e-4)
            << name(program) << ", float; condition number of M " << condition;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Compilers, EveryCppCompiler, testing::Values("g++", "clang++"));

// Several states at once, each lane as the scalar code.
TEST(EmitCpp, RunsOnPacks) {
  const Case c = with_friction("mixed:6:2");
  const std::vector<Program> programs = every_program(c);
  const SourceFolder folder;
  folder.write("catena_arm.hpp", emit_cpp(programs, {"arm", "", ""}).header);
  std::string text =
      "#include \"catena/core/scalar/pack.hpp\"\n#include \"catena_arm.hpp\"\n"
      "using Pack = catena::Pack<catena::arch::Sse2>;\n";
  for (const Program& program : programs) {
    const std::string inputs = std::to_string(input_count(6)),
                      outputs = std::to_string(program.outputs.size());
    text += "extern \"C\" void run_" + name(program) + "(const double* two, double* result)\n{\n" +
            "  Pack in[" + inputs + "], out[" + outputs + "];\n  for (int k = 0; k < " + inputs +
            "; ++k) in[k] = Pack(Pack::Real{two[2 * k], two[2 * k + 1]});\n" + call(program, "Pack") +
            "  for (int k = 0; k < " + outputs +
            "; ++k) { result[2 * k] = out[k][0]; result[2 * k + 1] = out[k][1]; }\n}\n";
  }
  folder.write("user.cpp", text);
  ASSERT_TRUE(folder.compile_cpp(
      "g++", "-std=c++20 -O1 -fPIC -shared -I '" CATENA_SOURCE_DIR "/include' user.cpp -o user.so"));
  const Library library(folder.file("user.so"));
  const std::vector<double> one = inputs_of(c), other = inputs_of(Case("mixed:6:2", 8));
  std::vector<double> both;
  for (std::size_t k = 0; k < one.size(); ++k) both.insert(both.end(), {one[k], other[k]});
  for (const Program& program : programs) {
    Program twice = program;  // room for both
    twice.outputs.insert(twice.outputs.end(), program.outputs.begin(), program.outputs.end());
    const std::vector<double> out = library.run(twice, both);
    std::vector<double> lanes[2];
    for (std::size_t k = 0; k < out.size(); ++k) lanes[k % 2].push_back(out[k]);
    EXPECT_LE(error_of(program.quantity, lanes[0], evaluate(program, one)), 1e-13) << name(program);
    EXPECT_LE(error_of(program.quantity, lanes[1], evaluate(program, other)), 1e-13) << name(program);
  }
}

TEST(EmitCpp, IsTheSameToTheByteAndHarmlessWhateverTheRobotIsCalled) {
  const Case c("chain:2");
  const std::vector<Program> programs = {optimised(record(*find_method<Expr>(Quantity::gravity), c.arm))};
  const std::string plain = emit_cpp(programs, {"x", "", ""}).header;
  EXPECT_EQ(plain, emit_cpp(programs, {"x", "", ""}).header);
  EXPECT_THAT(plain, HasSubstr("#ifndef CATENA_X_HPP\n#define CATENA_X_HPP\n\n#include <cmath>\n"));
  EXPECT_THAT(plain, HasSubstr("\ntemplate <class T>\nvoid catena_x_gravity(const T* q, T* g)\n{\n"));
  for (const std::string& name :
       {std::string("x\"; system(\""), std::string("../../a b"), std::string("*/ int evil; /*"),
        std::string("?\?/"), std::string("a\\"), std::string("\n#error x\n")}) {
    const CppSource hostile = emit_cpp(programs, {name, name, name});
    EXPECT_EQ(hostile.stem.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos);
    const std::string named = emit_cpp(programs, {"x", name, name}).header;
    EXPECT_EQ(named.substr(named.find("#ifndef")), plain.substr(plain.find("#ifndef"))) << "the head alone";
    const SourceFolder folder;
    folder.write("x.cpp", hostile.header);
    EXPECT_TRUE(folder.compile_cpp("g++", "-std=c++17 -c x.cpp"));
  }
}

}  // namespace
}  // namespace catena::test
