// SPDX-License-Identifier: Apache-2.0
// Scores of arms for many seeds, and references to compare them with, kept in a file: each trial is a line, so that an
// interrupted measurement continues where it stopped.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "catena/choose/criteria/criterion.hpp"

namespace catena::test {

struct Value {
  double value, error;
};
using Values = std::vector<Value>;  // one for each criterion

// Criteria with an error bar: all that are sampled.
std::vector<const choose::Criterion*> sampled_criteria();

// Whether the bar is one-sided: the criterion is the extreme of a function over all postures.
bool is_extreme(const choose::Criterion& criterion);

struct Trials {
  std::map<std::string, Values> references;                 // by arm
  std::map<std::string, std::map<int, Values>> of_samples;  // by arm and seed
};

struct Plan {
  std::vector<std::string> arms;
  int seeds = 1000, samples = 4096, threads = 1;
};

// Runs what the file lacks. `tell` is called now and then with the number of trials done and planned.
Trials measure(const Plan& plan, const std::string& file, const std::function<void(int done, int of)>& tell);

}  // namespace catena::test
