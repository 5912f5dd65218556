// SPDX-License-Identifier: Apache-2.0
// A table of operation counts of a paper: what is printed beside what is measured, each difference explained.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catena/count/polynomial.hpp"

namespace catena {

// Multiplications and additions, or only their sum. Printed ones need not be whole.
struct OpValues {
  std::optional<double> mul, add, total;

  std::string str() const;  // "12M 6A", "18", or nothing
};

// What a paper prints, or what has been measured, of one row.
struct CountSide {
  std::optional<Polynomial> mul, add, total;  // laws
  std::map<int, OpValues> at;                 // by number of joints
  std::string words;                          // what is neither a law nor a count

  OpValues value(int n) const;  // the value at n if there is one, else what the laws give
};

struct CountLine {
  std::string what;
  CountSide printed, measured;
  std::string remark;  // why they differ, in one line
};

struct CountTable {
  std::string title;
  std::string note;     // what holds for all lines
  std::vector<int> at;  // numbers of joints for which values are shown
  std::vector<CountLine> lines;

  // Headings in the first row; columns in which nobody says anything are left out.
  std::vector<std::vector<std::string>> cells() const;
  std::string markdown() const;
};

// The tables of one paper.
struct PaperCounts {
  std::string paper;  // "000"
  std::string title;  // who, and what
  std::vector<CountTable> tables;
};

}  // namespace catena
