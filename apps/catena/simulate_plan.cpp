// SPDX-License-Identifier: Apache-2.0
#include "simulate_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "catena/io/load.hpp"
#include "number_list.hpp"
#include "payload_option.hpp"
#include "shell_word.hpp"

namespace catena::cli {
namespace {

std::optional<double> plain_number(std::string_view word) {
  double value = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || stop != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// Throws Error if a name is neither a robot nor a scenario, with the nearest of both.
void require_known(const std::string& spec) {
  if (spec.find_first_of("./:") != std::string::npos || spec.empty()) return;
  std::error_code ignored;
  if (std::filesystem::exists(spec, ignored)) return;
  const std::vector<std::string> robots = catalogue(), scenarios = sim::scenarios();
  std::vector<std::string_view> known(robots.begin(), robots.end());
  known.insert(known.end(), scenarios.begin(), scenarios.end());
  if (std::find(known.begin(), known.end(), spec) != known.end() || robots.empty()) return;
  throw Error(ErrorKind::usage, fmt::format("'{}'", spec), "no robot or scenario has this name")
      .need(fmt::format("the name of one of {} robots and {} scenarios, a file (.toml, .urdf) or a generated "
                        "robot (chain:6)",
                        robots.size(), scenarios.size()))
      .hint(text::did_you_mean(spec, known));
}

// A scenario may come from an untrusted source, so the file that it names must be in the working folder or below it.
void require_below_working_folder(const std::string& file, const std::string& place) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path here = fs::canonical(".", error);
  const fs::path there = error ? fs::path() : fs::weakly_canonical(here / file, error);
  const fs::path way = error ? fs::path("..") : there.lexically_relative(here);
  struct stat about {};
  const bool hanging_link = ::lstat(file.c_str(), &about) == 0 && ::stat(file.c_str(), &about) != 0;
  if (!fs::path(file).is_absolute() && !hanging_link && !way.empty() && *way.begin() != "..") return;
  throw Error(ErrorKind::model, place,
              "the output of a scenario must stay in the folder where the command runs")
      .given(fmt::format("'{}'", text::printable(file)))
      .need("a relative name without .. and without links out of the folder")
      .hint(fmt::format("to write there nevertheless, add -o {}", text::printable(shell_word(file))));
}

// Only one source of torques can be given.
void require_one_drive(const SimulateOptions& o) {
  std::vector<const char*> given;
  if (o.free_fall) given.push_back("--free-fall");
  if (o.tau) given.push_back("--tau");
  if (o.drive) given.push_back("--drive");
  if (given.size() > 1)
    throw Error(ErrorKind::usage, fmt::format("{} {}", given[0], given[1]),
                "only one source of torques can be given")
        .hint("omit one of them");
  if (o.hold && !o.drive)
    throw Error(ErrorKind::usage, "--hold", "this option needs a table of torques")
        .hint("add --drive FILE.csv");
  if (o.free_fall && o.duration)
    throw Error(ErrorKind::usage, "--free-fall --duration", "both set the duration").hint("omit one of them");
}

}  // namespace

double seconds(const std::string& option, const std::string& word) {
  std::string_view digits = word;
  double unit = 1;
  for (const auto& [suffix, size] : {std::pair<std::string_view, double>{"ms", 1e-3}, {"min", 60}, {"s", 1}})
    if (digits.ends_with(suffix)) {
      digits.remove_suffix(suffix.size());
      unit = size;
      break;
    }
  const std::optional<double> value = plain_number(digits);
  if (!value || !(*value > 0))
    throw Error(ErrorKind::usage, fmt::format("{} '{}'", option, word), "invalid time")
        .need("a positive number, with s (default), ms or min: 10s");
  return unit * *value;
}

std::string command_line(const SimulateOptions& o) {
  std::string line = "catena simulate " + shell_word(o.robot.spec);
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) line += fmt::format(" {} {}", option, shell_word(value));
  };
  const auto add_time = [&](const char* option, const std::optional<double>& time) {
    if (time) add(option, fmt::format("{}s", *time));
  };
  const auto add_number = [&](const char* option, const std::optional<double>& x) {
    if (x) add(option, fmt::format("{}", *x));
  };
  const auto add_list = [&](const char* option, const std::optional<std::vector<double>>& list) {
    if (list) add(option, fmt::format("{}", fmt::join(*list, ",")));
  };
  add("--base", o.robot.urdf.base);
  add("--tip", o.robot.urdf.tip);
  if (o.robot.urdf.branches == UrdfOptions::Branches::drop) add("--branches", "drop");
  add_time("--free-fall", o.free_fall);
  add_list("--tau", o.tau);
  add("--drive", o.drive.value_or(""));
  if (o.hold) line += " --hold";
  add_time("--duration", o.duration);
  add("--q0", o.q0.value_or(""));
  add("--qd0", o.qd0.value_or(""));
  add("--method", o.method.value_or(""));
  add("--integrator", o.integrator.value_or(""));
  add_number("--rtol", o.rtol);
  add_number("--atol", o.atol);
  add_time("--step", o.step);
  add_time("--output-step", o.output_step);
  if (o.limits) {
    constexpr const char* kWords[] = {"ignore", "stop", "bounce", "spring"};
    add("--limits", kWords[static_cast<int>(*o.limits)]);
  }
  if (o.friction) line += " --friction";
  if (o.rotors) line += " --rotors";
  if (o.motors) line += " --motors";
  add("--payload", o.payload.value_or(""));
  if (o.quasi_velocities) line += " --quasi-velocities";
  return line;
}

