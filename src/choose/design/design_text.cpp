// SPDX-License-Identifier: Apache-2.0
// A design as a self-contained text, and the differences between two of them.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

#include "catena/choose/design/design.hpp"
#include "catena/io/robot_file.hpp"
#include "choose/design/design_reader.hpp"
#include "io/toml_quoted.hpp"

namespace catena::choose {

class DesignWriter {
 public:
  explicit DesignWriter(const Design& design) : design_(design) {}

  std::string write() {
    line("design", "1");
    if (!design_.name_.empty()) line("name", quoted(design_.name_));
    if (!design_.source_.empty()) line("source", quoted(design_.source_));
    line("angle_unit", design_.degrees_ ? "\"deg\"" : "\"rad\"");
    if (!design_.arm_.empty()) line("arm", quoted(design_.arm_));
    if (!design_.lengths_.empty() && design_.lengths_[0] >= 0) line("lengths", list(design_.lengths_));
    const Vec3<double>& g = design_.base_ ? design_.base_->gravity : design_.gravity_;
    line("gravity", list(std::vector{g.x, g.y, g.z}));
    std::vector<std::string> stems;
    for (const Criterion* each : design_.criteria_) stems.push_back(quoted(std::string(each->stem)));
    line("criteria", fmt::format("[{}]", fmt::join(stems, ", ")));
    write_limits();
    write_body();
    write_task();
    write_sampling();
    for (const Parameter& parameter : design_.parameters_) write(parameter);
    for (const Tie& tie : design_.ties_) write(tie);
    for (const Constraint& constraint : design_.constraints_) write(constraint);
    write_optimise();
    if (design_.base_) write_robot();
    return out_;
  }

 private:
  static std::string quoted(const std::string& text) { return io::detail::toml_quoted(text); }
  static std::string number(double value) { return value == 0 ? "0" : fmt::format("{}", value); }
  static std::string list(const std::vector<double>& values) {
    std::string out;
    for (const double value : values) out += (out.empty() ? "" : ", ") + number(value);
    return "[" + out + "]";
  }
  static std::string list(const std::array<double, 2>& range) {
    return list(std::vector(range.begin(), range.end()));
  }
  void line(std::string_view key, const std::string& value) { out_ += fmt::format("{} = {}\n", key, value); }
  void head(std::string_view name) { out_ += fmt::format("\n{}\n", name); }

  void write_limits() {
    if (!design_.revolute_limits_ && !design_.prismatic_limits_) return;
    head("[limits]");
    if (design_.revolute_limits_) line("revolute", list(*design_.revolute_limits_));
    if (design_.prismatic_limits_) line("prismatic", list(*design_.prismatic_limits_));
  }

  void write_body() {
    const BodyLaw& body = design_.body_;
    head("[body]");
    line("law", body.law == Law::keep ? "\"keep\"" : body.law == Law::scaled ? "\"scaled\"" : "\"tube\"");
    if (body.law == Law::scaled) line("exponent", number(body.exponent));
    if (body.law != Law::tube) return;
    line("density", number(body.density));
    line("radius", number(body.radius));
    line("thickness", number(body.thickness));
    line("least", number(body.least));
  }

  void write_task() {
    head("[task]");
    line("samples", fmt::format("{}", design_.task_.samples));
    line("seed", fmt::format("{}", design_.task_.seed));
    line("payload", number(design_.task_.payload));
    line("length", number(design_.task_.length));
    if (!design_.task_.motors) line("motors", "false");
  }

  void write_sampling() {
    head("[sampling]");
    const bool grid = design_.sampling_ == Sampling::grid;
    line("kind", grid                                   ? "\"grid\""
                 : design_.sampling_ == Sampling::sobol ? "\"sobol\""
                                                        : "\"latin_hypercube\"");
    if (grid) return;
    line("points", fmt::format("{}", design_.size_));
    line("seed", fmt::format("{}", design_.seed_));
  }

  void write_target(Target target, const std::vector<int>& links) {
    line("set", quoted(std::string(target_name(target))));
    std::vector<double> numbers;
    for (const int i : links) numbers.push_back(i + 1);
    if (!numbers.empty()) line("link", list(numbers));
  }

  void write(const Parameter& parameter) {
    head("[[parameter]]");
    line("name", quoted(parameter.name));
    write_target(parameter.target, parameter.links);
    if (!parameter.words.empty()) {
      std::vector<std::string> words;
      for (const std::string& word : parameter.words) words.push_back(quoted(word));
      line("values", fmt::format("[{}]", fmt::join(words, ", ")));
    } else if (!parameter.values.empty()) {
      line("values", list(parameter.values));
    } else {
      line("low", number(parameter.low));
      line("high", number(parameter.high));
      if (parameter.levels > 0) line("levels", fmt::format("{}", parameter.levels));
    }
  }

  void write(const Tie& tie) {
    head("[[parameter]]");
    write_target(tie.target, tie.links);
    line("same_as", quoted(design_.parameters_[static_cast<std::size_t>(tie.parameter)].name));
    if (tie.factor != 1) line("factor", number(tie.factor));
  }

