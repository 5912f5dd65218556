// SPDX-License-Identifier: Apache-2.0
// COLLADA: triangles and polygons of the geometries that nodes of the scene show, in the diffuse colours of their materials.
// Curves, skins, textures, cameras and lights are left out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/math/pose.hpp"
#include "catena/core/text.hpp"
#include "catena/report/mesh.hpp"
#include "report/mesh_parts.hpp"
#include "report/xml_tree.hpp"

namespace catena::report {
namespace {

using detail::kFarthest, detail::read_number, detail::Welder, detail::Words, detail::XmlTree;

constexpr std::size_t kNone = XmlTree::kNone;

// A node may show another one, which shows a third twice, and so on: a short file can ask for any amount of work. Counted
// are elements looked at, coordinates read, and vertices and triangles placed. A file of kLargestMeshFile bytes has 10 million
// numbers if each takes five.
constexpr std::size_t kMostWork = 20'000'000;
constexpr std::size_t kDeepest = 100;  // nodes inside each other

using Affine = Pose<double>;  // its R is any matrix

struct Geometry {
  struct Range {
    std::size_t first, count;
  };
  std::unordered_map<std::size_t, Range> sources;  // which vertices are those of a <source>
  std::vector<Vec3<double>> vertices;
  std::vector<std::array<unsigned, 3>> triangles;
  struct Part {
    std::string_view symbol;  // of the material, which each instance of the geometry binds
    std::size_t end;          // of its triangles
  };
  std::vector<Part> parts;
};

class Reader {
 public:
  Reader(const XmlTree& xml, Welder& out) : xml_(xml), out_(out) {
    for (std::size_t e = 0; e < xml.size(); ++e)
      if (const std::string_view id = xml.attribute(e, "id"); !id.empty()) ids_.emplace(id, e);
  }

  void read() {
    if (xml_.name(0) != "COLLADA")
      throw xml_.bad(std::size_t{0}, "not a COLLADA file")
          .given(fmt::format("<{}>", text::printable(xml_.name(0))))
          .need("<COLLADA>");
    const double unit = metres();
    const Affine to_metres = {{unit, 0, 0, 0, unit, 0, 0, 0, unit}, {0, 0, 0}};
    if (const std::size_t scene = visual_scene(); scene != kNone) {
      show_parts(scene, to_metres, {}, 0);
      return;
    }
    for (std::size_t e = 0; e < xml_.size(); ++e)  // without a scene, everything is shown
      if (xml_.name(e) == "geometry") place(e, kNone, to_metres, {});
  }

 private:
  const XmlTree& xml_;
  Welder& out_;
  std::unordered_map<std::string_view, std::size_t> ids_;
  std::unordered_map<std::size_t, Geometry> geometries_;
  std::size_t work_ = 0;

  void spend(std::size_t amount) {
    work_ += amount;
    if (work_ > kMostWork)
      throw out_.bad("the scene is too large")
          .hint("it shows the same geometry too often; make a simpler one");
  }
  template <class Visit>
  void each_child(std::size_t e, const Visit& visit) {
    for (std::size_t c = e + 1; c < xml_.end(e); c = xml_.end(c)) {
      spend(1);
      visit(c, xml_.name(c));
    }
  }
  std::size_t child(std::size_t e, std::string_view name) {  // the first one, or kNone
    for (std::size_t c = e == kNone ? kNone : e + 1; e != kNone && c < xml_.end(e); c = xml_.end(c)) {
      spend(1);
      if (xml_.name(c) == name) return c;
    }
    return kNone;
  }
  std::string_view attribute(std::size_t e, std::string_view name) {
    const std::string_view value = xml_.attribute(e, name);
    spend(1 + value.size() / 16);
    return value;
  }

  std::size_t with_id(std::string_view id) const {
    const auto at = ids_.find(id);
    return at == ids_.end() ? kNone : at->second;
  }
  // The element that an attribute such as url="#id" names, or kNone.
  std::size_t found(std::size_t e, std::string_view name) {
    const std::string_view url = e == kNone ? "" : attribute(e, name);
    return url.starts_with('#') ? with_id(url.substr(1)) : kNone;
  }
  std::size_t target(std::size_t e, std::string_view name) {
    if (const std::size_t at = found(e, name); at != kNone) return at;
    const std::string_view url = attribute(e, name);
    throw xml_.bad(e, fmt::format("<{}> names an element that does not exist", xml_.name(e)))
        .given(fmt::format("{}=\"{}\"", name, text::printable(url)));
  }

