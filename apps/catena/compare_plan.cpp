// SPDX-License-Identifier: Apache-2.0
#include "compare_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "catena/choose/ranking/amount.hpp"
#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "catena/sim/scenario.hpp"
#include "payload_option.hpp"
#include "shell_word.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

using choose::Criterion;

// A buyer's first questions, and the criteria of paper 004. No timed criteria, so that results are reproducible.
constexpr std::string_view kDefault[] = {"gim_customised",      "mci_customised",       "workspace",
                                         "manipulability_mean", "gim_condition",        "reach",
                                         "shoulder_reach",      "peak_power",           "cycle_energy",
                                         "reflected_mass",      "jacobian_conditioning"};
constexpr std::string_view kOnlyShown =
    "shoulder_reach";  // by default: it is nearly the reach, and not all arms have it

Error wrong(const char* option, std::string_view item, const std::string& what) {
  return {ErrorKind::usage, fmt::format("{} '{}'", option, text::printable(item)), what};
}

// An empty entry is a mistake: "reach,,payload".
std::vector<std::string> entries(const char* option, const std::string& list, const char* need) {
  std::vector<std::string> items = text::split(list);
  if (std::find(items.begin(), items.end(), "") != items.end())
    throw wrong(option, list, list.empty() ? "the list is empty" : "an entry of the list is empty")
        .need(need);
  return items;
}

const Criterion& find(const char* option, const std::string& item, std::string_view stem) {
  std::vector<std::string_view> stems;
  for (const Criterion& c : choose::criteria()) {
    if (c.stem == stem) return c;
    stems.push_back(c.stem);
  }
  throw wrong(option, item, fmt::format("there is no criterion '{}'", text::printable(stem)))
      .need("one that 'catena compare --list' shows")
      .hint(text::did_you_mean(stem, stems));
}

void require_new(const char* option, const std::string& item, const std::vector<const Criterion*>& before,
                 const Criterion& c) {
  if (std::find(before.begin(), before.end(), &c) != before.end())
    throw wrong(option, item, fmt::format("'{}' is named twice", c.stem));
}

struct Weighted {
  std::vector<const Criterion*> criteria;
  std::vector<double> weights;
};

Weighted parse_weights(const std::string& list) {
  constexpr const char* kNeed = "criteria and their weights, as in reach=2,workspace=1";
  Weighted out;
  double largest = 0;
  for (const std::string& item : entries("--weights", list, kNeed)) {
    const std::size_t equal = item.find('=');
    if (equal == std::string::npos) throw wrong("--weights", item, "the weight is missing").need(kNeed);
    const auto trimmed = text::split(item.substr(0, equal)).front();
    const Criterion& c = find("--weights", item, trimmed);
    require_new("--weights", item, out.criteria, c);
    const std::string word = text::split(item.substr(equal + 1)).front();
    double weight = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), weight);
    if (error != std::errc{} || stop != word.data() + word.size() || !std::isfinite(weight) || weight < 0)
      throw wrong("--weights", item, weight < 0 ? "the weight is negative" : "the weight is not a number")
          .need("finite numbers, 0 or more; their sum need not be 1");
    out.criteria.push_back(&c);
    out.weights.push_back(weight);
    largest = std::max(largest, weight);
  }
  if (largest == 0)
    throw wrong("--weights", list, "all weights are 0, so nothing would rank the arms")
        .need("at least one above 0");
  return out;
}

// Without --criteria, --weights selects the criteria; with it, both must name the same ones.
Weighted chosen(const CompareOptions& o) {
  Weighted out;
  if (o.criteria)
    for (const std::string& item : entries("--criteria", *o.criteria, "names separated by single commas")) {
      const Criterion& c = find("--criteria", item, item);
      require_new("--criteria", item, out.criteria, c);
      out.criteria.push_back(&c);
    }
  else if (!o.weights)
    out.criteria = default_criteria();
  if (!o.weights) {
    for (const Criterion* c : out.criteria)
      out.weights.push_back(o.criteria || c->stem != kOnlyShown ? 1 : 0);
    return out;
  }
  const Weighted given = parse_weights(*o.weights);
  if (!o.criteria) return given;
  for (const Criterion* c : given.criteria)
    if (std::find(out.criteria.begin(), out.criteria.end(), c) == out.criteria.end())
      throw wrong("--weights", c->stem, "this criterion is not compared")
          .hint(fmt::format("add {} to --criteria, or omit its weight", c->stem));
  for (const Criterion* c : out.criteria) {
    const auto found = std::find(given.criteria.begin(), given.criteria.end(), c);
    if (found == given.criteria.end())
      throw wrong("--weights", *o.weights, fmt::format("'{}' has no weight", c->stem))
          .need("a weight for each of --criteria")
          .hint(fmt::format("add {0}=1, or {0}=0 to show it without ranking by it", c->stem));
    out.weights.push_back(given.weights[static_cast<std::size_t>(found - given.criteria.begin())]);
  }
  return out;
}

// The names of the arms in tables: file names without folder and extension, unless two are the same.
std::vector<std::string> short_names(const std::vector<std::string>& specs) {
  std::vector<std::string> names;
  for (const std::string& spec : specs) {
    const std::filesystem::path path(spec);
    const bool file = path.has_parent_path() || path.extension() == ".toml" || path.extension() == ".urdf";
    names.push_back(shortened(file ? path.stem().string() : spec, 40));
  }
  const std::vector<std::string> once = names;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::count(once.begin(), once.end(), once[i]) > 1) names[i] = text::printable(specs[i], text::kWhole);
  return names;
}

