// SPDX-License-Identifier: Apache-2.0
// Figures of the papers that show structure, arms or regions and no course of time, drawn from computed numbers: 1 and 2 of
// 001, 1 of 003, 3 to 5 of 004.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace catena {

struct Diagram {
  std::string stem;     // 001_fig1
  std::string title;    // with the paper's number
  std::string caption;  // what the paper shows and what is drawn here
  std::string svg;
};

std::vector<Diagram> paper_diagrams(std::string_view paper);     // none for papers without
std::vector<std::string> diagram_stems(std::string_view paper);  // known before anything is computed

}  // namespace catena
