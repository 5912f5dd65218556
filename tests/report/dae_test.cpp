// SPDX-License-Identifier: Apache-2.0
// COLLADA meshes: faces, sources, nodes with their transforms, units, colours; broken files, and files that ask for endless work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/report/mesh.hpp"

namespace catena::report {
namespace {

using testing::HasSubstr;

using Vertex = std::array<float, 3>;
using Triangle = std::array<Vertex, 3>;

// A square in the plane z = 0, as x y z of its corners.
constexpr const char* kSquare = "0 0 0  1 0 0  1 1 0  0 1 0";

std::string source(const std::string& numbers, const std::string& accessor = "stride=\"3\"",
                   const std::string& params = "<param name=\"X\"/><param name=\"Y\"/><param name=\"Z\"/>") {
  return "<source id=\"at\"><float_array id=\"numbers\">" + numbers +
         "</float_array><technique_common><accessor source=\"#numbers\" " + accessor + ">" + params +
         "</accessor></technique_common></source>"
         "<vertices id=\"corners\"><input semantic=\"POSITION\" source=\"#at\"/></vertices>";
}

constexpr const char* kTwoTriangles =
    "<triangles><input semantic=\"VERTEX\" source=\"#corners\" offset=\"0\"/><p>0 1 2 0 2 3</p></triangles>";

std::string geometry(const std::string& faces, const std::string& at = source(kSquare)) {
  return "<library_geometries><geometry id=\"shape\"><mesh>" + at + faces +
         "</mesh></geometry></library_geometries>";
}

std::string scene(const std::string& nodes) {
  return "<library_visual_scenes><visual_scene id=\"all\">" + nodes +
         "</visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#all\"/></scene>";
}

constexpr const char* kShown = "<instance_geometry url=\"#shape\"/>";

std::string file(const std::string& contents) {
  return "<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
         "version=\"1.4.1\">" +
         contents + "</COLLADA>\n";
}

std::vector<Triangle> triangles(const std::string& contents) {
  const TriangleMesh mesh = parse_dae(file(contents), "a.dae");
  std::vector<Triangle> out;
  for (const auto& t : mesh.triangles)
    out.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
  return out;
}

const std::vector<Triangle> kBoth = {{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}},
                                     {{{0, 0, 0}, {1, 1, 0}, {0, 1, 0}}}};

std::string refusal(const std::string& text) {
  try {
    parse_dae(text, "a.dae");
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

TEST(Dae, FacesOfEveryKindAreReadWithTheIndicesOfTheirVertices) {
  const std::string input = "<input semantic=\"VERTEX\" source=\"#corners\" offset=\"0\"/>";
  EXPECT_EQ(triangles(geometry(kTwoTriangles)), kBoth);
  EXPECT_EQ(triangles(geometry("<polylist>" + input + "<vcount>4</vcount><p>0 1 2 3</p></polylist>")), kBoth);
  EXPECT_EQ(triangles(geometry("<polylist>" + input + "<vcount>3 3</vcount><p>0 1 2 0 2 3</p></polylist>")),
            kBoth);
  EXPECT_EQ(triangles(geometry("<polygons>" + input + "<p>0 1 2</p><p>0 2 3</p></polygons>")), kBoth);
  EXPECT_EQ(triangles(geometry("<polygons>" + input + "<ph><p>0 1 2 3</p><h>0 1 2</h></ph></polygons>")),
            kBoth);
  EXPECT_EQ(triangles(geometry("<trifans>" + input + "<p>0 1 2 3</p></trifans>")), kBoth);
  // every second triangle of a strip has its corners in the other direction
  EXPECT_EQ(
      triangles(geometry("<tristrips>" + input + "<p>0 1 3 2</p></tristrips>")),
      (std::vector<Triangle>{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {{{1, 0, 0}, {1, 1, 0}, {0, 1, 0}}}}));
  // indices of normals and textures stand between those of the vertices
  EXPECT_EQ(triangles(geometry("<triangles><input semantic=\"NORMAL\" source=\"#nothing\" offset=\"0\"/>"
                               "<input semantic=\"VERTEX\" source=\"#corners\" offset=\"1\"/>"
                               "<input semantic=\"TEXCOORD\" source=\"#nothing\" offset=\"3\"/>"
                               "<p>9 0 9 9  9 1 9 9  9 2 9 9  9 0 9 9  9 2 9 9  9 3 9 9</p></triangles>")),
            kBoth);
  EXPECT_EQ(
      triangles(geometry("<lines>" + input + "<p>0 1</p></lines><triangles count=\"0\"/>" + kTwoTriangles)),
      kBoth);
}

TEST(Dae, PositionsAreThoseThatTheirAccessorNames) {
  EXPECT_EQ(triangles(geometry(kTwoTriangles,
                               source("9 9 0 0 7 0 1 0 7 0 1 1 7 0 0 1 7 0", "offset=\"2\" stride=\"4\"",
                                      "<param name=\"X\"/><param name=\"Y\"/><param/>"
                                      "<param name=\"Z\"/>"))),
            kBoth);
  EXPECT_EQ(triangles(geometry(kTwoTriangles, source("0 0 0 1 0 <!-- not 5 --> 0\n1 1.0e0 0\t+0 1 -0"))),
            kBoth);
  // a second list of faces with the same vertices
  EXPECT_EQ(triangles(geometry(std::string(kTwoTriangles) + kTwoTriangles)).size(), 4);
}

// The first transform of a node is the outermost one, and those of its parents are outside of it.
TEST(Dae, NodesPlaceTheirGeometry) {
  const auto first = [](const std::string& nodes) {
    return triangles(geometry(kTwoTriangles) + scene(nodes)).front();
  };
  const auto expect_near = [](const Triangle& found, const Triangle& wanted) {
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[c][i], wanted[c][i], 1e-6) << c << ' ' << i;
  };
  const std::string shown = kShown;
  expect_near(first("<node>" + shown + "</node>"), kBoth[0]);
  expect_near(first("<node><matrix>0 -1 0 10  1 0 0 20  0 0 2 30  0 0 0 1</matrix>" + shown + "</node>"),
              {{{10, 20, 30}, {10, 21, 30}, {9, 21, 30}}});
  // a quarter turn about z of what was moved by x = 5, and the reverse
  expect_near(first("<node><rotate>0 0 2 90</rotate><translate>5 0 0</translate>" + shown + "</node>"),
              {{{0, 5, 0}, {0, 6, 0}, {-1, 6, 0}}});
  expect_near(first("<node><translate>5 0 0</translate><rotate>0 0 1 90</rotate>" + shown + "</node>"),
              {{{5, 0, 0}, {5, 1, 0}, {4, 1, 0}}});
  expect_near(
      first("<node><translate>0 0 1</translate><node><scale>2 3 4</scale><node><rotate>1 0 0 90</rotate>" +
            shown + "</node></node></node>"),
      {{{0, 0, 1}, {2, 0, 1}, {2, 0, 5}}});
  // about (1, 1, 1) by a third of a turn, x goes to y and y to z
  expect_near(first("<node><rotate>1 1 1 120</rotate>" + shown + "</node>"),
              {{{0, 0, 0}, {0, 1, 0}, {0, 1, 1}}});
}

TEST(Dae, NodesOfTheLibraryAreShownWhereTheyAreInstanced) {
  const std::string library = "<library_nodes><node id=\"part\"><translate>0 0 2</translate>" +
                              std::string(kShown) + "</node></library_nodes>";
  const auto found =
      triangles(geometry(kTwoTriangles) + library +
                scene("<node><instance_node url=\"#part\"/></node>"
                      "<node><translate>0 0 3</translate><instance_node url=\"#part\"/></node>"));
  ASSERT_EQ(found.size(), 4);
  EXPECT_EQ(found[0][0], (Vertex{0, 0, 2}));
  EXPECT_EQ(found[2][0], (Vertex{0, 0, 5}));
}

// As RViz, MoveIt and Gazebo have it: the numbers are those of the frame of the link, whatever <up_axis> says.
TEST(Dae, UnitsAreConvertedAndTheUpAxisIsIgnored) {
  for (const char* const axis : {"X_UP", "Y_UP", "Z_UP"}) {
    const auto found =
        triangles("<asset><unit name=\"centimeter\" meter=\"0.01\"/><up_axis>" + std::string(axis) +
                  "</up_axis></asset>" + geometry(kTwoTriangles) +
                  scene("<node><translate>100 0 0</translate>" + std::string(kShown) + "</node>"));
    EXPECT_EQ(found[0], (Triangle{{{1, 0, 0}, {1.01F, 0, 0}, {1.01F, 0.01F, 0}}})) << axis;
  }
}

TEST(Dae, OnlyTheSceneIsShown) {
  // of two scenes, the named one; without a name, the first
  const std::string two =
      "<library_visual_scenes><visual_scene id=\"a\"><node/></visual_scene><visual_scene id=\"b\"><node>" +
      std::string(kShown) + "</node></visual_scene></library_visual_scenes>";
  EXPECT_EQ(triangles(geometry(kTwoTriangles) + two + "<scene><instance_visual_scene url='#b'/></scene>"),
            kBoth);
  EXPECT_EQ(refusal(file(geometry(kTwoTriangles) + two)), "a.dae: the mesh has no triangle");
  // cameras are often placed by <lookat>, which matters only where there is geometry
  const std::string camera = "<node><lookat>1 2 3 0 0 0 0 0 1</lookat><instance_camera url=\"#eye\"/></node>";
  EXPECT_EQ(triangles(geometry(kTwoTriangles) + scene(camera + "<node>" + kShown + "</node>")), kBoth);
  EXPECT_EQ(
      refusal(file("\n" + geometry(kTwoTriangles) +
                   scene("<node><skew>1 0 0 0 1 0 0</skew><node>" + std::string(kShown) + "</node></node>"))),
      "a.dae:3: it is placed by <skew>, which is not supported");
}

// Of materials named "red paint" and so on, an effect with a shading and what is diffuse.
std::string effects(const std::vector<std::array<std::string, 3>>& all) {
  std::string out;
  for (const auto& [id, shading, diffuse] : all)
    out += "<library_effects><effect id=\"" + id + "-effect\"><profile_COMMON><technique><" + shading +
           "><emission><color>0 0 0 1</color></emission><diffuse>" + diffuse + "</diffuse></" + shading +
           "></technique></profile_COMMON></effect></library_effects>";
  for (const auto& [id, shading, diffuse] : all)
    out += "<library_materials><material id=\"" + id + "\"><instance_effect url=\"#" + id +
           "-effect\"/></material></library_materials>";
  return out;
}

std::string faces(const std::string& material, const std::string& corners) {
  return "<triangles" + (material.empty() ? "" : " material=\"" + material + "\"") +
         "><input semantic=\"VERTEX\" source=\"#corners\"/><p>" + corners + "</p></triangles>";
}

std::string shown(const std::vector<std::array<std::string, 2>>& bindings) {
  std::string out;
  for (const auto& [symbol, target] : bindings)
    out += "<instance_material symbol=\"" + symbol + "\" target=\"" + target + "\"/>";
  return "<node><instance_geometry url=\"#shape\"><bind_material><technique_common>" + out +
         "</technique_common></bind_material></instance_geometry></node>";
}

using Colours = std::vector<Colour>;

Colours colours(const std::string& contents) { return parse_dae(file(contents), "a.dae").colours; }

TEST(Dae, TrianglesHaveTheDiffuseColoursOfTheirMaterials) {
  const std::string paints = effects({{"red", "phong", "<color sid=\"a\">1 0 0 1</color>"},
                                      {"blue", "lambert", "<color>0 0 1 0.5</color>"},
                                      {"grey", "blinn", "<color>0.5 0.25 7 1</color>"}});
  for (const auto& [name, wanted] :
       std::map<std::string, Colour>{{"red", 0xFF0000}, {"blue", 0x0000FF}, {"grey", 0x8040FF}})
    EXPECT_EQ(colours(paints + geometry(faces("m", "0 1 2 0 2 3")) + scene(shown({{"m", "#" + name}}))),
              (Colours{wanted, wanted}))
        << name;
  // each list of faces has its material, and each instance its bindings; equal colours stand together
  const std::string two = geometry(faces("m", "0 1 2") + faces("n", "0 2 3"));
  const std::string twice = scene(shown({{"m", "#red"}, {"n", "#blue"}}) + shown({{"n", "#red"}}));
  const TriangleMesh mesh = parse_dae(file(paints + two + twice), "a.dae");
  EXPECT_EQ(mesh.colours, (Colours{0x0000FF, 0xFF0000, 0xFF0000, kNoColour}));
  const std::array<unsigned, 3> first = {0, 1, 2}, second = {0, 2, 3};
  EXPECT_EQ(mesh.triangles, (std::vector{second, first, second, first}));
  // without a binding, or without a scene, the symbol is the material
  EXPECT_EQ(
      colours(paints + geometry(faces("red", "0 1 2")) + scene("<node>" + std::string(kShown) + "</node>")),
      Colours{0xFF0000});
  EXPECT_EQ(colours(paints + geometry(faces("blue", "0 1 2"))), Colours{0x0000FF});
}

TEST(Dae, MaterialsWithoutAColourAreNoReasonToRefuseAMesh) {
  const std::string square = geometry(faces("m", "0 1 2 0 2 3"));
  const auto bound = [&](const std::string& target) { return scene(shown({{"m", target}})); };
  EXPECT_EQ(colours(geometry(kTwoTriangles)), Colours{});
  EXPECT_EQ(colours(square + bound("#nothing")), Colours{});
  EXPECT_EQ(colours(square + bound("other.dae#red")), Colours{});
  EXPECT_EQ(colours(square + bound("#shape")), Colours{});
  EXPECT_EQ(colours(effects({{"wood", "phong", "<texture texture=\"wood\"/>"}}) + square + bound("#wood")),
            Colours{});
  const auto refused = [&](const std::string& numbers) {
    return refusal(
        file(effects({{"red", "phong", "<color>" + numbers + "</color>"}}) + "\n" + square + bound("#red")));
  };
  EXPECT_EQ(refused("1 0"), "a.dae:2: <color> has fewer than 3 numbers");
  EXPECT_EQ(refused("1 0 red 1"), "a.dae:2: not a number\n  given   'red'");
  EXPECT_EQ(refused("1 0 nan 1"), "a.dae:2: not a finite number");
}

TEST(Dae, FilesThatAreBrokenAreRefused) {
  const std::string shape = geometry(kTwoTriangles);
  const auto replaced = [&](const std::string& old, const std::string& by) {
    std::string out = shape;
    out.replace(out.find(old), old.size(), by);
    return refusal(file("\n" + out));
  };
  EXPECT_EQ(refusal(""), "a.dae:1: not an XML file");
  EXPECT_EQ(refusal("solid"), "a.dae:1: not an XML file");
  EXPECT_EQ(refusal("<robot/>"), "a.dae:1: not a COLLADA file\n  given   <robot>\n  need    <COLLADA>");
  EXPECT_EQ(refusal("<COLLADA/>"), "a.dae: the mesh has no triangle");
  EXPECT_EQ(refusal("<COLLADA>\n<a>\n</b></COLLADA>"), "a.dae:3: </b> has no opening tag");
  EXPECT_EQ(refusal("<COLLADA>\n<a>"), "a.dae:2: <a> is not closed");
  EXPECT_EQ(refusal("<COLLADA/><COLLADA/>"), "a.dae:1: there is more than one element at the top");
  EXPECT_EQ(refusal("<COLLADA a=\"></COLLADA>"),
            "a.dae:1: a tag is not closed\n  need    '>', and every quote closed");
  EXPECT_EQ(refusal("<COLLADA><!-- </COLLADA>"),
            "a.dae:1: a comment, CDATA section or processing instruction is not closed\n  need    '-->'");
  EXPECT_EQ(refusal("<!DOCTYPE a [<!ENTITY b 'c'>]><COLLADA/>"),
            "a.dae:1: document type declarations are not supported\n"
            "  hint    remove the <!DOCTYPE ...> or <!ENTITY ...>");
  EXPECT_EQ(refusal("< />"), "a.dae:1: a tag has no name");
  EXPECT_THAT(refusal("<COLLADA " + std::string(20'000, 'a') + "/>"), HasSubstr("a tag is too long"));
  std::string deep;
  for (int k = 0; k < 300; ++k) deep += "<a>";
  EXPECT_THAT(refusal(deep),
              HasSubstr("nested too deeply\n  need    256 elements inside each other at most"));

  EXPECT_EQ(replaced("0 2 3<", "0 2 4<"),
            "a.dae:3: a face has a vertex that does not exist\n  given   4 of 4 vertices, counted from 0");
  EXPECT_EQ(replaced("0 2 3<", "0 2 -1<"), "a.dae:3: not a number\n  given   '-1'");
  EXPECT_EQ(replaced("0 2 3<", "0 2<"),
            "a.dae:3: <triangles> does not have as many indices as its faces need");
  EXPECT_EQ(replaced("1 1 0", "1 one 0"), "a.dae:3: not a number\n  given   'one'");
  EXPECT_EQ(replaced("1 1 0", "1 nan 0"), "a.dae: a coordinate is not finite, or too large");
  EXPECT_EQ(replaced("#corners", "#other"),
            "a.dae:3: <input> names an element that does not exist\n  given   source=\"#other\"");
  EXPECT_EQ(
      replaced("#numbers", "other.dae#numbers"),
      "a.dae:3: <accessor> names an element that does not exist\n  given   source=\"other.dae#numbers\"");
  EXPECT_EQ(replaced("VERTEX", "NORMAL"), "a.dae:3: <triangles> has no input of vertices");
  EXPECT_EQ(replaced("POSITION", "NORMAL"), "a.dae:3: the vertices have no positions");
  EXPECT_EQ(replaced("stride=\"3\"", "stride=\"2\""), "a.dae:3: the positions do not have three coordinates");
  EXPECT_EQ(replaced("offset=\"0\"", "offset=\"4294967295\""),
            "a.dae:3: the number is too large\n  given   '4294967295'");
  // counts of corners whose sum wraps around in 32 bits
  EXPECT_EQ(
      refusal(file(geometry("<polylist><input semantic=\"VERTEX\" source=\"#corners\"/><vcount>4294967295 5"
                            "</vcount><p>0 1 2 3</p></polylist>"))),
      "a.dae:2: <polylist> does not have as many indices as its faces need");
  EXPECT_EQ(refusal(file(shape + scene("<node><matrix>1 0 0</matrix></node>"))),
            "a.dae:2: <matrix> has fewer than 16 numbers");
  EXPECT_EQ(refusal(file(shape + scene("<node><translate>1 inf 0</translate></node>"))),
            "a.dae:2: not a finite number");
  EXPECT_EQ(refusal(file("<asset><unit meter=\"0\"/></asset>" + shape)),
            "a.dae:2: the unit is not a positive number of metres\n  given   '0'");
}

TEST(Dae, EveryBeginningOfAFileIsReadOrRefused) {
  const std::string whole = file("<!-- a --><asset><unit meter=\"0.01\"/></asset>" + geometry(kTwoTriangles) +
                                 scene("<node><rotate>1 0 0 90</rotate>" + std::string(kShown) + "</node>"));
  for (std::size_t size = 0; size + 1 < whole.size(); ++size)
    EXPECT_NE(refusal(whole.substr(0, size)), "no error") << size;
  EXPECT_EQ(refusal(whole), "no error");
}

TEST(Dae, ShortFilesCannotAskForEndlessWork) {
  std::string nodes;  // each shows the next one twice
  for (int k = 0; k < 90; ++k) {
    const std::string next = "<instance_node url=\"#n" + std::to_string(k + 1) + "\"/>";
    nodes += "<node id=\"n" + std::to_string(k) + "\">" + next + next + "</node>";
  }
  nodes += "<node id=\"n90\">" + std::string(kShown) + "</node>";
  EXPECT_THAT(refusal(file(geometry(kTwoTriangles) + "<library_nodes>" + nodes + "</library_nodes>" +
                           scene("<instance_node url=\"#n0\"/>"))),
              HasSubstr("a.dae: the scene is too large"));
  EXPECT_THAT(refusal(file(scene("<node id=\"a\"><instance_node url=\"#a\"/></node>"))),
              HasSubstr("nodes are nested too deeply, or in a circle"));
  // the same long element looked through for every face
  std::string faces, many;
  for (int k = 0; k < 20'000; ++k) {
    faces += kTwoTriangles;
    many += "<extra/>";
  }
  std::string at = source(kSquare);
  at.insert(at.find("</vertices>"), many);
  EXPECT_THAT(refusal(file(geometry(faces, at))), HasSubstr("a.dae: the scene is too large"));
}

}  // namespace
}  // namespace catena::report
