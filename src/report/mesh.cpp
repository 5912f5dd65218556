// SPDX-License-Identifier: Apache-2.0
#include "catena/report/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unordered_map>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"
#include "catena/system/files_read.hpp"

namespace catena::report {
namespace {

using Vertex = std::array<float, 3>;

constexpr float kFarthest = 1e9F;  // numbers beyond are not those of a part of a robot

struct VertexHash {
  std::size_t operator()(const Vertex& v) const {
    std::uint64_t h = 0x9E3779B97F4A7C15U;
    for (const float x : v)
      h = (h ^ std::bit_cast<std::uint32_t>(x + 0.0F)) * 0xBF58476D1CE4E5B9U, h ^= h >> 29U;
    return h;
  }
};

// Adds triangles corner by corner; equal vertices are one.
class Welder {
 public:
  explicit Welder(const std::string& where) : where_(where) {}

  unsigned add(const Vertex& v) {
    for (const float x : v)
      if (!(std::abs(x) < kFarthest)) throw bad("a coordinate is not finite, or too large");
    const auto [at, is_new] = places_.emplace(v, static_cast<unsigned>(mesh_.vertices.size()));
    if (is_new) mesh_.vertices.push_back(v);
    return at->second;
  }
  void triangle(unsigned a, unsigned b, unsigned c) {
    if (a != b && b != c && a != c) mesh_.triangles.push_back({a, b, c});
  }
  TriangleMesh mesh() && {
    if (mesh_.triangles.empty()) throw bad("the mesh has no triangle");
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
  std::string_view next() {
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

bool read_float(std::string_view word, float& out) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  return error == std::errc{} && stop == word.data() + word.size();
}

TriangleMesh parse_stl_text(std::string_view text, const std::string& where) {
  Welder out(where);
  Words words(text);
  unsigned corners[3] = {0, 0, 0};
  std::size_t count = 0;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "facet" && count % 3 != 0) throw out.bad("a facet does not have three vertices");
    if (word != "vertex") continue;
    Vertex v;
    for (float& x : v)
      if (const std::string_view number = words.next(); !read_float(number, x))
        throw out.bad("a coordinate is not a number")
            .given(fmt::format("'{}'", text::printable(std::string(number))));
    corners[count++ % 3] = out.add(v);
    if (count % 3 == 0) out.triangle(corners[0], corners[1], corners[2]);
  }
  if (count % 3 != 0) throw out.bad("the file ends within a facet");
  return std::move(out).mesh();
}

std::string lower_ending(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return ending;
}

}  // namespace

bool is_mesh_format(const std::string& file) {
  const std::string ending = lower_ending(file);
  return ending == ".stl" || ending == ".obj";
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
      corners[c] = out.add(v);
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
      Vertex v;
      for (float& x : v)
        if (const std::string_view number = words.next(); !read_float(number, x))
          throw out.bad("a coordinate is not a number")
              .given(fmt::format("'{}'", text::printable(std::string(number))));
      vertices.push_back(out.add(v));
    } else if (kind == "f") {
      std::vector<unsigned> corners;
      for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        long index = 0;
        const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), index);
        const long place = index < 0 ? static_cast<long>(vertices.size()) + index : index - 1;
        if (error != std::errc{} || (stop != word.data() + word.size() && *stop != '/') || place < 0 ||
            place >= static_cast<long>(vertices.size()))
          throw out.bad("a face has a vertex that does not exist")
              .given(fmt::format("'{}'", text::printable(std::string(word))));
        corners.push_back(vertices[static_cast<std::size_t>(place)]);
      }
      for (std::size_t k = 2; k < corners.size(); ++k) out.triangle(corners[0], corners[k - 1], corners[k]);
    }
  }
  return std::move(out).mesh();
}

TriangleMesh read_mesh(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size =
      std::filesystem::is_regular_file(file, error) ? std::filesystem::file_size(file, error) : 0;
  if (!error && size > kLargestMeshFile)
    throw Error(ErrorKind::model, file, "the mesh is too large for a report")
        .given(fmt::format("{} MB", size / 1'000'000))
        .need(fmt::format("{} MB at most", kLargestMeshFile / 1'000'000));
  std::string bytes(static_cast<std::size_t>(error ? 0 : size), '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (error || !in || bytes.empty())
    throw Error(ErrorKind::io, file, "the mesh cannot be read")
        .given(error       ? error.message()
               : size == 0 ? "no regular file, or an empty one"
                           : std::strerror(errno));
  system::note_file_read(file);
  return lower_ending(file) == ".obj" ? parse_obj(bytes, file) : parse_stl(bytes, file);
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
  for (const auto& t : mesh.triangles) {
    std::array<unsigned, 3> corners = {of[t[0]], of[t[1]], of[t[2]]};
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[0] == corners[2]) continue;
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    out.triangles.push_back(corners);
  }
  std::sort(out.triangles.begin(), out.triangles.end());
  out.triangles.erase(std::unique(out.triangles.begin(), out.triangles.end()), out.triangles.end());
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
  return mesh;
}

}  // namespace catena::report
