// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <map>

#include "codegen/c_text.hpp"
#include "codegen/schedule.hpp"

namespace catena::codegen::detail {
namespace {

constexpr int kMostInlined = 4;  // operations of an expression that is written inside another

class Body {
 public:
  Body(const Program& program, const std::vector<std::string>& out, const CStyle& style)
      : program_(program),
        graph_(program.graph),
        style_(style),
        uses_(uses(program)),
        weight_(graph_.size(), 0),
        name_(graph_.size()) {
    const std::vector<ProgramResult> parts = results(program);
    for (std::size_t r = 0; r < parts.size(); ++r)
      for (std::size_t k = 0; k < parts[r].size; ++k) out_.push_back(fmt::format("{}[{}]", out[r], k));
  }

  std::string str() {
    const std::vector<ExprId> ids = order(program_);
    style_.tuned ? check_arguments() : note_unused(ids);
    name_angles(ids);
    choose_names(ids);
    use_functions(ids);
    write_angles(ids);
    style_.tuned || style_.lanes > 1 ? write_scheduled(ids) : write_work(ids);
    write_results();
    if (style_.tuned) text_ += "  return 0;\n";
    return table() + text_;
  }

 private:
  const ExprNode& node(ExprId id) const { return graph_[id]; }
  bool leaf(ExprId id) const { return operand_count(node(id).op) == 0; }
  bool is_angle(ExprId id) const { return angle_.count(id) > 0; }

  void check_arguments() {
    const auto asked = arguments(program_);
    std::vector<std::string> terms;
    for (std::size_t k = 0; k < static_cast<std::size_t>(Argument::sine); ++k)
      for (int i = 0; asked[k] && i < size_of(static_cast<Argument>(k), program_.n); ++i)
        terms.push_back(fmt::format("{}[{}]", kProgramInputs[k], i));
    text_ += wrapped(fmt::format("  const {} sum = {};", style_.type, sum_of(terms)));
    text_ += fmt::format("  if (!(sum - sum == {})) return 1;\n", literal(0));
  }

  // Marks arrays of the signature on which no result depends.
  void note_unused(const std::vector<ExprId>& ids) {
    const auto asked = arguments(program_);
    bool used[kProgramInputs.size()] = {};
    for (const ExprId id : ids)
      if (node(id).op == ExprOp::input) used[static_cast<std::size_t>(place(id).argument)] = true;
    for (std::size_t k = 0; k < kProgramInputs.size(); ++k)
      if (asked[k] && !used[k]) text_ += fmt::format("  (void){};\n", kProgramInputs[k]);
  }

  InputPlace place(ExprId input) const { return place_of(node(input).a, program_.n); }

  // In C++, functions in the namespace of the number type take precedence (argument-dependent lookup).
  void use_functions(const std::vector<ExprId>& ids) {
    if (!style_.cpp) return;
    for (const auto& [op, function] :
         {std::pair(ExprOp::cos, "std::cos"), std::pair(ExprOp::sin, "std::sin"),
          std::pair(ExprOp::sqrt, "std::sqrt"), std::pair(ExprOp::select, "catena_generated::sign_select")})
      if (std::any_of(ids.begin(), ids.end(), [&, wanted = op](ExprId id) { return node(id).op == wanted; }))
        text_ += fmt::format("  using {};\n", function);
  }

  // q, q + offset: the joint whose angle this is, or -1.
  int joint_of(ExprId id) const {
    const ExprNode& sum = node(id);
    ExprId q = id;
    if ((sum.op == ExprOp::add || sum.op == ExprOp::sub) && (graph_.value(sum.a) || graph_.value(sum.b)))
      q = graph_.value(sum.a) ? sum.b : sum.a;
    const bool joint = node(q).op == ExprOp::input && place(q).argument == Argument::q;
    return joint ? place(q).index : -1;
  }

