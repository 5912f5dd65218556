// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/run_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "catena/io/json_write.hpp"
#include "catena/io/npy.hpp"
#include "io/npz.hpp"

namespace catena::sim {
namespace {

struct Vectors {
  const char* name;
  const Samples* samples;
};
struct Scalars {
  const char* name;
  const std::vector<double>* values;
};

// All samples of a run, in the order of the columns.
struct Columns {
  std::vector<double> imbalance;
  Samples want;
  std::vector<Vectors> joints;
  std::vector<Scalars> scalars;
  std::vector<Vectors> last;  // after the position of the tool

  Columns(const Run& run, const Trajectory* desired, const QuasiSamples* quasi)
      : want(desired ? desired->dof() : 0) {
    for (std::size_t k = 0; k < run.time.size(); ++k) imbalance.push_back(run.imbalance(k));
    if (desired) {
      JointMotion motion(desired->dof());
      for (const double t : run.time) {
        desired->at(t, motion);
        want.push_back(motion.q.data());
      }
    }
    joints = {{"q", &run.q}, {"qd", &run.qd}, {"qdd", &run.qdd}, {"tau", &run.tau}};
    scalars = {{"kinetic", &run.kinetic},   {"potential", &run.potential},
               {"by_drive", &run.by_drive}, {"by_friction", &run.by_friction},
               {"by_tip", &run.by_tip},     {"by_limits", &run.by_limits},
               {"imbalance", &imbalance}};
    if (desired) last.push_back({"want", &want});
    if (!quasi) return;
    last.insert(last.end(), {{"xi", &quasi->xi}, {"nu", &quasi->nu}, {"d", &quasi->d}});
    if (quasi->s.rows() > 0) last.push_back({"s", &quasi->s});
  }
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;
};

void append_number(std::string& out, double value) {
  if (std::isfinite(value))
    append_json(out, value);
  else
    out += "null";
}

void append_list(std::string& out, const char* name, const Samples& samples, std::size_t k) {
  out += fmt::format(", \"{}\": [", name);
  for (int i = 0; i < samples.rows(); ++i) {
    if (i > 0) out += ", ";
    append_number(out, samples[k][i]);
  }
  out += ']';
}

}  // namespace

const char* name(End end) {
  switch (end) {
    case End::complete:
      return "complete";
    case End::at_limit:
      return "at_limit";
    case End::asked:
      return "interrupted";
    case End::failed:
      return "failed";
    case End::unbalanced:
      return "unbalanced";
  }
  return "";
}

std::string partial(const Run& run, double duration) {
  const std::string when = fmt::format("at {:.6g} s of {:.6g} s", run.end_time, duration);
  switch (run.end) {
    case End::complete:
    case End::unbalanced:
      return "";
    case End::at_limit:
      return "a joint reached its limit " + when;
    case End::asked:
      return "interrupted " + when;
    case End::failed:
      return fmt::format("stopped {}: {}", when, run.failure ? run.failure->problem() : "no reason given");
  }
  return "";
}

std::string unbalanced(const Run& run) {
  if (run.end != End::unbalanced) return "";
  return fmt::format("energy and work differ by up to {:.2g} J (allowed: {:.2g} J) in {:.6g} s",
                     run.balance.integration, run.balance.allowed, run.end_time);
}

std::string run_csv(const Run& run, double duration, const Trajectory* desired, const QuasiSamples* quasi) {
  const Columns columns(run, desired, quasi);
  std::string out = "t";
  for (const Vectors& v : columns.joints)
    for (int i = 1; i <= v.samples->rows(); ++i) out += fmt::format(",{}{}", v.name, i);
  for (const Scalars& s : columns.scalars) (out += ',') += s.name;
  out += ",x,y,z";
  for (const Vectors& v : columns.last)
    for (int i = 1; i <= v.samples->rows(); ++i) out += fmt::format(",{}{}", v.name, i);
  out += '\n';
  const auto put = [&](double value) {
    if (std::isfinite(value))
      fmt::format_to(std::back_inserter(out), ",{}", value);
    else
      out += ",nan";
  };
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    fmt::format_to(std::back_inserter(out), "{}", run.time[k]);
    for (const Vectors& v : columns.joints)
      for (int i = 0; i < v.samples->rows(); ++i) put((*v.samples)[k][i]);
    for (const Scalars& s : columns.scalars) put((*s.values)[k]);
    for (int i = 0; i < 3; ++i) put(run.tool[k][i]);
    for (const Vectors& v : columns.last)
      for (int i = 0; i < v.samples->rows(); ++i) put((*v.samples)[k][i]);
    out += '\n';
  }
  if (const std::string why = partial(run, duration); !why.empty()) out += "# partial: " + why + '\n';
  if (const std::string why = unbalanced(run); !why.empty()) out += "# unbalanced: " + why + '\n';
  return out;
}

std::string run_jsonl(const Run& run, double duration, const Trajectory* desired, const QuasiSamples* quasi) {
  const Columns columns(run, desired, quasi);
  std::string out;
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    out += "{\"t\": ";
    append_number(out, run.time[k]);
    for (const Vectors& v : columns.joints) append_list(out, v.name, *v.samples, k);
    for (const Scalars& s : columns.scalars) {
      out += fmt::format(", \"{}\": ", s.name);
      append_number(out, (*s.values)[k]);
    }
    append_list(out, "tool", run.tool, k);
    for (const Vectors& v : columns.last) append_list(out, v.name, *v.samples, k);
    out += "}\n";
  }
  const auto mark = [&](const char* name, const std::string& why) {
    if (why.empty()) return;
    out += fmt::format("{{\"{}\": ", name);
    append_json(out, std::string_view(why));
    out += "}\n";
  };
  mark("partial", partial(run, duration));
  mark("unbalanced", unbalanced(run));
  return out;
}

std::string run_npz(const Run& run, double duration, const Trajectory* desired, const QuasiSamples* quasi) {
  const Columns columns(run, desired, quasi);
  const std::size_t m = run.time.size();
  std::vector<std::pair<std::string, std::string>> members;
  const auto add_list = [&](const char* name, std::span<const double> values) {
    members.emplace_back(name, write_npy(std::array{m}, values));
  };
  const auto add_table = [&](const char* name, const Samples& samples) {
    const auto rows = static_cast<std::size_t>(samples.rows());
    members.emplace_back(name, write_npy(std::array{m, rows}, {samples.matrix().data(), m * rows}));
  };
  add_list("t", run.time);
  for (const Vectors& v : columns.joints) add_table(v.name, *v.samples);
  for (const Scalars& s : columns.scalars) add_list(s.name, *s.values);
  add_table("tool", run.tool);
  for (const Vectors& v : columns.last) add_table(v.name, *v.samples);
  const auto add_mark = [&](const char* name, const std::string& why) {
    const double mark = why.empty() ? 0 : 1;
    members.emplace_back(name, write_npy({}, {&mark, 1}));
  };
  add_mark("partial", partial(run, duration));
  add_mark("unbalanced", unbalanced(run));
  return io::detail::npz(members);
}

}  // namespace catena::sim