  template <class Number>
  Number number(std::string_view word) const {
    Number out = 0;
    if (!read_number(word, out))
      throw xml_.bad(word, "not a number").given(fmt::format("'{}'", text::printable(word)));
    return out;
  }
  template <std::size_t N>
  std::array<double, N> numbers(std::size_t e) const {
    std::array<double, N> out{};
    Words words(xml_.text(e));
    for (double& x : out) {
      const std::string_view word = words.next();
      if (word.empty()) throw xml_.bad(e, fmt::format("<{}> has fewer than {} numbers", xml_.name(e), N));
      x = number<double>(word);
      if (!std::isfinite(x)) throw xml_.bad(word, "not a finite number");
    }
    return out;
  }
  std::size_t whole(std::size_t e, std::string_view name, std::size_t otherwise) {
    const std::string_view word = attribute(e, name);
    if (word.empty()) return otherwise;
    const auto out = number<std::uint32_t>(word);
    if (out > kFarthest) throw xml_.bad(word, "the number is too large").given(fmt::format("'{}'", out));
    return out;
  }

  double metres() {
    const std::size_t unit = child(child(0, "asset"), "unit");
    const std::string_view word = unit == kNone ? "" : attribute(unit, "meter");
    if (word.empty()) return 1;
    const double out = number<double>(word);
    if (!(out > 0) || !std::isfinite(out))
      throw xml_.bad(unit, "the unit is not a positive number of metres")
          .given(fmt::format("'{}'", text::printable(word)));
    return out;
  }

  // The one that <scene> names, else the first.
  std::size_t visual_scene() {
    const std::size_t instance = child(child(0, "scene"), "instance_visual_scene");
    return instance != kNone ? target(instance, "url")
                             : child(child(0, "library_visual_scenes"), "visual_scene");
  }

  // The transforms of a node, the first one outermost. `odd` is set to one that is not known.
  Affine transform(std::size_t node, std::string_view& odd) {
    Affine X = Affine::identity();
    each_child(node, [&](std::size_t c, std::string_view name) {
      if (name == "matrix") {  // row by row; the last row is 0 0 0 1
        const auto m = numbers<16>(c);
        X = X * Affine{{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}, {m[3], m[7], m[11]}};
      } else if (name == "translate") {
        const auto t = numbers<3>(c);
        X = X * Affine{Mat3<double>::identity(), {t[0], t[1], t[2]}};
      } else if (name == "scale") {
        const auto s = numbers<3>(c);
        X = X * Affine{{s[0], 0, 0, 0, s[1], 0, 0, 0, s[2]}, {0, 0, 0}};
      } else if (name == "rotate") {
        X = X * Affine{rotation(numbers<4>(c)), {0, 0, 0}};
      } else if (name == "skew" || name == "lookat") {
        odd = name;
      }
    });
    return X;
  }

  // About an axis by an angle in degrees (Rodrigues).
  static Mat3<double> rotation(const std::array<double, 4>& axis_angle) {
    auto [x, y, z, degrees] = axis_angle;
    const double length = std::hypot(x, y, z);
    if (!(length > 0)) return Mat3<double>::identity();
    x /= length, y /= length, z /= length;
    const double angle = degrees * std::numbers::pi / 180, s = std::sin(angle), c = std::cos(angle),
                 v = 1 - c;
    return {c + x * x * v,     x * y * v - z * s, x * z * v + y * s, y * x * v + z * s, c + y * y * v,
            y * z * v - x * s, z * x * v - y * s, z * y * v + x * s, c + z * z * v};
  }

  void show(std::size_t node, const Affine& above, std::string_view odd, std::size_t depth) {
    if (depth > kDeepest)
      throw xml_.bad(node, "nodes are nested too deeply, or in a circle")
          .need(fmt::format("{} levels at most", kDeepest));
    const Affine X = above * transform(node, odd);
    show_parts(node, X, odd, depth);
  }
  void show_parts(std::size_t of, const Affine& X, std::string_view odd, std::size_t depth) {
    each_child(of, [&](std::size_t c, std::string_view name) {
      if (name == "node") show(c, X, odd, depth + 1);
      if (name == "instance_node") show(target(c, "url"), X, odd, depth + 1);
      if (name == "instance_geometry") place(target(c, "url"), c, X, odd);
    });
  }

