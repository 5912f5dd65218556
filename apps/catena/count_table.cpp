// SPDX-License-Identifier: Apache-2.0
#include "count_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "catena/codegen/program.hpp"
#include "catena/core/did_you_mean.hpp"
#include "catena/core/error.hpp"
#include "catena/core/motors.hpp"
#include "catena/core/text.hpp"
#include "eval_plan.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

constexpr int kShortestPrinted = 3;  // the formulas of the papers do not apply to one or two joints

Error unknown(const char* option, const std::string& item, const char* what,
              const std::vector<std::string_view>& names) {
  return Error(ErrorKind::usage, fmt::format("{} '{}'", option, text::printable(item)), what)
      .need("one of the names that 'catena methods' lists")
      .hint(text::did_you_mean(item, names));
}

// The quantities in a list of names and aliases.
std::vector<std::string> wanted_quantities(const std::string& list) {
  std::vector<std::string> names;
  if (list.empty()) return names;
  for (const std::string& item : text::split(list)) {
    const QuantityInfo* const found = find_quantity(item);
    if (!found) throw unknown("--want", item, "unknown quantity", quantity_names());
    names.emplace_back(found->name);
  }
  return names;
}

std::vector<std::string> wanted_methods(const std::string& list) {
  if (list.empty()) return {};
  std::vector<std::string_view> known;
  for (const Method<Counted>& m : methods<Counted>()) known.push_back(m.name);
  for (const Method<Counted>& m : counted_motor_methods()) known.push_back(m.name);
  std::vector<std::string> items = text::split(list);
  for (const std::string& item : items)
    if (std::find(known.begin(), known.end(), item) == known.end())
      throw unknown("--method", item, "unknown method", known);
  return items;
}

bool named(const std::vector<std::string>& items, std::string_view name) {
  return items.empty() || std::find(items.begin(), items.end(), name) != items.end();
}

std::string with_sqrt(const OpCount& c) { return c.sqrt > 0 ? fmt::format("{}", c.sqrt) : ""; }

std::string value_text(const std::optional<Polynomial>& law, int n) { return law ? shown((*law)(n)) : ""; }
std::string where_text(const PrintedLaw& law) {
  return fmt::format("{}{}{}", law.where, law.note.empty() ? "" : "; ", law.note);
}
std::string law_text(const std::optional<Polynomial>& law) { return law ? law->str() : "not a polynomial"; }

// The cost of generated code; its kinematics are counted separately, as for all methods.
std::optional<Cost> optimised_cost(const Chain<double>& arm, const Method<Counted>& method, bool motors) {
  constexpr int kMostJoints = 8;  // takes one second for all methods; longer arms take much longer
  if (arm.dof() > kMostJoints) return std::nullopt;
  const Given given{.motors = motors};
  const std::vector<const Method<Expr>*> list = recordable_methods(method.quantity, given);
  const auto same = [&](const Method<Expr>* m) { return m->name == method.name; };
  const Program program = best_program(**std::find_if(list.begin(), list.end(), same), arm, given);
  // the kinematics were counted before the code was optimised, which may leave out some of them
  const OpCount all = operations(program), k = program.kinematics;
  const OpCount kinematics = {std::min(k.mul, all.mul), std::min(k.add, all.add), std::min(k.sqrt, all.sqrt),
                              std::min(k.trig, all.trig)};
  return Cost{all - kinematics, kinematics};
}

}  // namespace

CountRow count_row(const std::string& robot, const Chain<double>& arm, const Method<Counted>& method,
                   const CostLaw& law, bool motors) {
  return {robot,
          arm.dof(),
          &method,
          cost(arm, method, Constants::general, motors),
          cost(arm, method, Constants::known, motors),
          optimised_cost(arm, method, motors),
          law,
          arm.dof() >= kShortestPrinted ? printed_law(method.quantity, method.name) : nullptr,
          printed_count(std::filesystem::path(robot).stem().string(), method.quantity, method.name)};
}

