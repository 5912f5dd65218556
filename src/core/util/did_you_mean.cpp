// SPDX-License-Identifier: Apache-2.0
// The nearest known word: edit distance first, common beginning second.
#include "catena/core/did_you_mean.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace catena::text {
namespace {

constexpr std::size_t kLongest = 64;  // longer words are never a misspelling of a known one

std::string lower(std::string_view word) {
  std::string out(word);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-' || c == ' ') c = '_';
  }
  return out;
}

// Insertions, deletions, changes and swaps of neighbours that lead from a to b.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

std::string closest(std::string_view word, std::span<const std::string_view> known) {
  if (word.empty() || word.size() > kLongest) return {};
  const std::string given = lower(word);
  const std::size_t allowed = std::max<std::size_t>(1, (given.size() + 1) / 3);
  std::size_t best = allowed + 1;
  std::string_view found;
  for (std::string_view candidate : known) {
    const std::string name = lower(candidate);
    const std::size_t d = distance(given, name);
    // A misspelling must keep part of the word: a single wrong letter resembles nothing.
    if (d > allowed || d >= std::max(given.size(), name.size())) continue;
    if (d < best || (d == best && same_letters(given, name))) {
      best = d;
      found = candidate;
    }
  }
  if (!found.empty()) return std::string(found);

  // Otherwise a word that continues a known one ("joint_type") or is its beginning ("angle").
  for (std::string_view candidate : known) {
    const std::string name = lower(candidate);
    const std::size_t common = std::min(given.size(), name.size());
    if (common >= 3 && given.compare(0, common, name, 0, common) == 0) return std::string(candidate);
  }
  return {};
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const std::string found = closest(word, known);
  return found.empty() ? std::string() : "did you mean '" + found + "'?";
}

}  // namespace catena::text
