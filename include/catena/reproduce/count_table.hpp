// SPDX-License-Identifier: Apache-2.0
// A table of operation counts: the printed ones of a paper beside the measured ones, with each difference explained.
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
  std::optional<Polynomial> mul, add, total;  // polynomials in n
  std::map<int, OpValues> at;                 // by number of joints
  std::string words;                          // text that is neither a polynomial nor a count

  OpValues value(int n) const;  // the value at n if there is one, else that of the polynomials
};

struct CountLine {
  std::string what;
  CountSide printed, measured;
  std::string remark;  // why they differ, in one line
};

struct CountTable {
  std::string title;
  std::string note;     // a note on all lines
  std::vector<int> at;  // numbers of joints for which values are shown
  std::vector<CountLine> lines;

  // Headings in the first row; empty columns are left out.
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