  void write(const Constraint& constraint) {
    using Of = Constraint::Of;
    head("[[constraint]]");
    if (constraint.of == Of::sum) {
      std::string sum;
      for (std::size_t k = 0; k < constraint.weights.size(); ++k)
        if (constraint.weights[k] != 0)
          sum += fmt::format("{} {} = {}", sum.empty() ? "" : ",", design_.parameters_[k].name,
                             number(constraint.weights[k]));
      line("sum", "{" + sum + " }");
    } else if (constraint.of == Of::criterion) {
      line("criterion",
           quoted(std::string(design_.criteria_[static_cast<std::size_t>(constraint.criterion)]->stem)));
    } else {
      line("of", constraint.of == Of::total_length ? "\"total_length\"" : "\"total_mass\"");
    }
    if (constraint.least) line("least", number(*constraint.least));
    if (constraint.most) line("most", number(*constraint.most));
  }

  void write_optimise() {
    if (!design_.optimisation_) return;
    const Optimisation& search = *design_.optimisation_;
    constexpr std::string_view kMethods[] = {"cobyla", "bobyqa", "crs2", "isres"};
    head("[optimise]");
    line("criterion",
         quoted(std::string(design_.criteria_[static_cast<std::size_t>(search.criterion)]->stem)));
    line("method", quoted(std::string(kMethods[static_cast<int>(search.method)])));
    line("evaluations", fmt::format("{}", search.evaluations));
    line("starts", fmt::format("{}", search.starts));
    line("tolerance", number(search.tolerance));
    line("seed", fmt::format("{}", search.seed));
  }

  // A robot file, its tables under [robot].
  void write_robot() {
    head("[robot]");
    std::istringstream text(write_robot_file(*design_.base_));
    for (std::string row; std::getline(text, row);) {
      if (const std::size_t name = row.find_first_not_of('[');
          (name == 1 || name == 2) && std::isalpha(static_cast<unsigned char>(row[name])))
        row.insert(name, "robot.");
      out_ += row + "\n";
    }
  }

  const Design& design_;
  std::string out_;
};

std::string Design::text() const { return DesignWriter(*this).write(); }

namespace {

constexpr std::size_t kMostDifferences = 12;

using Flat = std::map<std::string, std::string>;

// What an entry of an array of tables is called: a parameter by its name, the rest by their place.
std::string entry(const toml::table& table, std::size_t k) {
  const auto name = table.get_as<std::string>("name");
  return name ? name->get() : fmt::format("{}", k + 1);
}

std::string shown(const toml::node& node) {
  if (const toml::array* list = node.as_array()) {
    std::string out;
    for (const toml::node& each : *list) out += (out.empty() ? "" : ", ") + shown(each);
    return "[" + out + "]";
  }
  if (node.is_number()) return fmt::format("{}", node.value_or(0.0));
  return node.is_string() ? node.value_or(std::string()) : node.value_or(false) ? "true" : "false";
}

void flatten(const toml::node& node, const std::string& path, Flat& out) {
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, value] : *table)
      flatten(value, path.empty() ? std::string(key.str()) : path + "." + std::string(key.str()), out);
    return;
  }
  if (node.is_array_of_tables()) {
    std::string order;
    const toml::array& list = *node.as_array();
    for (std::size_t k = 0; k < list.size(); ++k) {
      const std::string name = entry(*list[k].as_table(), k);
      flatten(list[k], fmt::format("{}.{}", path, name), out);
      order += (k == 0 ? "" : ", ") + name;
    }
    out["the order of " + path] = order;
    return;
  }
  out[path] = shown(node);
}

bool matters(const std::string& key) {
  return key != "name" && key != "source" && key != "robot.name" && key != "robot.source";
}

}  // namespace

std::vector<std::string> differences(std::string_view before, std::string_view now) {
  Flat old_values, new_values;
  try {
    flatten(toml::parse(before), "", old_values);
    flatten(toml::parse(now), "", new_values);
  } catch (const toml::parse_error& e) {
    return {fmt::format("one of the designs cannot be read: {}", e.description())};
  }
  std::vector<std::string> out;
  for (const auto& [key, value] : old_values) {
    if (!matters(key)) continue;
    const auto found = new_values.find(key);
    if (found == new_values.end())
      out.push_back(fmt::format("{}: {}, now removed", key, value));
    else if (found->second != value)
      out.push_back(fmt::format("{}: {}, now {}", key, value, found->second));
  }
  for (const auto& [key, value] : new_values)
    if (matters(key) && !old_values.contains(key)) out.push_back(fmt::format("{}: new, {}", key, value));
  if (out.size() > kMostDifferences) {
    const std::size_t more = out.size() - kMostDifferences;
    out.resize(kMostDifferences);
    out.push_back(fmt::format("and {} more", more));
  }
  return out;
}

}  // namespace catena::choose
