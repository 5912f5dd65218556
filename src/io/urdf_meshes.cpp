// SPDX-License-Identifier: Apache-2.0
#include "io/urdf_meshes.hpp"

#include <fmt/format.h>
#include <tinyxml.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

#include "catena/core/text.hpp"
#include "catena/io/roll_pitch_yaw.hpp"

namespace catena::io::detail {
namespace {

namespace fs = std::filesystem;

constexpr int kMostFoldersUp = 8;

// Three finite numbers; `absent` if the attribute is missing, nothing if it is invalid.
std::optional<Vec3<double>> triple(const TiXmlElement* at, const char* name, const Vec3<double>& absent) {
  const char* const given = at == nullptr ? nullptr : at->Attribute(name);
  if (given == nullptr) return absent;
  const std::string_view all = given;
  double values[3] = {0, 0, 0};
  std::size_t count = 0;
  for (std::size_t k = 0; (k = all.find_first_not_of(" \t\r\n", k)) != std::string_view::npos; ++count) {
    const std::size_t end = std::min(all.find_first_of(" \t\r\n", k), all.size());
    if (count == 3) return std::nullopt;
    const char* first = all.data() + k + (all[k] == '+' ? 1 : 0);
    const auto [stop, error] = std::from_chars(first, all.data() + end, values[count]);
    if (error != std::errc{} || stop != all.data() + end || !(std::abs(values[count]) < 1e9))
      return std::nullopt;
    k = end;
  }
  if (count != 3) return std::nullopt;
  return Vec3<double>{values[0], values[1], values[2]};
}

// The file, if it is one and lies in the folder `root` or below it, whatever links lead there.
fs::path inside(const fs::path& file, const fs::path& root) {
  std::error_code error;
  const fs::path there = fs::canonical(file, error);
  if (error || !fs::is_regular_file(there, error)) return {};
  const fs::path way = there.lexically_relative(fs::canonical(root, error));
  return error || way.empty() || *way.begin() == ".." ? fs::path() : there;
}

fs::path in_package(const std::string& rest, const fs::path& folder) {
  const std::size_t slash = rest.find('/');
  if (slash == 0 || slash == std::string::npos) return {};
  const fs::path package = rest.substr(0, slash), path = rest.substr(slash + 1);
  if (package == "." || package == ".." || path.is_absolute()) return {};
  std::error_code error;
  fs::path above = fs::canonical(folder.empty() ? "." : folder, error);
  for (int k = 0; !error && k < kMostFoldersUp && above.has_relative_path();
       ++k, above = above.parent_path()) {
    if (above.filename() == package)
      if (fs::path found = inside(above / path, above); !found.empty()) return found;
    if (fs::path found = inside(above / package / path, above / package); !found.empty()) return found;
  }
  return {};
}

}  // namespace

std::vector<RobotMesh> urdf_meshes(const TiXmlElement& link, const std::string& name,
                                   const std::string& where, Notes& notes) {
  std::vector<RobotMesh> out;
  for (const char* kind : {"visual", "collision"})
    for (auto* shape = link.FirstChildElement(kind); shape != nullptr;
         shape = shape->NextSiblingElement(kind)) {
      const TiXmlElement* const geometry = shape->FirstChildElement("geometry");
      const TiXmlElement* const mesh = geometry == nullptr ? nullptr : geometry->FirstChildElement("mesh");
      const char* const file = mesh == nullptr ? nullptr : mesh->Attribute("filename");
      if (file == nullptr || *file == '\0') continue;
      const TiXmlElement* const origin = shape->FirstChildElement("origin");
      const auto xyz = triple(origin, "xyz", {0, 0, 0}), rpy = triple(origin, "rpy", {0, 0, 0}),
                 scale = triple(mesh, "scale", {1, 1, 1});
      if (!xyz || !rpy || !scale) {
        notes.push_back({fmt::format("{}:{}", where, shape->Row()),
                         fmt::format("link '{}': the <{}> mesh is not drawn: {} is not valid",
                                     text::printable(name), kind, !scale ? "its scale" : "its origin"),
                         NoteKind::remark,
                         {},
                         "three numbers"});
        continue;
      }
      out.push_back(
          {file, {}, name, {rotation_of(*rpy), *xyz}, *scale, kind == std::string_view("collision")});
    }
  return out;
}

fs::path found_mesh(const std::string& uri, const fs::path& folder) {
  if (uri.find('\0') != std::string::npos) return {};
  for (const std::string_view scheme : {"package://", "model://"})
    if (uri.starts_with(scheme)) return in_package(uri.substr(scheme.size()), folder);
  std::string name = uri;
  if (name.starts_with("file://")) name.erase(0, 7);
  if (name.find("://") != std::string::npos) return {};
  std::error_code error;
  const fs::path here = fs::canonical(folder.empty() ? "." : folder, error);
  if (error) return {};
  return inside(here / name, here.parent_path());
}

void find_mesh(const std::string& where, RobotMesh& mesh) {
  if (!where.starts_with('<')) mesh.file = found_mesh(mesh.uri, fs::path(where).parent_path()).string();
}

}  // namespace catena::io::detail
