// SPDX-License-Identifier: Apache-2.0
#include "catena/report/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"
#include "report/mesh_parts.hpp"

namespace catena::report {
namespace {

using detail::read_number, detail::Vertex, detail::Welder, detail::Words;

Error not_a_number(const Welder& out, std::string_view word) {
  return out.bad("a coordinate is not a number").given(fmt::format("'{}'", text::printable(word)));
}

unsigned read_vertex(Words& words, Welder& out) {
  double at[3] = {0, 0, 0};
  for (double& x : at)
    if (const std::string_view number = words.next(); !read_number(number, x))
      throw not_a_number(out, number);
  return out.add(at[0], at[1], at[2]);
}

TriangleMesh parse_stl_text(std::string_view text, const std::string& where) {
  Welder out(where);
  Words words(text);
  unsigned corners[3] = {0, 0, 0};
  std::size_t count = 0;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "facet" && count % 3 != 0) throw out.bad("a facet does not have three vertices");
    if (word != "vertex") continue;
    corners[count++ % 3] = read_vertex(words, out);
    if (count % 3 == 0) out.triangle(corners[0], corners[1], corners[2]);
  }
  if (count % 3 != 0) throw out.bad("the file ends within a facet");
  return std::move(out).mesh();
}

std::string lower_ending(const std::string& name) {
  std::string ending = name.substr(std::min(name.rfind('.'), name.size()));
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return ending;
}

}  // namespace

bool is_mesh_format(const std::string& file) {
  const std::string ending = lower_ending(file);
  return ending == ".stl" || ending == ".obj" || ending == ".dae";
}

// A binary file has a header of 80 bytes, the number of triangles, and for each a normal, three vertices and two bytes.
TriangleMesh parse_stl(std::string_view bytes, const std::string& where) {
  constexpr std::size_t kHead = 84, kEach = 50;
  static_assert(std::endian::native == std::endian::little);
  std::uint32_t count = 0;
  if (bytes.size() >= kHead) std::memcpy(&count, bytes.data() + 80, 4);
  const bool binary =
      bytes.size() >= kHead && bytes.size() == kHead + kEach * static_cast<std::size_t>(count);
  if (!binary && bytes.starts_with("solid")) return parse_stl_text(bytes, where);
  if (!binary)
    throw Error(ErrorKind::model, where, "not an STL file, or a truncated one")
        .given(bytes.size() < kHead ? fmt::format("{} bytes", bytes.size())
                                    : fmt::format("{} bytes for {} triangles", bytes.size(), count))
        .need("84 bytes and 50 for each triangle, or text that begins with 'solid'");
  Welder out(where);
  for (std::size_t k = 0; k < count; ++k) {
    unsigned corners[3] = {0, 0, 0};
    for (std::size_t c = 0; c < 3; ++c) {
      Vertex v;
      std::memcpy(v.data(), bytes.data() + kHead + kEach * k + 12 * (c + 1), 12);
      corners[c] = out.add(v[0], v[1], v[2]);
    }
    out.triangle(corners[0], corners[1], corners[2]);
  }
  return std::move(out).mesh();
}

// Reads only the vertices and faces of the format: "v x y z", and "f 1 2 3" or "f 1/4/2 ...", from 1 or, if negative, from the end.
TriangleMesh parse_obj(std::string_view text, const std::string& where) {
  Welder out(where);
  std::vector<unsigned> vertices;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    Words words(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view kind = words.next();
    if (kind == "v") {
      vertices.push_back(read_vertex(words, out));
    } else if (kind == "f") {
      std::vector<unsigned> corners;
      for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        long index = 0;
        const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), index);
        const long place = index < 0 ? static_cast<long>(vertices.size()) + index : index - 1;
        if (error != std::errc{} || (stop != word.data() + word.size() && *stop != '/') || place < 0 ||
            place >= static_cast<long>(vertices.size()))
          throw out.bad("a face has a vertex that does not exist")
              .given(fmt::format("'{}'", text::printable(word)));
        corners.push_back(vertices[static_cast<std::size_t>(place)]);
      }
      for (std::size_t k = 2; k < corners.size(); ++k) out.triangle(corners[0], corners[k - 1], corners[k]);
    }
  }
  return std::move(out).mesh();
}