  // c1, s1 ... for the cosine and sine of each joint, a1 ... for its angle where that is not q alone.
  void name_angles(const std::vector<ExprId>& ids) {
    std::map<std::string, ExprId> taken;
    const auto name = [&](ExprId id, char letter, int joint, int place) {
      const std::string text = fmt::format("{}{}", letter, joint + 1);
      if (!taken.try_emplace(text, id).second) return;
      angle_[id] = {joint, place};
      name_[id] = text;
    };
    for (const ExprId id : ids) {
      const ExprOp op = node(id).op;
      if (op != ExprOp::sin && op != ExprOp::cos) continue;
      const int joint = joint_of(node(id).a);
      if (joint < 0) continue;
      if (!leaf(node(id).a)) name(node(id).a, 'a', joint, 0);
      if (leaf(node(id).a) || is_angle(node(id).a))
        op == ExprOp::cos ? name(id, 'c', joint, 1) : name(id, 's', joint, 2);
    }
  }

  // Short expressions that are used once are written where they are used.
  void choose_names(const std::vector<ExprId>& ids) {
    std::vector<char> apart(graph_.size(), 0);
    for (const ExprId output : program_.outputs) apart[graph_.magnitude(output)] = 1;
    for (const ExprId id : ids)
      if (node(id).op == ExprOp::mul && graph_.value(node(id).a) == 2.0 && !leaf(node(id).b))
        apart[node(id).b] = 1;  // x + x
    int count = 0;
    for (const ExprId id : ids) {
      const ExprNode& x = node(id);
      if (is_angle(id) || x.op == ExprOp::constant) continue;
      const ExprId operands[] = {x.a, x.b, x.c, x.d};
      int weight = x.op == ExprOp::neg ? 0 : 1;
      for (int k = 0; k < operand_count(x.op); ++k) weight += weight_[operands[k]];
      weight_[id] = weight;
      const bool output = apart[id] != 0;
      const bool function = x.op == ExprOp::sin || x.op == ExprOp::cos || x.op == ExprOp::sqrt ||
                            x.op == ExprOp::div || x.op == ExprOp::select;
      const bool inlined = uses_[id] == 1 && weight <= kMostInlined && !function;
      const bool wanted = x.op == ExprOp::input ? output : x.op != ExprOp::neg && (output || !inlined);
      if (x.op == ExprOp::input) weight_[id] = 0;
      if (!wanted) continue;
      name_[id] = fmt::format("t{}", ++count);
      weight_[id] = 0;
    }
  }

  // Inputs are read where they are used; only results that are inputs need a copy.
  Text expression(ExprId id) const {
    return name_[id].empty() || node(id).op == ExprOp::input ? written(id) : Text{name_[id], Rank::atom};
  }

  // Where numbers are vectors, the constants are in a table k. The compiler must not see its contents: it would load
  // and broadcast each constant separately, and run out of registers.
  std::string table() const {
    if (table_.empty()) return "";
    std::vector<std::string> rows(table_.size());
    for (const auto& [digits, row] : table_) {
      for (int lane = 0; lane < style_.lanes; ++lane) rows[row] += (lane == 0 ? "" : ", ") + digits;
    }
    std::string text = fmt::format("  static const {} table[{}] = {{\n", style_.type, rows.size());
    for (const std::string& row : rows) text += fmt::format("    {{{}}},\n", row);
    return text + fmt::format("  }};\n  const {} *k = table;\n  __asm__(\"\" : \"+r\"(k));\n", style_.type);
  }

  std::string literal(double value) const {
    const std::string digits = c_literal(value, style_.single ? CReal::binary32 : CReal::binary64);
    if (style_.lanes > 1)
      return fmt::format("k[{}]", table_.try_emplace(digits, table_.size()).first->second);
    return style_.cpp ? fmt::format("{}({})", style_.type, digits) : digits;
  }

  // As an argument of a function template, from which its type is deduced.
  std::string argument(ExprId id) const { return fmt::format("{}({})", style_.type, expression(id).code); }