std::shared_ptr<const sim::Trajectory> trajectory(const std::string& scenario) {
  sim::Setup setup = sim::prepare(sim::load_scenario(scenario));
  if (!setup.desired)
    throw wrong("--trajectory", scenario, "this scenario has no trajectory")
        .hint(
            "choose a scenario whose drive follows a trajectory; 'catena simulate --list' shows the drives");
  return setup.desired;
}

double size(const char* option, const std::string& word, const char* unit) {
  const double value = choose::amount(word, unit, fmt::format("{} '{}'", option, text::printable(word)));
  if (value < 0) throw wrong(option, word, "invalid number").need(fmt::format("0 {} or more", unit));
  return value;
}

}  // namespace

std::vector<const Criterion*> default_criteria() {
  std::vector<const Criterion*> out;
  for (const std::string_view stem : kDefault) out.push_back(&choose::criterion(stem));
  return out;
}

bool ComparePlan::has_motion() const {
  return task.trajectory || std::any_of(question.criteria.begin(), question.criteria.end(),
                                        [](const Criterion* c) { return c->on_path && !c->timed; });
}

ComparePlan plan(const CompareOptions& o) {
  ComparePlan out;
  if (!o.robot.given)
    throw Error(ErrorKind::usage, "compare", "no arm is given")
        .need("two or more: names in the catalogue (rtx), files (.toml, .urdf) or generated chains (chain:6)")
        .hint("'catena info' lists the catalogue");
  out.specs = {o.robot.spec};
  out.specs.insert(out.specs.end(), o.more.begin(), o.more.end());
  for (std::size_t i = 0; i < out.specs.size(); ++i) {
    const std::string& spec = out.specs[i];
    if (spec.find_first_of("<>") != std::string::npos && spec.find('/') == std::string::npos)
      throw Error(ErrorKind::usage, fmt::format("'{}'", text::printable(spec)), "this is not an arm")
          .hint(fmt::format("did you mean --require '{}'? Each requirement needs its own --require",
                            text::printable(spec)));
    if (std::find(out.specs.begin(), out.specs.begin() + static_cast<long>(i), spec) !=
        out.specs.begin() + static_cast<long>(i))
      throw Error(ErrorKind::usage, fmt::format("'{}'", text::printable(spec)), "the arm is named twice")
          .hint("name it once");
  }
  out.names = short_names(out.specs);

  Weighted all = chosen(o);
  choose::Question& q = out.question;
  for (const std::string& list : o.require)
    for (const std::string& item : entries("--require", list, "requirements separated by single commas")) {
      q.requirements.push_back(choose::requirement(item, choose::criteria()));
      const Criterion* c = q.requirements.back().criterion;
      if (!c || std::find(all.criteria.begin(), all.criteria.end(), c) != all.criteria.end()) continue;
      all.criteria.push_back(c);  // shown, but not ranked by
      all.weights.push_back(0);
    }
  q.criteria = std::move(all.criteria);
  q.weights = std::move(all.weights);
  q.missing = o.missing;
  q.seed = o.seed;

  out.task.samples = o.samples;
  out.task.seed = o.seed;
  out.task.threads = o.threads;
  out.task.motors = q.motors = !o.without_motors;
  if (o.motors && o.without_motors)
    throw Error(ErrorKind::usage, "--motors --without-motors", "only one of them can be chosen")
        .hint("motors are included by default");
  if (o.payload) {
    const Payload payload = parse_payload(*o.payload);
    out.task.payload = payload.mass;
    out.task.payload_com = payload.com;
  }
  if (o.length) out.task.length = size("--characteristic-length", *o.length, "m");
  if (o.trajectory) {
    out.task.trajectory = trajectory(*o.trajectory);
    out.trajectory = *o.trajectory;
  }
  return out;
}

std::string command_line(const CompareOptions& o) {
  std::string line = "catena compare " + shell_word(o.robot.spec);
  for (const std::string& spec : o.more) line += fmt::format(" {}", shell_word(spec));
  const auto add = [&](const char* option, const std::optional<std::string>& value) {
    if (value) line += fmt::format(" {} {}", option, shell_word(*value));
  };
  const auto add_text = [&](const char* option, const std::string& value) {
    if (!value.empty()) add(option, value);
  };
  add_text("--base", o.robot.urdf.base);
  add_text("--tip", o.robot.urdf.tip);
  if (o.robot.urdf.branches == UrdfOptions::Branches::drop) add("--branches", "drop");
  add("--criteria", o.criteria);
  add("--weights", o.weights);
  for (const std::string& list : o.require) add("--require", list);
  if (o.missing == choose::Missing::skip_arm) add("--missing", "skip-arm");
  add("--trajectory", o.trajectory);
  add("--payload", o.payload);
  if (o.without_motors) line += " --without-motors";
  add("--characteristic-length", o.length);
  if (o.samples != choose::Task{}.samples) add("--samples", fmt::format("{}", o.samples));
  if (o.seed != 1) add("--seed", fmt::format("{}", o.seed));
  return line;
}

}  // namespace catena::cli
