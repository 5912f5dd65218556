// SPDX-License-Identifier: Apache-2.0
// Meshes of reports: STL and OBJ files, broken ones, and simplification.
#include "catena/report/mesh.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <numbers>

#include "catena/core/error.hpp"

namespace catena::report {
namespace {

using testing::HasSubstr;

using Vertex = std::array<float, 3>;

// Two triangles with a common edge.
const std::vector<std::array<Vertex, 3>> kSquare = {{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}},
                                                    {{{0, 0, 0}, {1, 1, 0}, {0, 1, 0.5F}}}};

std::string binary_stl(const std::vector<std::array<Vertex, 3>>& triangles) {
  std::string out(84, '\0');
  const auto count = static_cast<std::uint32_t>(triangles.size());
  std::memcpy(out.data() + 80, &count, 4);
  for (const auto& t : triangles) {
    out.append(12, '\0');
    for (const Vertex& v : t) out.append(reinterpret_cast<const char*>(v.data()), 12);
    out.append(2, '\0');
  }
  return out;
}

std::string refusal(const auto& call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

void expect_square(const TriangleMesh& mesh) {
  ASSERT_EQ(mesh.vertices.size(), 4);  // the common edge is one
  ASSERT_EQ(mesh.triangles.size(), 2);
  for (std::size_t t = 0; t < 2; ++t)
    for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(mesh.vertices[mesh.triangles[t][c]], kSquare[t][c]);
}

TEST(Meshes, AreReadFromBinaryAndTextStlAndFromObj) {
  expect_square(parse_stl(binary_stl(kSquare), "a.stl"));
  std::string named = binary_stl(kSquare);
  named.replace(0, 6, "solid ");  // some programs write this into binary files
  expect_square(parse_stl(named, "a.stl"));
  expect_square(parse_stl(
      "solid part\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 1e0 +1.0 "
      "0\n"
      "  endloop\n endfacet\n facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 1 0 vertex 0 1 0.5 "
      "endloop endfacet\nendsolid part\n",
      "a.stl"));
  expect_square(parse_obj(
      "# two triangles\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvn 0 0 1\nf 1//1 2//1 3//1\nv 0 1 0.5\nf 1 -2/1/1 4\n",
      "a.obj"));
  const TriangleMesh quad = parse_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", "a.obj");
  EXPECT_EQ(quad.triangles.size(), 2);
}

TEST(Meshes, ThatAreBrokenAreRefused) {
  const std::string whole = binary_stl(kSquare);
  EXPECT_EQ(refusal([&] { parse_stl(whole.substr(0, 100), "a.stl"); }),
            "a.stl: not an STL file, or a truncated one\n  given   100 bytes for 2 triangles\n"
            "  need    84 bytes and 50 for each triangle, or text that begins with 'solid'");
  EXPECT_EQ(refusal([&] { parse_stl("", "a.stl"); }),
            "a.stl: not an STL file, or a truncated one\n  given   0 bytes\n"
            "  need    84 bytes and 50 for each triangle, or text that begins with 'solid'");
  EXPECT_EQ(refusal([&] { parse_stl(binary_stl({}), "a.stl"); }), "a.stl: the mesh has no triangle");
  EXPECT_EQ(refusal([&] {
              parse_stl(binary_stl({{{{0, 0, 0}, {NAN, 0, 0}, {1, 1, 0}}}}), "a.stl");
            }),
            "a.stl: a coordinate is not finite, or too large");
  EXPECT_EQ(refusal([&] { parse_stl("solid\nfacet\nvertex 0 0 0\nvertex 1 zero 0\n", "a.stl"); }),
            "a.stl: a coordinate is not a number\n  given   'zero'");
  EXPECT_EQ(refusal([&] { parse_stl("solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\n", "a.stl"); }),
            "a.stl: the file ends within a facet");
  EXPECT_EQ(refusal([&] { parse_stl("solid\nfacet\nvertex 0 0 0\nfacet\n", "a.stl"); }),
            "a.stl: a facet does not have three vertices");
  EXPECT_EQ(refusal([&] { parse_stl("solid\nfacet\nvertex 1e39 0 0\n", "a.stl"); }),
            "a.stl: a coordinate is not finite, or too large");
  EXPECT_EQ(refusal([&] { parse_obj("v 0 0 0\nf 1 2 3\n", "a.obj"); }),
            "a.obj: a face has a vertex that does not exist\n  given   '2'");
  EXPECT_EQ(refusal([&] { parse_obj("v 0 0\nf 1 1 1\n", "a.obj"); }),
            "a.obj: a coordinate is not a number\n  given   ''");
  EXPECT_EQ(refusal([&] { read_mesh("/no/such.stl"); }).substr(0, 38),
            "/no/such.stl: the mesh cannot be read\n");
  EXPECT_THAT(refusal([&] { read_mesh("/dev/zero"); }), HasSubstr("no regular file, or an empty one"));
}

TEST(Meshes, InHugeFilesAreNotRead) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "catena_huge_mesh_test.stl";
  std::ofstream(path, std::ios::binary) << "solid";
  std::filesystem::resize_file(path, kLargestMeshFile + 1);  // sparse
  EXPECT_EQ(refusal([&] { read_mesh(path.string()); }),
            path.string() + ": the mesh is too large for a report\n  given   50 MB\n  need    50 MB at most");
  std::filesystem::remove(path);
}

// A sphere with many triangles: the simplified one is within a cell of it everywhere, and closed.
TEST(Meshes, AreSimplifiedWithoutHoles) {
  TriangleMesh sphere;
  constexpr unsigned kRings = 100, kEach = 200;
  const auto add = [&](double polar, double around) {
    sphere.vertices.push_back({static_cast<float>(std::sin(polar) * std::cos(around)),
                               static_cast<float>(std::sin(polar) * std::sin(around)),
                               static_cast<float>(std::cos(polar))});
  };
  add(0, 0);
  for (unsigned i = 1; i < kRings; ++i)
    for (unsigned j = 0; j < kEach; ++j) add(std::numbers::pi * i / kRings, 2 * std::numbers::pi * j / kEach);
  add(std::numbers::pi, 0);
  const auto at = [&](unsigned i, unsigned j) { return 1 + (i - 1) * kEach + j % kEach; };
  const auto last = static_cast<unsigned>(sphere.vertices.size() - 1);
  for (unsigned j = 0; j < kEach; ++j) {
    sphere.triangles.push_back({0, at(1, j), at(1, j + 1)});
    sphere.triangles.push_back({last, at(kRings - 1, j + 1), at(kRings - 1, j)});
    for (unsigned i = 1; i + 1 < kRings; ++i) {
      sphere.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      sphere.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  ASSERT_GT(sphere.triangles.size(), 39'000);
  EXPECT_EQ(simplified(sphere, 100'000).triangles.size(), sphere.triangles.size());
  for (const std::size_t most : {std::size_t{4000}, std::size_t{500}, std::size_t{20}}) {
    const TriangleMesh few = simplified(sphere, most);
    EXPECT_LE(few.triangles.size(), most);
    EXPECT_GE(few.triangles.size(), most / 4);
    std::map<std::pair<unsigned, unsigned>, int>
        edges;  // how often in one direction less how often in the other
    for (const auto& t : few.triangles)
      for (std::size_t c = 0; c < 3; ++c) {
        const unsigned a = t[c], b = t[(c + 1) % 3];
        edges[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
      }
    for (const auto& [edge, count] : edges) EXPECT_EQ(count, 0) << most;
    for (const Vertex& v : few.vertices) {
      const double r = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      EXPECT_LE(r, 1 + 1e-6);
      EXPECT_GE(r, 1 - 3 / std::sqrt(static_cast<double>(most))) << most;
    }
  }
}

// A square of 40 000 triangles, whose left half is red and whose right half has no colour.
TEST(Meshes, KeepTheirColoursWhenTheyAreSimplified) {
  TriangleMesh square;
  constexpr unsigned kSide = 141;
  for (unsigned i = 0; i <= kSide; ++i)
    for (unsigned j = 0; j <= kSide; ++j)
      square.vertices.push_back({static_cast<float>(i), static_cast<float>(j), 0});
  for (unsigned i = 0; i < kSide; ++i)
    for (unsigned j = 0; j < kSide; ++j) {
      const unsigned a = (kSide + 1) * i + j, b = a + kSide + 1;
      square.triangles.push_back({a, b, b + 1});
      square.triangles.push_back({a, b + 1, a + 1});
      for (int k = 0; k < 2; ++k) square.colours.push_back(i < kSide / 2 ? 0xFF0000 : kNoColour);
    }
  const TriangleMesh whole = simplified(square, 100'000);
  EXPECT_EQ(whole.colours.size(), square.colours.size());
  const TriangleMesh few = scaled(simplified(square, 1000), {1, 1, 1});
  ASSERT_EQ(few.colours.size(), few.triangles.size());
  EXPECT_LE(few.triangles.size(), 1000);
  EXPECT_TRUE(std::is_sorted(few.colours.begin(), few.colours.end()));
  const auto red = std::count(few.colours.begin(), few.colours.end(), 0xFF0000U);
  EXPECT_NEAR(static_cast<double>(red), static_cast<double>(few.triangles.size()) / 2,
              0.1 * static_cast<double>(few.triangles.size()));
  for (std::size_t k = 0; k < few.triangles.size(); ++k)
    for (const unsigned v : few.triangles[k]) {
      if (few.colours[k] == kNoColour)
        EXPECT_GE(few.vertices[v][0], kSide / 2 - 10);
      else
        EXPECT_LE(few.vertices[v][0], kSide / 2 + 10);
    }
  // the same square without colours gives the same triangles, and none
  square.colours.clear();
  EXPECT_EQ(simplified(square, 1000).triangles.size(), few.triangles.size());
  EXPECT_TRUE(simplified(square, 1000).colours.empty());
  square.colours.assign(square.triangles.size(), 0x00FF00);
  EXPECT_EQ(simplified(square, 1).colours.size(), 1);  // where no grid is coarse enough
}

}  // namespace
}  // namespace catena::report