  // The operation itself, with its operands by name or written out.
  Text written(ExprId id) const {
    const ExprNode& x = node(id);
    const char* f = style_.single ? "f" : "";
    const auto call = [&](const char* function) {
      return Text{fmt::format("{}{}({})", function, f, expression(x.a).code), Rank::atom};
    };
    const auto binary = [&](const char* op, Rank rank) {
      const Text a = expression(x.a), b = expression(x.b);
      return Text{fmt::format("{} {} {}", in_brackets(a, a.rank < rank), op, in_brackets(b, b.rank <= rank)),
                  rank};
    };
    switch (x.op) {
      case ExprOp::constant:
        return {literal(x.value), Rank::atom};
      case ExprOp::input: {
        const InputPlace from = place(id);
        return {fmt::format("{}[{}]", kProgramInputs[static_cast<std::size_t>(from.argument)], from.index),
                Rank::atom};
      }
      case ExprOp::neg: {
        const Text a = expression(x.a);
        return {fmt::format("-{}", in_brackets(a, a.rank < Rank::atom)), Rank::sum};
      }
      case ExprOp::add:
        return binary("+", Rank::sum);
      case ExprOp::sub:
        return binary("-", Rank::sum);
      case ExprOp::mul:
        if (graph_.value(x.a) == 2.0) {
          const std::string b = expression(x.b).code;
          return {b + " + " + b, Rank::sum};
        }
        return binary("*", Rank::product);
      case ExprOp::div:
        return binary("/", Rank::product);
      case ExprOp::sin:
        return call("sin");
      case ExprOp::cos:
        return call("cos");
      case ExprOp::sqrt:
        return call("sqrt");
      case ExprOp::select: {
        if (style_.cpp)
          return {fmt::format("sign_select({}, {}, {}, {})", argument(x.a), argument(x.b), argument(x.c),
                              argument(x.d)),
                  Rank::atom};
        const std::string value = in_brackets(expression(x.a), expression(x.a).rank != Rank::atom);
        const std::string zero = literal(0);
        return {fmt::format("{} < {} ? {} : {} > {} ? {} : {}", value, zero, expression(x.b).code, value,
                            zero, expression(x.d).code, expression(x.c).code),
                Rank::sum};
      }
    }
    return {"", Rank::atom};
  }

  void declare(ExprId id) {
    text_ += wrapped(fmt::format("  const {} {} = {};", style_.type, name_[id], written(id).code));
  }

  void write_angles(const std::vector<ExprId>& ids) {
    std::vector<ExprId> angles;
    for (const ExprId id : ids)
      if (is_angle(id)) angles.push_back(id);
    if (angles.empty()) return;
    std::sort(angles.begin(), angles.end(), [&](ExprId a, ExprId b) { return angle_.at(a) < angle_.at(b); });
    text_ += "  /* cosines and sines of the joints */\n";
    for (const ExprId id : angles) declare(id);
  }

  // The joints that the values of nodes depend on, from the first to the last.
  struct Range {
    int first = INT_MAX, last = -1;
    Range operator|(const Range& other) const {
      return {std::min(first, other.first), std::max(last, other.last)};
    }
    bool operator==(const Range&) const = default;
  };

  std::vector<Range> joint_ranges(const std::vector<ExprId>& ids) const {
    std::vector<Range> range(graph_.size());
    for (const ExprId id : ids) {
      const ExprNode& x = node(id);
      if (x.op == ExprOp::input) {
        const InputPlace from = place(id);
        const bool joint = size_of(from.argument, program_.n) == program_.n &&
                           from.argument != Argument::gravity && from.argument != Argument::tip &&
                           from.argument != Argument::payload;
        if (joint) range[id] = {from.index, from.index};
      }
      const ExprId operands[] = {x.a, x.b, x.c, x.d};
      for (int k = 0; k < operand_count(x.op); ++k) range[id] = range[id] | range[operands[k]];
    }
    return range;
  }

