// SPDX-License-Identifier: Apache-2.0
#include "catena/reproduce/papers.hpp"

#include "catena/core/error.hpp"

namespace catena {
namespace {

struct Entry {
  std::string_view number;
  PaperCounts (*counts)();
};
constexpr Entry kPapers[] = {
    {"000", paper_000}, {"001", paper_001}, {"002", paper_002}, {"003", paper_003}, {"004", paper_004}};

}  // namespace

std::span<const std::string_view> paper_numbers() {
  static constexpr std::string_view numbers[] = {"000", "001", "002", "003", "004"};
  return numbers;
}

PaperCounts paper_counts(std::string_view paper) {
  for (const Entry& entry : kPapers)
    if (entry.number == paper) return entry.counts();
  throw Error(ErrorKind::usage, std::string(paper), "no such paper").need("000 to 004");
}

}  // namespace catena
