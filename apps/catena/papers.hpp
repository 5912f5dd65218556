// SPDX-License-Identifier: Apache-2.0
// The map from the papers' equations to the code, as PAPERS.md has it.
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

  // Whether its code lies in a header of this stem.
  bool belongs_to(std::string_view stem) const;
};

struct Paper {
  std::string number, title;
  std::vector<PaperRow> rows;
};

std::vector<Paper> parse_papers(std::string_view text);

}  // namespace catena::cli