  // In sections: one begins where another joint first appears, one ends where a result is known.
  void write_work(const std::vector<ExprId>& ids) {
    const std::vector<Range> range = joint_ranges(ids);
    std::map<ExprId, std::size_t> known;
    for (std::size_t k = 0; k < program_.outputs.size(); ++k)
      known.try_emplace(graph_.magnitude(program_.outputs[k]), k);
    Range joints;
    std::string title;
    std::vector<ExprId> section;
    const auto finish = [&] {
      if (!section.empty()) text_ += title.empty() ? "\n" : fmt::format("\n  /* {} */\n", title);
      for (const ExprId statement : section) declare(statement);
      section.clear();
      title.clear();
    };
    for (const ExprId id : ids) {
      if (name_[id].empty() || is_angle(id)) continue;
      if (const Range more = joints | range[id]; more != joints) {
        finish();
        joints = more;
        title = joints.first == joints.last
                    ? fmt::format("joint {}", joints.first + 1)
                    : fmt::format("joints {} to {}", joints.first + 1, joints.last + 1);
      }
      section.push_back(id);
      const auto result = known.find(id);
      if (result == known.end()) continue;
      title += fmt::format("{}{}", title.empty() ? "" : ": ", out_[result->second]);
      finish();
    }
    finish();
  }

  // The named nodes that a statement reads; returns its latency in cycles.
  int read(ExprId id, std::vector<ExprId>& operands, int& work) const {
    const ExprNode& x = node(id);
    const ExprId all[] = {x.a, x.b, x.c, x.d};
    int latency = 0;
    for (int k = 0; k < operand_count(x.op); ++k) {
      if (name_[all[k]].empty())
        latency = std::max(latency, read(all[k], operands, work));
      else if (!is_angle(all[k]))
        operands.push_back(all[k]);
    }
    const bool free = operand_count(x.op) == 0 || x.op == ExprOp::neg;
    const bool slow = x.op == ExprOp::div || x.op == ExprOp::sqrt;
    work += free ? 0 : 1;
    return latency + (free ? 0 : slow ? 16 : 4);
  }

  void write_scheduled(const std::vector<ExprId>& ids) {
    std::vector<ExprId> list;
    std::vector<std::size_t> place_in_list(graph_.size(), 0);
    std::vector<Statement> statements;
    for (const ExprId id : ids) {
      if (name_[id].empty() || is_angle(id)) continue;
      place_in_list[id] = list.size();
      list.push_back(id);
      std::vector<ExprId> operands;
      Statement statement{{}, 0, 0};
      statement.latency = read(id, operands, statement.operations);
      std::sort(operands.begin(), operands.end());
      operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
      for (const ExprId operand : operands) statement.needs.push_back(place_in_list[operand]);
      statements.push_back(std::move(statement));
    }
    std::vector<char> is_output(graph_.size(), 0);
    for (const ExprId output : program_.outputs) is_output[graph_.magnitude(output)] = 1;
    text_ += list.empty() ? "" : "\n";
    for (const std::size_t k : scheduled(statements)) {
      declare(list[k]);
      if (is_output[list[k]]) write_results_of(list[k]);
    }
  }

  void write_result(std::size_t k) {
    const ExprId output = program_.outputs[k], size = graph_.magnitude(output);
    const std::string value = name_[size].empty() ? expression(size).code : name_[size];
    text_ += fmt::format("  {} = {}{};\n", out_[k], output == size ? "" : "-", value);
  }

  void write_results_of(ExprId id) {
    for (std::size_t k = 0; k < program_.outputs.size(); ++k)
      if (graph_.magnitude(program_.outputs[k]) == id) write_result(k);
  }

  void write_results() {
    text_ += text_.empty() ? "" : "\n";
    text_ += "  /* results */\n";
    for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
      const ExprId size = graph_.magnitude(program_.outputs[k]);
      const bool written_before =
          (style_.tuned || style_.lanes > 1) && !name_[size].empty() && !is_angle(size);
      if (!written_before) write_result(k);
    }
  }

  const Program& program_;
  const ExprGraph& graph_;
  CStyle style_;
  std::vector<std::string> out_;  // "tau[0]", for each output
  std::vector<int> uses_;
  std::vector<int> weight_;                           // operations that are written where a node is used
  std::vector<std::string> name_;                     // of a node with a statement of its own
  std::map<ExprId, std::pair<int, int>> angle_;       // angles, cosines and sines: joint, place among its own
  mutable std::map<std::string, std::size_t> table_;  // constants, where numbers are vectors: their rows
  std::string text_;
};

}  // namespace

std::string c_body(const Program& program, const std::vector<std::string>& out, const CStyle& style) {
  return Body(program, out, style).str();
}

}  // namespace catena::codegen::detail
