// SPDX-License-Identifier: Apache-2.0
// What a paper states that can be measured, beside what was measured, and the verdict.
#pragma once

#include <string>
#include <vector>

namespace catena {

enum class Verdict {
  reproduced,   // what was measured agrees
  refuted,      // it does not
  depends,      // it agrees under conditions that the paper does not state, or a better value was measured
  not_checked,  // the paper gives nothing to compare with
};

const char* words(Verdict verdict);  // "reproduced", "refuted", "depends", "not checked"

struct Statement {
  std::string where;     // its place in the paper
  std::string what;      // in short
  std::string printed;   // its number
  std::string measured;  // ours
  Verdict verdict;
  std::string remark;  // why, in one line
};

std::string markdown(const std::vector<Statement>& statements);

// The papers' statements and their verdicts, counted.
struct VerdictCount {
  int reproduced = 0, refuted = 0, depends = 0, not_checked = 0;
  int all() const { return reproduced + refuted + depends + not_checked; }
};
VerdictCount counted(const std::vector<Statement>& statements);
VerdictCount operator+(const VerdictCount& a, const VerdictCount& b);

// Numbers that belong to a statement.
struct NumberTable {
  std::string title;
  std::string note;
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;

  std::string markdown() const;
};

}  // namespace catena
