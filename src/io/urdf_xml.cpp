// SPDX-License-Identifier: Apache-2.0
// A URDF's elements checked one by one and copied into a small document for urdfdom.
#include "io/urdf_xml.hpp"

#include <fmt/format.h>
#include <tinyxml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numbers>
#include <span>

#include "catena/core/check_robot.hpp"
#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "io/urdf_meshes.hpp"

namespace catena::io::detail {
namespace {

constexpr std::size_t kMostLinks = 10000;
constexpr std::string_view kTypes[] = {"revolute", "continuous", "prismatic", "fixed", "floating", "planar"};

// One element of the file, with what messages about it need.
struct Element {
  const TiXmlElement* xml;
  std::string where;   // the file
  std::string object;  // "joint 'elbow'"

  Error error(const TiXmlElement& at, const std::string& what) const {
    return Error(ErrorKind::model, fmt::format("{}:{}", where, at.Row()),
                 object.empty() ? what : object + ": " + what);
  }
  std::string attribute(const TiXmlElement& at, const char* name) const {
    const char* value = at.Attribute(name);
    if (value == nullptr)
      throw error(at, fmt::format("<{}> has no '{}'", text::printable(at.ValueStr()), name));
    return value;
  }
};

// Numbers separated by white space, in plain decimal notation.
std::string plain_numbers(const Element& e, const TiXmlElement& at, const char* name, std::size_t count) {
  const std::string given = e.attribute(at, name);
  const auto fail = [&](const std::string& what) {
    const std::string need = count == 1 ? "one finite number" : fmt::format("{} finite numbers", count);
    return e.error(at, fmt::format("{} of <{}> {}", name, at.ValueStr(), what))
        .given(fmt::format("'{}'", text::printable(given)))
        .need(need);
  };
  std::string out;
  std::size_t found = 0;
  for (std::size_t k = 0; (k = given.find_first_not_of(" \t\r\n", k)) != std::string::npos;) {
    const std::size_t end = std::min(given.find_first_of(" \t\r\n", k), given.size());
    const char *first = given.data() + k, *last = given.data() + end;
    if (*first == '+' && last - first > 1 && first[1] != '-') ++first;
    double value = 0;
    const auto [stop, error] = std::from_chars(first, last, value);
    if (stop != last || error == std::errc::invalid_argument) throw fail("is not a number");
    if (error == std::errc::result_out_of_range &&
        std::strtod(std::string(first, last).c_str(), nullptr) < 1 &&
        std::strtod(std::string(first, last).c_str(), nullptr) > -1)
      throw fail("is too small for a double and would be read as 0");
    if (error != std::errc{} || !std::isfinite(value)) throw fail("is not finite");
    out += fmt::format("{}{:.17g}", out.empty() ? "" : " ", value);
    ++found;
    k = end;
  }
  if (found != count) throw fail(count == 1 ? "is not a number" : "has " + text::counted(found, "number"));
  return out;
}

// A copy with the named attributes only: numbers checked, `size` of them each.
TiXmlElement plain_copy(const Element& e, const TiXmlElement& from, std::initializer_list<const char*> names,
                        std::size_t size, bool all_needed) {
  TiXmlElement copy(from.ValueStr());
  for (const char* name : names)
    if (all_needed || from.Attribute(name) != nullptr)
      copy.SetAttribute(std::string(name), plain_numbers(e, from, name, size));
  return copy;
}

// The largest magnitude in rpy of the origin of a joint or a body, whose numbers have been checked.
double largest_angle(const TiXmlElement& of) {
  const TiXmlElement* const origin = of.FirstChildElement("origin");
  const char* at = origin == nullptr ? nullptr : origin->Attribute("rpy");
  double most = 0;
  for (const char* const end = at == nullptr ? nullptr : at + std::strlen(at); at != end;) {
    double x = 0;
    at = std::from_chars(at + (*at == ' ' ? 1 : 0), end, x).ptr;
    most = std::max(most, std::abs(x));
  }
  return most;
}

void copy_origin(const Element& e, const TiXmlElement& parent, TiXmlElement& into) {
  const TiXmlElement* const origin = parent.FirstChildElement("origin");
  if (origin == nullptr) return;
  into.InsertEndChild(plain_copy(e, *origin, {"xyz", "rpy"}, 3, false));
  if (const auto broken = broken_by_angle("rpy", largest_angle(into)))
    throw explained(e.error(*origin, broken->problem), *broken);
}

TiXmlElement checked_link(const Element& e, const std::string& name) {
  TiXmlElement out("link");
  out.SetAttribute(std::string("name"), name);
  const TiXmlElement* inertial = e.xml->FirstChildElement("inertial");
  if (inertial == nullptr) return out;

  const TiXmlElement *mass = inertial->FirstChildElement("mass"),
                     *inertia = inertial->FirstChildElement("inertia");
  if (mass == nullptr) throw e.error(*inertial, "<inertial> has no <mass>");
  if (inertia == nullptr) throw e.error(*inertial, "<inertial> has no <inertia>");
  TiXmlElement copy("inertial");
  copy_origin(e, *inertial, copy);
  copy.InsertEndChild(plain_copy(e, *mass, {"value"}, 1, true));
  copy.InsertEndChild(plain_copy(e, *inertia, {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}, 1, true));
  out.InsertEndChild(copy);
  return out;
}

// urdfdom insists on <limit effort velocity>; what the file leaves out is filled in and remembered.
TiXmlElement checked_limit(const Element& e, LimitGiven& given) {
  const TiXmlElement* limit = e.xml->FirstChildElement("limit");
  TiXmlElement copy("limit");
  if (limit != nullptr) {
    copy = plain_copy(e, *limit, {"lower", "upper", "effort", "velocity"}, 1, false);
    given = {limit->Attribute("lower") != nullptr || limit->Attribute("upper") != nullptr,
             limit->Attribute("effort") != nullptr, limit->Attribute("velocity") != nullptr};
  }
  if (!given.effort) copy.SetAttribute("effort", "0");
  if (!given.velocity) copy.SetAttribute("velocity", "0");
  return copy;
}

TiXmlElement checked_joint(const Element& e, const std::string& name, const UrdfXml& xml, LimitGiven& given) {
  TiXmlElement out("joint");
  out.SetAttribute(std::string("name"), name);
  const std::string type = e.attribute(*e.xml, "type");
  if (std::find(std::begin(kTypes), std::end(kTypes), type) == std::end(kTypes))
    throw e.error(*e.xml, fmt::format("unknown type '{}'", text::printable(type)))
        .need("revolute, continuous, prismatic, fixed, floating or planar")
        .hint(text::did_you_mean(type, kTypes));
  out.SetAttribute(std::string("type"), type);
  copy_origin(e, *e.xml, out);

  for (const char* role : {"parent", "child"}) {
    const TiXmlElement* end = e.xml->FirstChildElement(role);
    if (end == nullptr) throw e.error(*e.xml, fmt::format("has no <{} link=\"...\"/>", role));
    const std::string link = e.attribute(*end, "link");
    if (!xml.link_line.contains(link)) {
      const std::vector<std::string_view> known(xml.links.begin(), xml.links.end());
      throw e.error(*end, fmt::format("its {} link '{}' is not in the file", role, text::printable(link)))
          .hint(text::did_you_mean(link, known));
    }
    TiXmlElement copy(role);
    copy.SetAttribute(std::string("link"), link);
    out.InsertEndChild(copy);
  }

  if (const TiXmlElement* axis = e.xml->FirstChildElement("axis");
      axis != nullptr && type != "fixed" && type != "floating")
    out.InsertEndChild(plain_copy(e, *axis, {"xyz"}, 3, true));
  if (type == "revolute" || type == "continuous" || type == "prismatic")
    out.InsertEndChild(checked_limit(e, given));
  if (const TiXmlElement* dynamics = e.xml->FirstChildElement("dynamics");
      dynamics != nullptr &&
      (dynamics->Attribute("damping") != nullptr || dynamics->Attribute("friction") != nullptr))
    out.InsertEndChild(plain_copy(e, *dynamics, {"damping", "friction"}, 1, false));
  if (const TiXmlElement* mimic = e.xml->FirstChildElement("mimic")) {
    TiXmlElement copy("mimic");
    copy.SetAttribute(std::string("joint"), e.attribute(*mimic, "joint"));
    out.InsertEndChild(copy);
  }
  return out;
}

// One root, from which every link is reached by one joint.
void check_tree(const UrdfXml& xml,
                const std::map<std::string, std::pair<std::string, std::string>>& parent) {
  std::vector<std::string> roots;
  for (const std::string& link : xml.links)
    if (!parent.contains(link)) roots.push_back(link);
  if (roots.empty())
    throw Error(ErrorKind::model, xml.where, "no root: every link is the child of a joint")
        .need("one link that is not the child of a joint");
  if (roots.size() > 1)
    throw Error(ErrorKind::model, xml.where,
                fmt::format("{} roots: the links do not form one tree", roots.size()))
        .given(fmt::format("neither '{}' nor '{}' is the child of a joint", text::printable(roots[0]),
                           text::printable(roots[1])))
        .need("one link that is not the child of a joint")
        .hint(fmt::format("connect '{}' to the rest by a joint, or remove it", text::printable(roots[1])));

  // Walk up from every link until a link that is known to lead to the root.
  std::map<std::string, int> state;  // 1: on this walk, 2: leads to the root
  state[roots[0]] = 2;
  for (const std::string& start : xml.links) {
    std::vector<std::string> walk;
    std::string link = start;
    while (state[link] == 0) {
      state[link] = 1;
      walk.push_back(link);
      link = parent.at(link).first;
    }
    if (state[link] == 1)
      throw xml
          .at_joint(parent.at(link).second, fmt::format("closes a loop at link '{}'", text::printable(link)))
          .need("a tree: joints lead away from the root only");
    for (const std::string& done : walk) state[done] = 2;
  }
}

}  // namespace

Error UrdfXml::at_link(const std::string& name, const std::string& what) const {
  return Error(ErrorKind::model, fmt::format("{}:{}", where, link_line.at(name)),
               fmt::format("link '{}': {}", text::printable(name), what));
}

Error UrdfXml::at_joint(const std::string& name, const std::string& what) const {
  return Error(ErrorKind::model, fmt::format("{}:{}", where, joint_line.at(name)),
               fmt::format("joint '{}': {}", text::printable(name), what));
}

UrdfXml checked_urdf(std::string_view text, const std::string& where, Notes& notes) {
  TiXmlDocument document;
  document.Parse(safe_xml_text(text, where).c_str(), nullptr, TIXML_ENCODING_UTF8);
  if (document.Error())
    throw Error(ErrorKind::model,
                document.ErrorRow() > 0 ? fmt::format("{}:{}", where, document.ErrorRow()) : where,
                "not well-formed XML")
        .given(document.ErrorDesc());
  const TiXmlElement* robot = document.RootElement();
  if (robot == nullptr || robot->ValueStr() != "robot")
    throw Error(ErrorKind::model, where, "not a URDF file")
        .given(robot == nullptr
                   ? "no element"
                   : fmt::format("<{}> as the outermost element", text::printable(robot->ValueStr())))
        .need("<robot name=\"...\">");

  UrdfXml out;
  out.where = where;
  TiXmlElement small("robot");
  small.SetAttribute(std::string("name"),
                     robot->Attribute("name") == nullptr ? std::string() : robot->Attribute("name"));
  if (robot->Attribute("name") == nullptr)
    notes.push_back({fmt::format("{}:{}", where, robot->Row()),
                     "the robot has no name",
                     NoteKind::remark,
                     {},
                     "<robot name=\"...\">"});

  const auto named = [&](const TiXmlElement& xml, const char* kind, std::map<std::string, int>& lines) {
    Element e{&xml, where, ""};
    if (xml.Attribute("name") == nullptr) throw e.error(xml, fmt::format("a {} has no 'name'", kind));
    const std::string name = xml.Attribute("name");
    e.object = fmt::format("{} '{}'", kind, text::printable(name));
    if (const auto [before, is_new] = lines.emplace(name, xml.Row()); !is_new)
      throw e.error(xml, "the name is taken").given(fmt::format("the same name on line {}", before->second));
    return std::pair(e, name);
  };

  for (auto* xml = robot->FirstChildElement("link"); xml != nullptr; xml = xml->NextSiblingElement("link")) {
    const auto [e, name] = named(*xml, "link", out.link_line);
    out.links.push_back(name);
    if (out.links.size() > kMostLinks)
      throw e.error(*xml, "too many links").need(fmt::format("{} at most", kMostLinks));
    small.InsertEndChild(checked_link(e, name));
    if (std::vector<RobotMesh> meshes = urdf_meshes(*xml, name, where, notes); !meshes.empty())
      out.meshes[name] = std::move(meshes);
  }
  if (out.links.empty()) throw Error(ErrorKind::model, where, "the robot has no link");

  std::map<std::string, std::pair<std::string, std::string>> parent;  // of a link: link and joint
  bool turned = false;  // an angle that is probably in degrees was told
  for (auto* xml = robot->FirstChildElement("joint"); xml != nullptr;
       xml = xml->NextSiblingElement("joint")) {
    const auto [e, name] = named(*xml, "joint", out.joint_line);
    out.joints.push_back(name);
    const TiXmlElement joint = checked_joint(e, name, out, out.limits[name]);
    if (const double most = largest_angle(joint); !turned && most > 2 * std::numbers::pi + 0.01) {
      turned = true;
      notes.push_back({fmt::format("{}:{}", where, xml->Row()),
                       fmt::format("joint '{}': rpy is more than a full turn", text::printable(name)),
                       NoteKind::mistake, fmt::format("{:.6g}", most), "radians", "is it in degrees?"});
    }
    const std::string child = joint.FirstChildElement("child")->Attribute("link");
    const auto [before, is_new] = parent.emplace(
        child, std::pair(std::string(joint.FirstChildElement("parent")->Attribute("link")), name));
    if (!is_new)
      throw e
          .error(*xml, fmt::format("link '{}' is already the child of joint '{}'", text::printable(child),
                                   text::printable(before->second.second)))
          .need("one parent joint for each link");
    small.InsertEndChild(joint);
  }
  check_tree(out, parent);
  if (const TiXmlElement* ours = robot->FirstChildElement("catena"); ours != nullptr) {
    const Element e{ours, where, ""};
    out.tip = e.attribute(*ours, "tip");
    if (!out.link_line.contains(out.tip)) {
      const std::vector<std::string_view> known(out.links.begin(), out.links.end());
      throw e.error(*ours, fmt::format("tip of <catena>: there is no link '{}'", text::printable(out.tip)))
          .hint(text::did_you_mean(out.tip, known));
    }
  }

  TiXmlPrinter printer;
  small.Accept(&printer);
  out.text = printer.Str();
  return out;
}

}  // namespace catena::io::detail