sim::Scenario plan(const SimulateOptions& o) {
  require_one_drive(o);
  require_known(o.robot.spec);
  const bool named = sim::names_scenario(o.robot.spec);
  sim::Scenario s;
  if (named) {
    s = sim::load_scenario(o.robot.spec);
  } else {
    s.robot = o.robot.spec;
  }
  s.urdf = o.robot.urdf;
  const auto place = [&](const char* key, const char* option) { s.places[key] = option; };
  const auto last = [&](double time, const char* option) {
    s.options.duration = time;
    s.has_duration = true;
    place("duration", option);
  };
  if (o.free_fall || o.tau || o.drive) {
    if (s.q.empty() && s.trajectory) s.q = s.trajectory->from;  // it still starts there
    s.drive = {};
    s.trajectory.reset();
  }
  if (o.free_fall) last(*o.free_fall, "--free-fall");
  if (o.duration) last(*o.duration, "--duration");
  if (o.tau) {
    s.drive.kind = sim::DriveKind::constant;
    s.drive.tau = *o.tau;
    place("drive.tau", "--tau");
  }
  if (o.drive) {
    s.drive.kind = sim::DriveKind::table;
    s.drive.file = std::filesystem::absolute(*o.drive).string();
    if (s.folder.empty()) s.drive.file = *o.drive;
    s.drive.between = o.hold ? sim::TorqueTable::Between::hold : sim::TorqueTable::Between::linear;
    if (named && !o.duration) s.has_duration = false;  // lasts as long as the table
  }
  // The robot is needed only for units: whether it can be loaded is checked with everything else, by sim::prepare.
  const auto joints = [&](const char* option, const std::string& list, const char* unit) {
    if (list.find("deg") == std::string::npos) return numbers(option, list);
    Notes told_when_prepared;
    return numbers(option, list, joint_degrees(load_robot(s.robot, told_when_prepared, s.urdf), unit));
  };
  if (o.q0) {
    s.q_radians = joints("--q0", *o.q0, "deg");
    place("initial.q", "--q0");
  }
  if (o.qd0) {
    s.qd_radians = joints("--qd0", *o.qd0, "deg/s");
    place("initial.qd", "--qd0");
  }
  const auto set = [&](auto& to, const auto& from, const char* key, const char* option) {
    if (!from) return;
    to = *from;
    place(key, option);
  };
  set(s.options.method, o.method, "integrator.method", "--method");
  set(s.options.integrator, o.integrator, "integrator.name", "--integrator");
  set(s.options.rtol, o.rtol, "integrator.rtol", "--rtol");
  set(s.options.atol, o.atol, "integrator.atol", "--atol");
  set(s.options.step, o.step, "integrator.step", "--step");
  set(s.options.at_limit, o.limits, "limits.at", "--limits");
  set(s.options.sample, o.output_step, "output.step", "--output-step");
  if (o.output_step) s.options.sample_times.clear();
  if (o.duration || o.free_fall)  // may be shorter than the scenario's duration
    std::erase_if(s.options.sample_times, [&](double t) { return t > s.options.duration; });
  s.options.friction |= o.friction || o.motors;
  s.options.rotors |= o.rotors || o.motors;
  if (o.payload) s.added_payload = parse_payload(*o.payload);
  s.quasi_velocities |= o.quasi_velocities;
  if (!o.output.empty())
    s.output = o.output;
  else if (!s.output.empty() && s.output != "-")
    require_below_working_folder(s.output, s.place("output.file"));
  if (s.name.empty()) s.name = s.robot;
  return s;
}

}  // namespace catena::cli