std::vector<const Method<Counted>*> counted_methods(const std::string& want, const std::string& method,
                                                    bool motors) {
  if (motors && !want.empty())
    make_plan(want, std::nullopt).include_motors();  // throws if one of them is refused
  const std::vector<std::string> wanted = wanted_quantities(want), by = wanted_methods(method);
  std::vector<const Method<Counted>*> chosen;
  const auto take = [&](std::span<const Method<Counted>> list, auto suits) {
    for (const Method<Counted>& m : list)
      if (suits(m) && named(wanted, info(m.quantity).name) && named(by, m.name)) chosen.push_back(&m);
  };
  if (motors) {
    take(methods<Counted>(), [](const Method<Counted>& m) {
      const MotorEffect effect = motor_effect(m.quantity);
      return effect == MotorEffect::none || effect == MotorEffect::added;
    });
    take(counted_motor_methods(), [](const Method<Counted>&) { return true; });
  } else {
    take(methods<Counted>(), [](const Method<Counted>&) { return true; });
  }
  if (chosen.empty())
    throw Error(ErrorKind::usage, fmt::format("--want '{}' --method '{}'", want, method),
                motors ? "none of the wanted quantities has such a method with motors"
                       : "none of the wanted quantities has such a method")
        .hint(motors ? "quantities that divide by M have the method 'aba_rotors' with motors"
                     : "'catena methods' lists the methods of each quantity");
  return chosen;
}

std::string counts_table(const std::vector<CountRow>& rows, bool markdown) {
  Table table({"<quantity", "<method", "mul", "add", "sqrt", "mul", "add", "mul", "add", "mul", "add", "trig",
               "mul", "add", "<paper"});
  for (const CountRow& r : rows) {
    const OpCount &g = r.general.work, &c = r.customised.work, &k = r.general.kinematics;
    std::vector<std::string> cells = {std::string(info(r.method->quantity).name),
                                      std::string(r.method->name)};
    for (const std::string& cell :
         {fmt::format("{}", g.mul), fmt::format("{}", g.add), with_sqrt(g), fmt::format("{}", c.mul),
          fmt::format("{}", c.add), r.optimised ? fmt::format("{}", r.optimised->work.mul) : "",
          r.optimised ? fmt::format("{}", r.optimised->work.add) : "", fmt::format("{}", k.mul),
          fmt::format("{}", k.add), fmt::format("{}", k.trig)})
      cells.push_back(cell);
    if (r.printed_customised) {
      cells.push_back(fmt::format("{}", r.printed_customised->mul));
      cells.push_back(fmt::format("{}", r.printed_customised->add));
      cells.push_back(fmt::format("{}, customised", r.printed_customised->where));
    } else if (r.printed) {
      cells.push_back(value_text(r.printed->mul, r.n));
      cells.push_back(value_text(r.printed->add, r.n));
      const std::string total = r.printed->total ? value_text(r.printed->total, r.n) + " M+A, " : "";
      cells.push_back(total + where_text(*r.printed));
    }
    table.add(std::move(cells));
  }
  const int n = rows.front().n;
  const std::string title =
      fmt::format("{}: {}", text::printable(rows.front().robot), text::counted(n, "joint"));
  const std::vector<std::pair<std::string, std::size_t>> groups = {
      {"", 2}, {"general", 3}, {"customised", 2}, {"optimised", 2}, {"kinematics", 3}, {"printed", 3}};
  return markdown ? fmt::format("### {}\n\n{}", title, table.markdown(groups))
                  : fmt::format("{}\n{}", title, table.str(groups));
}