  // `instance`: the element that shows the geometry and binds its materials, or kNone.
  void place(std::size_t e, std::size_t instance, const Affine& X, std::string_view odd) {
    if (!odd.empty()) throw xml_.bad(e, fmt::format("it is placed by <{}>, which is not supported", odd));
    auto at = geometries_.find(e);
    if (at == geometries_.end()) at = geometries_.emplace(e, geometry(e)).first;
    const Geometry& shape = at->second;
    spend(shape.vertices.size() + shape.triangles.size());
    std::vector<unsigned> places;
    for (const Vec3<double>& v : shape.vertices) {
      const Vec3<double> p = X * v;
      places.push_back(out_.add(p.x, p.y, p.z));
    }
    std::size_t k = 0;
    for (const Geometry::Part& part : shape.parts) {
      const Colour colour = k < part.end ? colour_of(part.symbol, instance) : kNoColour;
      for (; k < part.end; ++k) {
        const auto& t = shape.triangles[k];
        out_.triangle(places[t[0]], places[t[1]], places[t[2]], colour);
      }
    }
  }

  // A picture is not refused for a material that is missing, in another file, or a texture: it then has no colour.
  Colour colour_of(std::string_view symbol, std::size_t instance) {
    if (symbol.empty()) return kNoColour;
    std::size_t material = with_id(symbol);  // some programs leave the binding out
    if (const std::size_t bound = child(child(instance, "bind_material"), "technique_common"); bound != kNone)
      each_child(bound, [&](std::size_t c, std::string_view name) {
        if (name == "instance_material" && attribute(c, "symbol") == symbol) material = found(c, "target");
      });
    const std::size_t effect = found(child(material, "instance_effect"), "url"),
                      technique = child(child(effect, "profile_COMMON"), "technique");
    for (const std::string_view shading : {"phong", "lambert", "blinn"}) {
      const std::size_t colour = child(child(child(technique, shading), "diffuse"), "color");
      if (colour == kNone) continue;
      Colour out = 0;
      for (const double x : numbers<3>(colour))
        out = 256 * out + static_cast<Colour>(std::lround(255 * std::clamp(x, 0.0, 1.0)));
      return out;
    }
    return kNoColour;
  }

  Geometry geometry(std::size_t e) {
    Geometry out;
    const std::size_t mesh = child(e, "mesh");
    if (mesh == kNone) return out;  // a curve, for example
    each_child(mesh, [&](std::size_t c, std::string_view name) {
      if (name == "triangles" || name == "polylist" || name == "polygons" || name == "trifans" ||
          name == "tristrips")
        add_faces(c, name, out), out.parts.push_back({attribute(c, "material"), out.triangles.size()});
    });
    return out;
  }

