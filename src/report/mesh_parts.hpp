// SPDX-License-Identifier: Apache-2.0
// What the readers of mesh formats share.
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "catena/core/error.hpp"
#include "catena/report/mesh.hpp"

namespace catena::report::detail {

using Vertex = std::array<float, 3>;

inline constexpr double kFarthest = 1e9;  // numbers beyond are not those of a part of a robot

struct VertexHash {
  std::size_t operator()(const Vertex& v) const {
    std::uint64_t h = 0x9E3779B97F4A7C15U;
    for (const float x : v)
      h = (h ^ std::bit_cast<std::uint32_t>(x + 0.0F)) * 0xBF58476D1CE4E5B9U, h ^= h >> 29U;
    return static_cast<std::size_t>(h);
  }
};

// Equal colours stand together, otherwise the order is kept; no colours if no triangle has one.
void order_by_colour(TriangleMesh& mesh);

// Adds triangles corner by corner; equal vertices are one.
class Welder {
 public:
  explicit Welder(const std::string& where) : where_(where) {}

  unsigned add(double x, double y, double z) {
    for (const double c : {x, y, z})
      if (!(std::abs(c) < kFarthest)) throw bad("a coordinate is not finite, or too large");
    const Vertex v = {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
    const auto [at, is_new] = places_.emplace(v, static_cast<unsigned>(mesh_.vertices.size()));
    if (is_new) mesh_.vertices.push_back(v);
    return at->second;
  }
  void triangle(unsigned a, unsigned b, unsigned c, Colour colour = kNoColour) {
    if (a == b || b == c || a == c) return;
    mesh_.triangles.push_back({a, b, c});
    mesh_.colours.push_back(colour);
  }
  TriangleMesh mesh() && {
    if (mesh_.triangles.empty()) throw bad("the mesh has no triangle");
    order_by_colour(mesh_);
    return std::move(mesh_);
  }
  Error bad(const std::string& what) const { return Error(ErrorKind::model, where_, what); }

 private:
  const std::string& where_;
  TriangleMesh mesh_;
  std::unordered_map<Vertex, unsigned, VertexHash> places_;
};

// Words separated by white space.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}
  std::string_view next() {  // empty: there are no more
    const std::size_t first = std::min(rest_.find_first_not_of(" \t\r\n\f\v"), rest_.size());
    rest_.remove_prefix(first);
    const std::size_t end = std::min(rest_.find_first_of(" \t\r\n\f\v"), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }

 private:
  std::string_view rest_;
};

template <class Number>
bool read_number(std::string_view word, Number& out) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  return error == std::errc{} && stop == word.data() + word.size();
}

}  // namespace catena::report::detail