void detail::order_by_colour(TriangleMesh& mesh) {
  if (std::ranges::all_of(mesh.colours, [](Colour c) { return c == kNoColour; })) {
    mesh.colours = {};
    return;
  }
  if (std::ranges::is_sorted(mesh.colours)) return;
  std::vector<std::size_t> order(mesh.colours.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return mesh.colours[k]; });
  TriangleMesh out;
  for (const std::size_t k : order) {
    out.triangles.push_back(mesh.triangles[k]);
    out.colours.push_back(mesh.colours[k]);
  }
  mesh.triangles = std::move(out.triangles);
  mesh.colours = std::move(out.colours);
}

TriangleMesh parse_mesh(std::string_view bytes, const std::string& name) {
  const std::string ending = lower_ending(name);
  return ending == ".dae"   ? parse_dae(bytes, name)
         : ending == ".obj" ? parse_obj(bytes, name)
                            : parse_stl(bytes, name);
}

namespace {

TriangleMesh clustered(const TriangleMesh& mesh, const Vertex& least, float cell) {
  struct Cluster {
    double sum[3] = {0, 0, 0};
    unsigned count = 0;
  };
  std::unordered_map<std::uint64_t, unsigned> places;
  std::vector<Cluster> clusters;
  std::vector<unsigned> of(mesh.vertices.size());
  for (std::size_t k = 0; k < mesh.vertices.size(); ++k) {
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < 3; ++i)
      key = (key << 21U) | static_cast<std::uint64_t>((mesh.vertices[k][i] - least[i]) / cell);
    const auto [at, is_new] = places.emplace(key, static_cast<unsigned>(clusters.size()));
    if (is_new) clusters.emplace_back();
    of[k] = at->second;
    Cluster& cluster = clusters[at->second];
    for (std::size_t i = 0; i < 3; ++i) cluster.sum[i] += mesh.vertices[k][i];
    ++cluster.count;
  }
  TriangleMesh out;
  for (const Cluster& c : clusters)
    out.vertices.push_back({static_cast<float>(c.sum[0] / c.count), static_cast<float>(c.sum[1] / c.count),
                            static_cast<float>(c.sum[2] / c.count)});
  using Coloured = std::pair<std::array<unsigned, 3>, Colour>;
  std::vector<Coloured> triangles;
  for (std::size_t k = 0; k < mesh.triangles.size(); ++k) {
    const auto& t = mesh.triangles[k];
    std::array<unsigned, 3> corners = {of[t[0]], of[t[1]], of[t[2]]};
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[0] == corners[2]) continue;
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    triangles.emplace_back(corners, mesh.colours.empty() ? kNoColour : mesh.colours[k]);
  }
  std::sort(triangles.begin(), triangles.end());
  for (const Coloured& t : triangles) {
    if (!out.triangles.empty() && out.triangles.back() == t.first) continue;
    out.triangles.push_back(t.first);
    out.colours.push_back(t.second);
  }
  detail::order_by_colour(out);
  return out;
}

}  // namespace

TriangleMesh simplified(TriangleMesh mesh, std::size_t most) {
  if (mesh.triangles.size() <= most) return mesh;
  Vertex least = mesh.vertices.front(), largest = least;
  for (const Vertex& v : mesh.vertices)
    for (std::size_t i = 0; i < 3; ++i)
      least[i] = std::min(least[i], v[i]), largest[i] = std::max(largest[i], v[i]);
  float size = 0;
  for (std::size_t i = 0; i < 3; ++i) size = std::max(size, largest[i] - least[i]);
  // A closed surface that crosses N cells in each direction has about c N² triangles.
  for (double cells = 4 * std::sqrt(static_cast<double>(most)); cells >= 1; cells *= 0.8) {
    TriangleMesh out = clustered(mesh, least, static_cast<float>(size / cells));
    if (out.triangles.size() <= most) return out;
  }
  mesh.triangles.resize(most);
  if (!mesh.colours.empty()) mesh.colours.resize(most);
  return mesh;
}

TriangleMesh scaled(TriangleMesh mesh, const Vec3<double>& by) {
  for (Vertex& v : mesh.vertices)
    v = {static_cast<float>(by.x * v[0]), static_cast<float>(by.y * v[1]), static_cast<float>(by.z * v[2])};
  return mesh;
}

}  // namespace catena::report
