// SPDX-License-Identifier: Apache-2.0
// `catena methods [QUANTITY]`: lists the methods of each quantity, or describes one quantity and its methods.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "catena/codegen/ways.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/count/cost.hpp"
#include "catena/system/json.hpp"
#include "command.hpp"
#include "eval_plan.hpp"
#include "json_page.hpp"
#include "papers.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

struct MethodsArguments {
  std::optional<std::string> quantity;
  bool json = false;
};

std::string shape_text(Shape shape) {
  switch (shape) {
    case Shape::none:
      return "";
    case Shape::scalar:
      return "a number";
    case Shape::joints:
      return "n numbers, base to tip";
    case Shape::six:
      return "6 numbers, (angular; linear)";
    case Shape::square:
      return "n x n";
    case Shape::cube:
      return "n x n x n";
    case Shape::six_by_n:
      return "6 x n";
    case Shape::n_by_six:
      return "n x 6";
    case Shape::six_square:
      return "6 x 6";
    case Shape::pose:
      return "4 x 4";
    case Shape::columns:
      return "n rows, as many columns as V";
    case Shape::parameters:
      return "10n numbers: m, hx, hy, hz, Ixx, Iyy, Izz, Ixy, Ixz, Iyz of each link";
    case Shape::by_parameters:
      return "n x 10n: columns m, hx, hy, hz, Ixx, Iyy, Izz, Ixy, Ixz, Iyz of each link";
    case Shape::three_by_n:
      return "3 x n";
    case Shape::three_by_n_by_n:
      return "3 x n x n";
    case Shape::three_square_by_n:
      return "3 x 3 x n, [.][.][k] of link k";
    case Shape::six_by_n_by_n:
      return "6 x n x n";
    case Shape::six_square_by_n:
      return "6 x 6 x n, [.][.][k] of link k";
    case Shape::stacked_square:
      return "6n x 6n";
    case Shape::stacked_by_n:
      return "6n x n";
    case Shape::n_by_stacked:
      return "n x 6n";
  }
  return "";
}

// "n x n", or of several arrays "U: n x n; d: n numbers, base to tip".
std::string result_text(const QuantityInfo& quantity) {
  if (!quantity.several()) return shape_text(quantity.shape());
  std::vector<std::string> parts;
  for (const ArrayInfo& array : quantity.results())
    parts.push_back(fmt::format("{}: {}", array.name, shape_text(array.shape)));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string input_text(const QuantityInfo& quantity) {
  std::vector<std::string_view> names;
  for (const InputInfo& each : kInputs)
    if (quantity.needs(each.input)) names.push_back(each.name);
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

// "000, 002": the papers with an equation that the method implements.
std::string papers_of(std::string_view method) {
  std::vector<std::string> numbers;
  for (const Paper& paper : parse_papers(kPapersText))
    if (std::any_of(paper.rows.begin(), paper.rows.end(),
                    [&](const PaperRow& row) { return row.belongs_to(method); }))
      numbers.push_back(paper.number);
  return fmt::format("{}", fmt::join(numbers, ", "));
}

std::string formula(const std::optional<Polynomial>& law) { return law ? law->str() : "not a polynomial"; }

void describe(const QuantityInfo& quantity, std::ostream& out) {
  const auto line = [&](const char* word, std::string_view text) {
    if (!text.empty()) out << fmt::format("  {:<8} {}\n", word, text);
  };
  out << fmt::format("{}: {}\n", quantity.name, quantity.what);
  line("inputs", input_text(quantity));
  line("result", result_text(quantity));
  line("unit", quantity.unit);
  line("aliases", fmt::format("{}", fmt::join(aliases_of(quantity), ", ")));
  if (quantity.divides()) line("fails", "where the inertia matrix M is singular");
  Table table({"<method", "<mul", "<add", "<papers", "<description"});
  for (const Method<Counted>& m : methods<Counted>())
    if (m.quantity == quantity.quantity) {
      const CostLaw law = cost_law(m);
      table.add({std::string(m.name), formula(law.mul), formula(law.add), papers_of(m.name),
                 std::string(m.summary)});
    }
  out << "\nMethods, the default first, with their multiplications and additions for n >= 7 revolute joints\n"
      << table.str();
  out << "\nOther ways to compute it\n";
  for (const Way way : kWays)
    out << fmt::format("  {:<16}  {}\n", name_of(way), way_of(quantity.quantity, way).text);
}

const QuantityInfo& requested(const std::string& name) {
  try {
    return require_quantity("QUANTITY", name, name);
  } catch (Error& error) {
    std::vector<std::string_view> quantities;
    for (const Method<double>& m : library_methods())
      if (m.name == name) quantities.push_back(info(m.quantity).name);
    if (!quantities.empty()) error.hint(fmt::format("it is a method of {}", fmt::join(quantities, ", ")));
    throw;
  }
}

void run_methods(const MethodsArguments& options, Streams& streams) {
  const QuantityInfo* const only = options.quantity ? &requested(*options.quantity) : nullptr;
  if (options.json) {
    auto list = Json::object();
    for (const Method<double>& m : library_methods())
      if (!only || only->quantity == m.quantity) list[std::string(info(m.quantity).name)].push_back(m.name);
    return write_json(list, streams.out);
  }
  if (only) return describe(*only, streams.out);
  std::size_t width = 0;  // of the names; those of methods are indented by 2
  for (const QuantityInfo& quantity : kQuantities) width = std::max(width, quantity.name.size());
  for (const Method<double>& m : library_methods()) width = std::max(width, 2 + m.name.size());
  for (const QuantityInfo& quantity : kQuantities) {
    streams.out << fmt::format("{:<{}} {}\n", quantity.name, width, quantity.what);
    for (const Method<double>& m : library_methods())
      if (m.quantity == quantity.quantity)
        streams.out << fmt::format("  {:<{}} {}\n", m.name, width - 2, m.summary);
  }
}

}  // namespace

void add_methods(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<MethodsArguments>();
  Command command = line.command("methods", "List the quantities and the methods that compute them");
  command.text("QUANTITY", options->quantity, "Describe this quantity and its methods; a name or an alias");
  command.flag("--json", options->json, "Print JSON: {\"inertia\": [\"crba\", ..], ..}");
  command.footer(
      "A method is one way to compute a quantity. Its short name, such as udut, is also the name of its "
      "file, test\n"
      "and page. Pass it to other commands as --method. Operation counts leave out sines, cosines and the "
      "poses of\n"
      "the links, which 'catena count' counts separately; 'catena papers' lists the papers.\n\n"
      "Example:  catena methods inertia\n"
      "Example:  catena methods --json");
  command.run([options, &streams] { run_methods(*options, streams); });
}

}  // namespace catena::cli