  void add_faces(std::size_t e, std::string_view kind, Geometry& out) {
    // <p> has the indices of all inputs of a corner, then those of the next.
    std::size_t stride = 0, vertices = kNone, offset = 0;
    each_child(e, [&](std::size_t c, std::string_view name) {
      if (name != "input") return;
      const std::size_t at = whole(c, "offset", 0);
      stride = std::max(stride, at + 1);
      if (attribute(c, "semantic") == "VERTEX") vertices = target(c, "source"), offset = at;
    });
    if (vertices == kNone) {
      if (child(e, "p") == kNone) return;  // no face
      throw xml_.bad(e, fmt::format("<{}> has no input of vertices", kind));
    }
    const Geometry::Range known = vertices_of(vertices, out);
    std::vector<std::uint32_t> counts;  // corners of the polygons of a polylist
    std::uint64_t sum = 0;
    if (const std::size_t list = kind == "polylist" ? child(e, "vcount") : kNone; list != kNone) {
      Words words(xml_.text(list));
      for (std::string_view word = words.next(); !word.empty(); word = words.next())
        sum += counts.emplace_back(number<std::uint32_t>(word));
    }
    const auto add_list = [&](std::size_t p) {
      std::vector<unsigned> corners;
      Words words(xml_.text(p));
      std::size_t k = 0;
      for (std::string_view word = words.next(); !word.empty(); word = words.next(), k = (k + 1) % stride) {
        if (k != offset) continue;
        const auto index = number<std::size_t>(word);
        if (index >= known.count)
          throw xml_.bad(word, "a face has a vertex that does not exist")
              .given(fmt::format("{} of {} vertices, counted from 0", index, known.count));
        corners.push_back(static_cast<unsigned>(known.first + index));
      }
      if (k != 0 || (kind == "triangles" && corners.size() % 3 != 0) ||
          (kind == "polylist" && corners.size() != sum))
        throw xml_.bad(p, fmt::format("<{}> does not have as many indices as its faces need", kind));
      if (kind == "triangles") {
        for (std::size_t c = 0; c < corners.size(); c += 3)
          out.triangles.push_back({corners[c], corners[c + 1], corners[c + 2]});
      } else if (kind == "tristrips") {
        for (std::size_t c = 2; c < corners.size(); ++c)
          out.triangles.push_back(
              {corners[c - 2], corners[c - (c % 2 == 0 ? 1 : 0)], corners[c - (c % 2 == 0 ? 0 : 1)]});
      } else if (kind == "polylist") {
        const unsigned* polygon = corners.data();
        for (const std::uint32_t count : counts) {
          add_fan(polygon, count, out);
          polygon += count;
        }
      } else {
        add_fan(corners.data(), corners.size(), out);
      }
    };
    bool listed = false;  // a polylist has one list
    each_child(e, [&](std::size_t c, std::string_view name) {
      if (name == "p" && (kind != "polylist" || !listed)) add_list(c), listed = true;
      if (name == "ph")  // a polygon with holes, which are drawn filled
        if (const std::size_t outline = child(c, "p"); outline != kNone) add_list(outline);
    });
  }

  static void add_fan(const unsigned* corners, std::size_t count, Geometry& out) {
    for (std::size_t c = 2; c < count; ++c) out.triangles.push_back({corners[0], corners[c - 1], corners[c]});
  }

  Geometry::Range vertices_of(std::size_t vertices, Geometry& out) {
    std::size_t source = kNone;
    each_child(vertices, [&](std::size_t c, std::string_view name) {
      if (name == "input" && attribute(c, "semantic") == "POSITION") source = target(c, "source");
    });
    if (source == kNone) throw xml_.bad(vertices, "the vertices have no positions");
    if (const auto at = out.sources.find(source); at != out.sources.end()) return at->second;
    std::size_t array = child(source, "float_array"), offset = 0, stride = 3;
    std::array<std::size_t, 3> xyz = {0, 1, 2};
    if (const std::size_t accessor = child(child(source, "technique_common"), "accessor");
        accessor != kNone) {
      array = target(accessor, "source");
      offset = whole(accessor, "offset", 0);
      stride = whole(accessor, "stride", 1);
      std::size_t param = 0, named = 0;  // a parameter without a name is skipped
      each_child(accessor, [&](std::size_t c, std::string_view name) {
        if (name != "param") return;
        if (!attribute(c, "name").empty() && named < 3) xyz[named++] = param;
        ++param;
      });
      if (named < 3) xyz = {0, 1, 2};
    }
    if (array == kNone || stride <= xyz[2])
      throw xml_.bad(source, "the positions do not have three coordinates");
    std::vector<double> values;
    Words words(xml_.text(array));
    for (std::string_view word = words.next(); !word.empty(); word = words.next())
      values.push_back(number<double>(word));
    spend(values.size());
    const std::size_t first = out.vertices.size();
    for (std::size_t k = offset; k < values.size() && values.size() - k >= stride; k += stride)
      out.vertices.push_back({values[k + xyz[0]], values[k + xyz[1]], values[k + xyz[2]]});
    return out.sources[source] = {first, out.vertices.size() - first};
  }
};

}  // namespace

TriangleMesh parse_dae(std::string_view text, const std::string& where) {
  const XmlTree xml(text, where);
  Welder out(where);
  Reader(xml, out).read();
  return std::move(out).mesh();
}

}  // namespace catena::report
