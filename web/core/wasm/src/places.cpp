// SPDX-License-Identifier: Apache-2.0
// Where the parts of an arm are, what is needed to draw it, and ellipsoids.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>

#include "catena/core/model/canonical.hpp"
#include "model.hpp"

namespace catena::wasm {
namespace {

// Row by row, in one sweep along the arm.
void add_poses(Model& model, const Arguments& arguments, std::span<const NamedFrame> frames, Results& out) {
  const Eigen::VectorXd q = arguments.vector("q", model.arm.dof());
  std::vector<Eigen::Matrix4d> poses(frames.size());
  model.arm.poses(q, frames, model.ready(false).work, poses);
  for (const Eigen::Matrix4d& pose : poses) out.add_pose(pose);
}

std::vector<NamedFrame> link_frames(const Model& model) {
  std::vector<NamedFrame> out;
  for (int i = 0; i < model.arm.dof(); ++i) out.push_back({"", {i, Pose<double>::identity()}});
  out.push_back({"", model.frames.back().frame});  // the tool
  return out;
}

// From the origin of a frame to the joint of the next link, and along its axis to the origin of the next frame.
std::vector<Vec3<double>> bone(const CanonicalLink& next) {
  const Vec3<double> on_axis = {next.dh.a, 0, 0};
  const Vec3<double> axis = {0, -std::sin(next.dh.alpha), std::cos(next.dh.alpha)};
  return {Vec3<double>::zero(), on_axis, on_axis + next.dh.d * axis};
}

Json points(const std::vector<Vec3<double>>& line, const Pose<double>& X = Pose<double>::identity()) {
  Json out = Json::array();
  for (const Vec3<double>& p : line) out.push_back(json(X * p));
  return out;
}

double length(const std::vector<Vec3<double>>& line) {
  double sum = 0;
  for (std::size_t k = 1; k < line.size(); ++k) {
    const Vec3<double> step = line[k] - line[k - 1];
    sum += std::sqrt(dot(step, step));
  }
  return sum;
}

// The ellipsoid of uniform density with this mass and inertia; null if there is none.
Json ellipsoid(double mass, const Sym3<double>& I) {
  Eigen::Matrix3d A;
  A << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(A);
  const Eigen::Vector3d moments = principal.eigenvalues();
  Json radii = Json::array(), axes = Json::array();
  for (int k = 0; k < 3; ++k) {
    const double square = mass > 0 ? 2.5 / mass * (moments.sum() - 2 * moments[k]) : -1;
    if (!(square >= 0)) return {};
    radii.push_back(std::sqrt(square));
  }
  const Eigen::Matrix3d& V = principal.eigenvectors();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) axes.push_back(V(i, j));
  return Json{{"radii", std::move(radii)}, {"axes", std::move(axes)}};
}

Json drawing(const Model& model) {
  const Robot& robot = model.arm.robot();
  Notes told_when_the_arm_was_made;
  const Canonical chain = canonical(robot, told_when_the_arm_was_made);
  const std::vector<std::string> joints = model.arm.joint_names();
  const std::size_t n = chain.links.size();
  const auto end = [&](std::size_t i) {  // of link i
    return i + 1 < n ? bone(chain.links[i + 1]) : std::vector{Vec3<double>::zero(), chain.tool.p};
  };

  Json links = Json::array(), meshes = Json::array();
  double reach = n == 0 ? 0 : length(bone(chain.links[0]));
  for (std::size_t i = 0; i < n; ++i) {
    const CanonicalLink& link = chain.links[i];
    reach += length(end(i));
    links.push_back(Json{{"name", link.name},
                         {"joint", joints[i]},
                         {"kind", word(link.joint)},
                         {"axis", Json::array({0, 0, 1})},
                         {"origin", Json::array({0, 0, 0})},
                         {"dh", json(link.dh)},
                         {"bone", points(end(i))},
                         {"mass", link.mass},
                         {"com", json(link.com)},
                         {"inertia", json(link.inertia)},
                         {"ellipsoid", ellipsoid(link.mass, link.inertia)}});
  }
  for (const RobotMesh& mesh : robot.meshes) {
    const auto at = std::find_if(model.frames.begin(), model.frames.end(),
                                 [&](const NamedFrame& f) { return f.name == mesh.frame; });
    if (at == model.frames.end()) continue;
    meshes.push_back(Json{{"uri", mesh.uri},
                          {"frame", mesh.frame},
                          {"link", at->frame.link},
                          {"pose", json(at->frame.pose * mesh.pose)},
                          {"scale", json(mesh.scale)},
                          {"collision", mesh.collision}});
  }
  std::vector<Vec3<double>> base = {Vec3<double>::zero()};
  for (const Vec3<double>& p : n == 0 ? end(0) : bone(chain.links[0])) base.push_back(chain.base * p);
  return Json{{"name", robot.name},       {"gravity", json(robot.gravity)}, {"reach", reach},
              {"base", points(base)},     {"root", json(chain.base)},       {"links", std::move(links)},
              {"tool", json(chain.tool)}, {"meshes", std::move(meshes)}};
}

// The half axes of all v with vᵀ A⁻¹ v = 1 or, for forces, vᵀ A v = 1; then their directions, row by row.
void add_ellipsoid(const Eigen::Matrix3d& A, bool force, Results& out) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(A);
  for (int k = 0; k < 3; ++k) {
    const double root = std::sqrt(std::max(principal.eigenvalues()[k], 0.0));
    out.numbers.push_back(force ? 1 / root : root);
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out.numbers.push_back(principal.eigenvectors()(i, j));
}

}  // namespace
}  // namespace catena::wasm

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(arm_poses, [](int handle, const Arguments& arguments, Results& out) {
  Model& model = models().at(handle);
  add_poses(model, arguments, model.frames, out);
  return 0;
})

