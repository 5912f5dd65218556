// SPDX-License-Identifier: Apache-2.0
// `catena count ROBOT...`: the operation counts of all methods, measured by running them on counting scalars.
#include <fmt/format.h>

#include <ostream>

#include "catena/core/text.hpp"
#include "catena/count/cost.hpp"
#include "catena/count/printed.hpp"
#include "catena/io/load.hpp"
#include "catena/reproduce/table_rows.hpp"
#include "catena/system/json.hpp"
#include "command.hpp"
#include "count_table.hpp"
#include "eval_plan.hpp"
#include "json_page.hpp"
#include "payload_option.hpp"

namespace catena::cli {
namespace {

struct CountArguments {
  RobotOptions robot;
  std::vector<std::string> more;
  std::string want, method, paper;
  std::optional<std::string> payload;
  bool json = false, markdown = false, motors = false;
};

constexpr const char* kCountFooter =
    "Columns of the table:\n"
    "  general     no constant of the arm is assumed to be 0 or 1\n"
    "  customised  operations with constants of the arm that are 0 or 1 are left out\n"
    "  optimised   the code that 'catena codegen' writes, for up to 8 joints\n"
    "  kinematics  the inputs of the method, counted separately: sines and cosines, and poses if it needs "
    "them\n"
    "  printed     the formulas of the papers at this n, for revolute joints; M+A if only the sum is "
    "printed\n"
    "mul counts multiplications and divisions, add counts additions and subtractions. The formulas below the "
    "table "
    "hold for n >= 7 revolute joints and general constants (shorter arms may need fewer operations); they "
    "were fitted "
    "to runs with n = 7 to 13. A printed total that is not the sum of its parts is corrected, with a "
    "note.\n\n"
    "Example:  catena count puma560 --want inertia\n"
    "Example:  catena count chain:6 --paper 003";

Json as_json(const OpCount& c) {
  return {{"mul", c.mul}, {"add", c.add}, {"sqrt", c.sqrt}, {"trig", c.trig}};
}

Json law_or_null(const std::optional<Polynomial>& law) { return law ? Json(law->str()) : Json(nullptr); }

Json value_or_null(const std::optional<Polynomial>& law, int n) {
  return law ? Json((*law)(n)) : Json(nullptr);
}

Json as_json(const CountRow& row) {
  Json j = {{"robot", row.robot},
            {"quantity", info(row.method->quantity).name},
            {"method", row.method->name},
            {"n", row.n},
            {"general", as_json(row.general.work)},
            {"customised", as_json(row.customised.work)},
            {"optimised", nullptr},
            {"kinematics", as_json(row.general.kinematics)},
            {"kinematics_customised", as_json(row.customised.kinematics)},
            {"kinematics_optimised", nullptr},
            {"law", {{"mul", law_or_null(row.law.mul)}, {"add", law_or_null(row.law.add)}}},
            {"paper", nullptr},
            {"paper_customised", nullptr}};
  if (row.optimised) {
    j["optimised"] = as_json(row.optimised->work);
    j["kinematics_optimised"] = as_json(row.optimised->kinematics);
  }
  if (row.printed)
    j["paper"] = {{"mul", value_or_null(row.printed->mul, row.n)},
                  {"add", value_or_null(row.printed->add, row.n)},
                  {"total", value_or_null(row.printed->total, row.n)},
                  {"where", row.printed->where},
                  {"law",
                   {{"mul", law_or_null(row.printed->mul)},
                    {"add", law_or_null(row.printed->add)},
                    {"total", law_or_null(row.printed->total)}}},
                  {"note", row.printed->note}};
  if (row.printed_customised)
    j["paper_customised"] = {{"mul", row.printed_customised->mul},
                             {"add", row.printed_customised->add},
                             {"where", row.printed_customised->where}};
  return j;
}

// All robots are read before anything is printed.
std::vector<std::pair<std::string, Robot>> robots_of(const CountArguments& options, Streams& streams) {
  std::vector<std::string> specs = {options.robot.spec};
  specs.insert(specs.end(), options.more.begin(), options.more.end());
  std::vector<std::pair<std::string, Robot>> robots;
  for (const std::string& spec : specs) {
    RobotOptions one = options.robot;
    one.spec = spec;
    robots.emplace_back(spec, load(one, options.payload, options.motors, streams));
  }
  return robots;
}

Json as_json(const std::string& robot, int n, const TableRow& row) {
  Json j = {{"robot", robot},
            {"n", n},
            {"part", row.part},
            {"row", row.what},
            {"general", as_json(row.general)},
            {"customised", as_json(row.customised)},
            {"remark", row.remark[0]}};
  for (int c : {0, 1})
    j[c == 0 ? "printed" : "printed_customised"] = {
        {"mul", row.mul[c](n)},
        {"add", row.add[c](n)},
        {"law", {{"mul", row.mul[c].str()}, {"add", row.add[c].str()}}}};
  return j;
}

Json as_json(const std::string& robot, int n, const StepRow& row) {
  Json j = {{"robot", robot},
            {"n", n},
            {"row", row.what},
            {"general", as_json(row.general)},
            {"customised", as_json(row.customised)},
            {"printed", nullptr},
            {"remark", row.remark}};
  if (row.mul)
    j["printed"] = {{"mul", (*row.mul)(n)},
                    {"add", (*row.add)(n)},
                    {"law", {{"mul", row.mul->str()}, {"add", row.add->str()}}}};
  return j;
}

// The rows of a paper's table instead of the methods.
void run_rows(const CountArguments& options, Streams& streams) {
  const bool steps = has_steps(options.paper);
  if (!steps && options.paper != "003")
    throw Error(ErrorKind::usage, fmt::format("--paper '{}'", text::printable(options.paper)),
                "this paper has no rows to count")
        .need("001, 002 or 003")
        .hint("'catena reproduce' has the tables of all papers");
  if (!options.want.empty() || !options.method.empty() || options.motors)
    throw Error(ErrorKind::usage, "--paper", "it cannot be combined with --want, --method and --motors")
        .hint("omit them: the rows of the paper are counted, not the methods");
  auto list = Json::array();
  std::string page;
  for (const auto& [spec, robot] : robots_of(options, streams)) {
    Notes notes;
    const Chain<double> arm = make_chain(robot, notes);
    if (steps) {
      const StepTable table = paper_steps(options.paper, arm);
      for (const StepRow& row : table.rows) list.push_back(as_json(spec, arm.dof(), row));
      page += steps_table(spec, arm.dof(), table, options.markdown) + '\n';
      continue;
    }
    const std::vector<TableRow> rows = table_2_of_003(arm);
    for (const TableRow& row : rows) list.push_back(as_json(spec, arm.dof(), row));
    page += rows_table(spec, arm.dof(), rows, options.markdown) + '\n';
  }
  if (options.json)
    write_json(list, streams.out);
  else
    print(page, streams);
}

void run_count(const CountArguments& options, Streams& streams) {
  if (options.json && options.markdown)
    throw Error(ErrorKind::usage, "--json --markdown", "only one output format can be chosen")
        .hint("omit one of them");
  if (!options.paper.empty()) return run_rows(options, streams);
  const std::vector<const Method<Counted>*> chosen =
      counted_methods(options.want, options.method, options.motors);
  std::vector<std::vector<CountRow>> all;
  const std::vector<std::pair<std::string, Robot>> robots = robots_of(options, streams);
  std::map<const Method<Counted>*, CostLaw> laws;
  for (const Method<Counted>* m : chosen) laws[m] = cost_law(*m, options.motors);
  for (const auto& [spec, robot] : robots) {
    Notes notes;
    const Chain<double> arm = make_chain(robot, notes);
    all.emplace_back();
    for (const Method<Counted>* m : chosen)
      all.back().push_back(count_row(spec, arm, *m, laws[m], options.motors));
  }
  if (options.json) {
    auto list = Json::array();
    for (const auto& rows : all)
      for (const CountRow& row : rows) list.push_back(as_json(row));
    write_json(list, streams.out);
    return;
  }
  for (const auto& rows : all) print(counts_table(rows, options.markdown) + '\n', streams);
  streams.out << laws_table(all.front(), options.markdown);
}

}  // namespace

void add_count(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<CountArguments>();
  Command command =
      line.command("count", "Count the operations of each method; compare with the counts in the papers");
  command.robot(options->robot);
  command.words("MORE", options->more, "Further robots");
  command.text("--want", options->want, "Only these quantities (default: all)", {.type = "QUANTITY,.."});
  command.text("--method", options->method, "Only these methods (default: all)", {.type = "METHOD,.."});
  command.text("--paper", options->paper,
               "Count the rows of a paper one by one: steps of 001 or 002, Table 2 of 003",
               {.type = "NUMBER"});
  payload_option(command, options->payload);
  motors_option(command, options->motors);
  command.flag("--markdown", options->markdown, "Print the tables in Markdown");
  command.flag("--json", options->json,
               "Print JSON: [{\"quantity\", \"method\", \"n\", \"general\": {\"mul\", ..}, ..}, ..]");
  command.footer(kCountFooter);
  command.run([options, &streams] { run_count(*options, streams); });
}

}  // namespace catena::cli