std::string laws_table(const std::vector<CountRow>& rows, bool markdown) {
  Table table({"<quantity", "<method", "<mul", "<add", "<printed mul", "<printed add", "<where"});
  for (const CountRow& r : rows) {
    std::vector<std::string> cells = {std::string(info(r.method->quantity).name), std::string(r.method->name),
                                      law_text(r.law.mul), law_text(r.law.add)};
    if (const PrintedLaw* law = printed_law(r.method->quantity, r.method->name)) {
      cells.push_back(law->mul ? law->mul->str() : "");
      cells.push_back(law->add ? law->add->str() : "");
      const std::string total = law->total ? law->total->str() + " M+A, " : "";
      cells.push_back(total + where_text(*law));
    }
    table.add(std::move(cells));
  }
  const char* title = "Formulas for n >= 7 revolute joints, general constants, without kinematics";
  return markdown ? fmt::format("### {}\n\n{}", title, table.markdown({}))
                  : fmt::format("{}\n{}", title, table.str());
}

std::string steps_table(const std::string& robot, int n, const StepTable& steps, bool markdown) {
  Table table({"<step", "mul", "add", "mul", "add", "mul", "add", "<formulas"});
  for (const StepRow& r : steps.rows) {
    std::vector<std::string> cells = {r.what};
    for (const std::string& cell :
         {fmt::format("{}", r.general.mul), fmt::format("{}", r.general.add),
          fmt::format("{}", r.customised.mul), fmt::format("{}", r.customised.add), value_text(r.mul, n),
          value_text(r.add, n), r.mul ? fmt::format("{}; {}", r.mul->str(), r.add->str()) : ""})
      cells.push_back(cell);
    table.add(std::move(cells));
  }
  const std::string title =
      fmt::format("{}: {}, {}", text::printable(robot), text::counted(n, "joint"), steps.title);
  const std::vector<std::pair<std::string, std::size_t>> groups = {
      {"", 1}, {"general", 2}, {"customised", 2}, {"printed", 3}};
  std::string out = markdown ? fmt::format("### {}\n\n{}", title, table.markdown(groups))
                             : fmt::format("{}\n{}", title, table.str(groups));
  out += "\nPrinted: for revolute joints. Where the counts differ:\n";
  for (const StepRow& r : steps.rows)
    if (!r.remark.empty()) out += fmt::format("{} {}: {}\n", markdown ? "-" : " ", r.what, r.remark);
  return out;
}

std::string rows_table(const std::string& robot, int n, const std::vector<TableRow>& rows, bool markdown) {
  Table table(
      {"<part", "<row", "mul", "add", "sqrt", "mul", "add", "mul", "add", "mul", "add", "<formula 1"});
  for (const TableRow& r : rows) {
    std::vector<std::string> cells = {r.part, r.what};
    for (const std::string& cell :
         {fmt::format("{}", r.general.mul), fmt::format("{}", r.general.add), with_sqrt(r.general),
          shown(r.mul[0](n)), shown(r.add[0](n)), fmt::format("{}", r.customised.mul),
          fmt::format("{}", r.customised.add), shown(r.mul[1](n)), shown(r.add[1](n)),
          fmt::format("{}; {}", r.mul[0].str(), r.add[0].str())})
      cells.push_back(cell);
    table.add(std::move(cells));
  }
  const std::string title =
      fmt::format("{}: {}, Table 2 of paper 003", text::printable(robot), text::counted(n, "joint"));
  const std::vector<std::pair<std::string, std::size_t>> groups = {
      {"", 2}, {"general", 3}, {"printed 1", 2}, {"customised", 2}, {"printed 2", 2}, {"printed", 1}};
  std::string out = markdown ? fmt::format("### {}\n\n{}", title, table.markdown(groups))
                             : fmt::format("{}\n{}", title, table.str(groups));
  out +=
      "\n1: any arm of revolute joints. 2: axes parallel or perpendicular, offset along x. Where the counts "
      "differ:\n";
  for (const TableRow& r : rows)
    if (!r.remark[0].empty())
      out += fmt::format("{} {}, {}: {}\n", markdown ? "-" : " ", r.what, r.part, r.remark[0]);
  return out;
}

}  // namespace catena::cli
