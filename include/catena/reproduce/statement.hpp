// SPDX-License-Identifier: Apache-2.0
// Statements of a paper about a simulation, beside the measured values.
#pragma once

#include <string>
#include <vector>

namespace catena {

enum class Verdict { reproduced, not_reproduced, not_checked };

const char* words(Verdict verdict);  // "reproduced", "not reproduced", "not checked"

struct Statement {
  std::string what;      // the statement and its place in the paper
  std::string printed;   // its number
  std::string measured;  // ours
  Verdict verdict;
  std::string remark;  // why, in one line
};

std::string markdown(const std::vector<Statement>& statements);

// Numbers that belong to a statement.
struct NumberTable {
  std::string title;
  std::string note;
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;

  std::string markdown() const;
};

}  // namespace catena
