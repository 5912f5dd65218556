// SPDX-License-Identifier: Apache-2.0
// The map from the equations of the papers to the code, read from PAPERS.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace catena::cli {

extern const char* const kPapersText;  // PAPERS.md

struct PaperRow {
  std::string paper;     // "002"
  std::string equation;  // "(12)"
  std::string what, code, test, status;

  // Whether its code is in the header of this method, or in another that belongs to it.
  bool belongs_to(std::string_view method) const;
};

// The headers of a method, without folder and ending, its own first: gdahj, rank_six, ...
std::vector<std::string> files_of_method(std::string_view method);

struct Paper {
  std::string number, title;
  std::vector<PaperRow> rows;
};

std::vector<Paper> parse_papers(std::string_view text);

}  // namespace catena::cli
