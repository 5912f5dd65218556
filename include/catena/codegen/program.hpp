// SPDX-License-Identifier: Apache-2.0
// Program: what a method computes on one arm, as an expression graph with inputs and outputs.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/codegen/expr.hpp"
#include "catena/core/registry.hpp"
#include "catena/core/scalar/op_count.hpp"

namespace catena {

// What a program may depend on, in the order of its inputs. The last two are the sines and cosines of the joint angles.
enum class Argument { q, qd, qdd, tau, gravity, tip, v, payload, inertial, wrenches, sine, cosine };
inline constexpr std::array<std::string_view, 12> kProgramInputs = {
    "q", "qd", "qdd", "tau", "gravity", "tip", "v", "payload", "inertial", "wrenches", "sine", "cosine"};

// How many numbers an argument has: n, but 3 for gravity, 6 for the tip (moment; force), 10 for a payload (mass, centre of
// mass, xx, yy, zz, xy, xz, yz of the inertia about it, in the tool frame) and 10 for each link as inertial parameters (mass,
// first moment, and the inertia in the same order about the origin of the link's frame in the chain), and 6 for the wrench of
// each link (State::wrenches).
int size_of(Argument argument, int n);
std::size_t first_input(Argument argument, int n);  // the number of its first element
std::size_t input_count(int n);

struct InputPlace {
  Argument argument;
  int index;
};
InputPlace place_of(std::size_t input, int n);

// Arguments of the program that are otherwise constants of the arm (gravity), zero (the tip) or computed from q; whether
// the arm has its motors (catena/core/motors.hpp); and the frame of quantities that have one.
struct Given {
  bool gravity = false, tip = false, sines = false;
  bool motors = false;
  bool payload = false;   // a body at the tool, in addition to what is there
  bool inertial = false;  // the inertial parameters of all links, in place of the arm's
  bool wrenches = false;  // of the links on their surroundings
  bool v = false;         // the vector of slotine_li, id_vjp, fd_vjp and coriolis_transpose, in place of qd
  Axes wrench_axes = Axes::frame;
  std::optional<Frame<double>> frame = {};  // of pose, jacobian and the like, built in; none: the tool
  bool operator==(const Given&) const = default;
};

// A quantity, or its derivative with respect to q, qd, qdd or tau.
struct Target {
  Quantity quantity;
  std::optional<Argument> by = {};
  bool operator==(const Target&) const = default;
};
std::string name(const Target& target);  // "id", "did_dq"
std::optional<Target> find_target(
    std::string_view name);  // the registry's quantity if it has one of this name
std::optional<Target> as_derivative(
    Quantity quantity);  // a quantity of the registry that has the name of a derivative
std::array<bool, kProgramInputs.size()> arguments(const Target& target, const Given& given);

// One of the results of a program.
struct ProgramResult {
  Target target;
  std::string_view method;
  std::size_t size;
};

struct Program {
  Quantity quantity;
  std::string_view method;
  int n;                        // joints
  ExprGraph graph;              // see place_of for its inputs
  std::vector<ExprId> outputs;  // size_of(quantity, n), matrices row by row, as `catena eval` writes them
  OpCount kinematics =
      {};  // of these, what `Cost` calls kinematics: angles, sines, cosines; poses if it needs them
  Given given = {};
  std::optional<Argument> by = {};  // the derivative with respect to this: output k, element j is at k n + j
  std::vector<ProgramResult> more = {};  // further results, whose outputs follow
};

std::vector<ProgramResult> results(const Program& program);  // all, in the order of the outputs
std::string name(const Program& program);                    // "id", "did_dq", "id_did_dq"
std::array<bool, kProgramInputs.size()> arguments(const Program& program);

// Runs the method on an arm whose constants are known; gravity is the arm's and the tool free, unless given.
Program record(const Method<Expr>& method, const Chain<double>& arm, const Given& given = {});

// The methods from which programs of a quantity are recorded, the default first; with motors those that include them, or to
// which their terms are added.
std::vector<const Method<Expr>*> recordable_methods(Quantity quantity, const Given& given);

// The same results in fewer operations.
Program optimised(const Program& program);

// Optimised, from the arm as it is or regrouped (model/regroup.hpp), whichever takes fewer operations.
Program best_program(const Method<Expr>& method, const Chain<double>& arm, const Given& given = {});

// The program of the method that computes the quantity with the fewest operations on this arm, not counting square roots;
// for more than kMostJointsToCompare joints, that of the registry's default.
inline constexpr int kMostJointsToCompare = 12;
Program cheapest_program(Quantity quantity, const Chain<double>& arm, const Given& given = {});

// All results in one program, which shares common subexpressions. The programs must be of the same arm.
Program together(std::span<const Program> programs);

// The derivatives of its results with respect to these arguments, optimised; before them, if `value`, the results themselves.
Program differentiated(const Program& program, std::span<const Argument> by, bool value = false);

// The same with the sines and cosines of the joint angles theta + q of the arm as arguments.
Program with_sines(const Program& program, const Chain<double>& arm);

// Options for a program.
struct Wish {
  Given given = {};
  std::map<Quantity, std::string> methods = {};  // that were requested; for others the cheapest
  bool graph = false;  // derivatives are taken on the graph, even if the registry has them
};

// All targets in one program with the fewest operations. Candidates for a derivative: the registry's methods of that name,
// and the differentiated graphs of the methods of its quantity.
Program cheapest_program(std::span<const Target> targets, const Chain<double>& arm, const Wish& wish = {});

// The nodes that the outputs need, operands first, in the order of their creation: that of the algorithm.
std::vector<ExprId> order(const Program& program);

// How often the nodes and outputs that are needed use each node.
std::vector<int> uses(const Program& program);

// Negation is free and 2 x counts as x + x.
OpCount operations(const Program& program);

// Evaluates the graph in double precision. Inputs that it does not use may be missing.
std::vector<double> evaluate(const Program& program, std::span<const double> inputs);

// Compiled once, in the library.
extern template std::vector<std::span<const Method<Expr>>> rows::textbook_rows<Expr>();
extern template std::vector<std::span<const Method<Expr>>> rows::papers_rows<Expr>();
extern template std::span<const Method<Expr>> methods<Expr>();

}  // namespace catena
