// SPDX-License-Identifier: Apache-2.0
#include "error_bars/trials.hpp"

#include <atomic>
#include <cmath>
#include <fstream>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "choose/workspace/reachable_volume.hpp"

namespace catena::test {
namespace {

using choose::Criterion;

constexpr int kReferenceSamples = 131072, kReferencePlaces = 262144;
constexpr std::uint64_t kReferenceSeed = 20261117;  // none of the trials
constexpr int kReferenceRounds = 32;                // starts of the inverse kinematics at every place

Values of_arm(const Arm& arm, const std::vector<const Criterion*>& wanted, const choose::Task& task) {
  const choose::Scores scores = choose::evaluate({&arm, 1}, wanted, task);
  Values out;
  for (int c = 0; c < scores.criteria(); ++c) out.push_back({scores.at(0, c).value, scores.at(0, c).error});
  return out;
}

// More samples; for the workspace also many more starts, tried everywhere.
Values reference(const Arm& arm, const std::vector<const Criterion*>& wanted) {
  std::vector<const Criterion*> others;
  for (const Criterion* c : wanted)
    if (c->stem != "workspace") others.push_back(c);
  const Values found = of_arm(arm, others, {.samples = kReferenceSamples, .seed = kReferenceSeed});
  Values out;
  std::size_t next = 0;
  for (const Criterion* c : wanted) {
    if (c->stem != "workspace") {
      out.push_back(found[next++]);
      continue;
    }
    using namespace choose::detail;
    const JointBox box = joint_box(arm.robot());
    if (!box.why.empty()) {
      out.push_back({std::nan(""), 0});
      continue;
    }
    std::optional<choose::ReachableVolume> size = choose::reachable_volume_closed_form(arm);
    if (!size) {
      ToolPoint point(arm.chain());
      const Postures some = postures(point, box, Lattice(arm.dof(), 4096, kReferenceSeed));
      size = sampled_reachable_volume(point, box, some, kReferencePlaces, kReferenceSeed,
                                      {.rounds = kReferenceRounds, .everywhere = true});
    }
    out.push_back({size->value, size->error});
  }
  return out;
}

std::string heading(const std::vector<const Criterion*>& wanted, const Plan& plan) {
  std::string line = "samples " + std::to_string(plan.samples);
  for (const Criterion* c : wanted) line.append(1, ' ').append(c->stem);
  return line;
}

// A line is "ARM SEED v e v e ... ."; seed 0 is the reference. One that was cut short has no full stop.
std::string line_of(const std::string& arm, int seed, const Values& values) {
  char number[64];
  std::string line = arm + ' ' + std::to_string(seed);
  for (const Value& v : values) {
    std::snprintf(number, sizeof number, " %a %a", v.value, v.error);
    line += number;
  }
  return line + " .\n";
}

void read(const std::string& file, const std::string& first, std::size_t width, Trials& trials) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) return;
  if (line != first)
    throw std::runtime_error(file + " holds other trials:\n  " + line + "\nwanted:\n  " + first +
                             "\nRemove it, or name another file.");
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string arm, word;
    int seed = 0;
    words >> arm >> seed;
    Values values;
    double number[2] = {};
    int half = 0;
    while (words >> word && word != ".") {
      number[half] = std::strtod(word.c_str(), nullptr);
      if (half == 1) values.push_back({number[0], number[1]});
      half = 1 - half;
    }
    if (word != "." || values.size() != width) continue;
    if (seed == 0)
      trials.references[arm] = values;
    else
      trials.of_samples[arm][seed] = values;
  }
}

// The first trial of each arm, computed again: trials of another version of the code would not be comparable.
void require_same_code(const Plan& plan, const std::vector<const Criterion*>& wanted,
                       const std::map<std::string, Arm>& arms, const Trials& trials,
                       const std::string& file) {
  for (const auto& [arm, of_seed] : trials.of_samples) {
    if (!arms.contains(arm) || !of_seed.contains(1)) continue;
    const Values now = of_arm(arms.at(arm), wanted, {.samples = plan.samples, .seed = 1});
    if (line_of(arm, 1, now) != line_of(arm, 1, of_seed.at(1)))
      throw std::runtime_error(file + " holds trials of other code or of another " + arm + ": remove it");
  }
}

}  // namespace

std::vector<const Criterion*> sampled_criteria() {
  std::vector<const Criterion*> wanted;
  for (const Criterion& c : choose::criteria())
    if (c.sampled) wanted.push_back(&c);
  return wanted;
}

bool is_extreme(const Criterion& c) {
  return c.stem == "reach" || c.stem == "payload" || c.stem == "manipulability_max" ||
         c.stem == "manipulability_min";
}

Trials measure(const Plan& plan, const std::string& file, const std::function<void(int done, int of)>& tell) {
  const std::vector<const Criterion*> wanted = sampled_criteria();
  const std::string first = heading(wanted, plan);
  Trials trials;
  read(file, first, wanted.size(), trials);
  std::map<std::string, Arm> arms;
  for (const std::string& arm : plan.arms) arms.emplace(arm, Arm::load(arm));
  require_same_code(plan, wanted, arms, trials, file);
  std::ofstream out(file, std::ios::app);
  if (!out) throw std::runtime_error("cannot write " + file);
  if (out.tellp() == 0) out << first << '\n' << std::flush;
  out << '\n';  // after a line that was cut short

  // seed by seed, so that an interrupted measurement has about as many of each arm
  struct Job {
    std::string arm;
    int seed;
  };
  std::vector<Job> jobs;
  for (int seed = 0; seed <= plan.seeds; ++seed)
    for (const std::string& arm : plan.arms)
      if (seed == 0 ? !trials.references.contains(arm) : !trials.of_samples[arm].contains(seed))
        jobs.push_back({arm, seed});

  const int planned = static_cast<int>(plan.arms.size()) * (plan.seeds + 1);
  int done = planned - static_cast<int>(jobs.size());
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t k = next++; k < jobs.size(); k = next++) {
      const Job& job = jobs[k];
      const Arm& arm = arms.at(job.arm);
      const Values values =
          job.seed == 0
              ? reference(arm, wanted)
              : of_arm(arm, wanted, {.samples = plan.samples, .seed = static_cast<std::uint64_t>(job.seed)});
      const std::scoped_lock lock(mutex);
      out << line_of(job.arm, job.seed, values) << std::flush;
      (job.seed == 0 ? trials.references[job.arm] : trials.of_samples[job.arm][job.seed]) = values;
      tell(++done, planned);
    }
  };
  std::vector<std::jthread> threads;
  for (int t = 1; t < plan.threads; ++t) threads.emplace_back(work);
  work();
  threads.clear();  // joins
  return trials;
}

}  // namespace catena::test
