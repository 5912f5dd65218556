// SPDX-License-Identifier: Apache-2.0
#include "support/mujoco_arm.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <cstring>
#include <stdexcept>

namespace catena::test {
namespace {

// Bodies and joints without numbers: a URDF, which is flat, because the parser of MJCF takes only a hundred
// bodies within each other. The numbers are put into the compiled model, because the compiler refuses bodies
// that cannot exist, and an oracle must take them all the same.
std::string mujoco_skeleton(const Robot& robot) {
  constexpr const char* kinds[] = {"continuous", "prismatic", "fixed"};  // by JointKind
  std::string text =
      "<robot name='arm'><mujoco><compiler fusestatic='false'/></mujoco><link name='world'/>\n";
  std::string before = "world";
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    const std::string name = fmt::format("link{}", i + 1);
    text += fmt::format(R"(<link name="{}"> <inertial> <origin xyz="1 2 3" rpy="1 2 3"/> <mass value="1"/>
  <inertia ixx="4" iyy="5" izz="6" ixy="0" ixz="0" iyz="0"/> </inertial> </link>
<joint name="to_{}" type="{}"> <parent link="{}"/> <child link="{}"/> <axis xyz="0 0 1"/> </joint>
)",
                        name, name, kinds[static_cast<int>(robot.links[i].joint)], before, name);
    before = name;
  }
  return text + "</robot>";
}

void store(const Eigen::Vector3d& v, mjtNum* to) { Eigen::Map<Eigen::Vector3d>(to, 3) = v; }
void store(const Eigen::Quaterniond& r, mjtNum* to) {
  to[0] = r.w(), to[1] = r.x(), to[2] = r.y(), to[3] = r.z();
}

// One row of the table: where the link's frame is at q = 0, and where its joint is, seen from that frame.
void fill_mujoco_row(mjModel& m, int body, const RobotLink& link, Convention convention) {
  const Dh& h = link.dh;
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), z = Eigen::Vector3d::UnitZ();
  const Eigen::Isometry3d screw_x = Eigen::Translation3d(h.a * x) * Eigen::AngleAxisd(h.alpha, x);
  const Eigen::Isometry3d screw_z = Eigen::Translation3d(h.d * z) * Eigen::AngleAxisd(h.theta, z);
  const bool standard = convention == Convention::standard;
  const Eigen::Isometry3d X = standard ? screw_z * screw_x : screw_x * screw_z;
  const Eigen::Quaterniond R(X.linear());
  const Eigen::Vector3d p = X.translation();
  store(p, m.body_pos + 3 * body);
  store(R, m.body_quat + 4 * body);
  if (link.joint == JointKind::fixed) return;
  const int joint = m.body_jntadr[body];
  store(standard ? R.inverse() * z : z, m.jnt_axis + 3 * joint);
  store(standard ? R.inverse() * -p : Eigen::Vector3d(0, 0, 0), m.jnt_pos + 3 * joint);
}

void fill_mujoco_body(mjModel& m, int body, double mass, const Eigen::Vector3d& com,
                      const Eigen::Matrix3d& inertia) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(inertia);
  Eigen::Matrix3d axes = principal.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1;
  m.body_mass[body] = mass;
  store(com, m.body_ipos + 3 * body);
  store(Eigen::Quaterniond(axes), m.body_iquat + 4 * body);
  store(principal.eigenvalues(), m.body_inertia + 3 * body);
}

Eigen::Vector3d to_eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
Eigen::Matrix3d to_eigen(const Sym3<double>& s) {
  Eigen::Matrix3d S;
  S << s.xx, s.xy, s.xz, s.xy, s.yy, s.yz, s.xz, s.yz, s.zz;
  return S;
}

}  // namespace

MujocoModel compile_mujoco(const std::string& text) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "arm.xml", static_cast<int>(text.size()));
  std::memcpy(files->filedata[0], text.data(), text.size());
  char message[1000] = "";
  MujocoModel model(mj_loadXML("arm.xml", files.get(), message, sizeof message), &mj_deleteModel);
  mj_deleteVFS(files.get());
  if (!model) throw std::runtime_error(std::string("MuJoCo: ") + message);
  return model;
}

void set_gravity(mjModel& m, const Vec3<double>& gravity) { store(to_eigen(gravity), m.opt.gravity); }

MujocoModel mujoco_model(const Robot& robot) {
  MujocoModel model = compile_mujoco(mujoco_skeleton(robot));
  mjModel& m = *model;
  if (m.nbody != static_cast<int>(robot.links.size()) + 1 || m.nv != robot.dof())
    throw std::runtime_error("MuJoCo: bodies or joints went missing");
  for (int i = 1; i < m.nbody; ++i) {
    const RobotLink& link = robot.links[static_cast<std::size_t>(i - 1)];
    if (m.body_simple[i] || m.body_sameframe[i]) throw std::runtime_error("MuJoCo: it simplified a body");
    fill_mujoco_row(m, i, link, robot.convention);
    fill_mujoco_body(m, i, link.mass, to_eigen(link.com), to_eigen(link.inertia));
  }
  if (robot.payload && robot.payload->mass != 0) {  // a point mass in the frame of the last row
    const RobotLink& last = robot.links.back();
    const double ma = last.mass, mb = robot.payload->mass;
    const Eigen::Vector3d a = to_eigen(last.com), b = to_eigen(robot.payload->com), ab = b - a;
    const Eigen::Matrix3d apart =
        ma * mb / (ma + mb) * (ab.squaredNorm() * Eigen::Matrix3d::Identity() - ab * ab.transpose());
    fill_mujoco_body(m, m.nbody - 1, ma + mb, (ma * a + mb * b) / (ma + mb), to_eigen(last.inertia) + apart);
  }
  for (int i = m.nbody - 1; i >= 0; --i)  // where MuJoCo takes its moments about
    m.body_subtreemass[i] = m.body_mass[i] + (i + 1 < m.nbody ? m.body_subtreemass[i + 1] : 0);
  set_gravity(m, robot.gravity);
  return model;
}

}  // namespace catena::test