CATENA_CALL(arm_link_poses, [](int handle, const Arguments& arguments, Results& out) {
  Model& model = models().at(handle);
  add_poses(model, arguments, link_frames(model), out);
  return 0;
})

CATENA_CALL(arm_drawing, [](int handle, const Arguments&, Results& out) {
  out.set(drawing(models().at(handle)));
  return 0;
})

CATENA_CALL(arm_ellipsoid, [](int handle, const Arguments& arguments, Results& out) {
  enum class Kind { velocity, force, acceleration };
  constexpr std::pair<std::string_view, Kind> kKinds[] = {
      {"velocity", Kind::velocity}, {"force", Kind::force}, {"acceleration", Kind::acceleration}};
  Model& model = models().at(handle);
  const Kind kind = arguments.choice("kind", kKinds);
  const Eigen::VectorXd q = arguments.vector("q", model.arm.dof());
  const Frame<double> frame = model.frame(arguments).value_or(tool_frame(model.arm.robot()));
  arguments.require_all_read();
  Eigen::MatrixXd J = model.arm.jacobian(q, frame).bottomRows(3);
  if (kind == Kind::acceleration) J = (J * model.arm.inertia_inverse(q)).eval();
  add_ellipsoid(J * J.transpose(), kind == Kind::force, out);
  const Eigen::Matrix4d X = model.arm.pose(q, frame);
  for (int i = 0; i < 3; ++i) out.numbers.push_back(X(i, 3));
  return 0;
})

CATENA_CALL(eigen, [](int, const Arguments& arguments, Results& out) {
  const auto A = arguments.numbers("matrix");
  const int n = static_cast<int>(std::lround(std::sqrt(static_cast<double>(A.size()))));
  if (static_cast<std::size_t>(n) * static_cast<std::size_t>(n) != A.size() || n == 0)
    throw Error(ErrorKind::usage, "matrix", "is not square").given(std::to_string(A.size()) + " numbers");
  for (const double x : A)
    if (!std::isfinite(x)) throw Error(ErrorKind::usage, "matrix", "is not finite");
  const Eigen::MatrixXd symmetric = Eigen::Map<const Eigen::MatrixXd>(A.data(), n, n);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric);
  out.add(Eigen::VectorXd(solver.eigenvalues()));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) out.numbers.push_back(solver.eigenvectors()(i, j));
  return n;
})
