// SPDX-License-Identifier: Apache-2.0
// RobotBuilder: a robot in code that reads like a robot file.
//
//   const catena::Arm arm(catena::RobotBuilder("two links", Convention::standard, AngleUnit::deg)
//                             .gravity({0, -9.81, 0})
//                             .revolute({.a = 0.5}, "upper arm")
//                             .mass(2).com({-0.25, 0, 0}).inertia_about_com({.yy = 0.04, .zz = 0.04})
//                             .limits(-170, 170).velocity_limit(120).effort_limit(80)
//                             .motor({.inertia = 2e-5, .gear = 100, .viscous = 1e-4, .coulomb = {0.1, -0.1}})
//                             .revolute({.a = 0.4}, "forearm")
//                             .mass(1).com({-0.2, 0, 0}).inertia_about_com({.yy = 0.014, .zz = 0.014})
//                             .payload(0.5, {0, 0, 0.05})
//                             .build());
//
// Links follow one another from base to tip; the properties of a link come after its joint. SI units; the angles of the
// builder are in its angle unit: alpha, theta, rpy, and the position and velocity limits of revolute joints.
#pragma once

#include <string>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/model/robot.hpp"

namespace catena {

// A joint placed as in a URDF file: its frame in the frame of the previous link (in the base frame, for the first), and
// its axis in its own frame. The frame of the link is the frame of its joint at q = 0.
struct JointOrigin {
  Vec3<double> xyz = Vec3<double>::zero();
  Vec3<double> rpy =
      Vec3<double>::zero();       // roll, pitch, yaw: rotations about the fixed axes x, y, z in this order
  Vec3<double> axis = {0, 0, 1};  // need not be a unit vector
};

struct Moments {
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;  // [kg m²]
};

class RobotBuilder {
 public:
  // The links are rows of a DH table of this convention.
  RobotBuilder(std::string name, Convention convention, AngleUnit unit);
  // The joints are placed by their origins.
  RobotBuilder(std::string name, AngleUnit unit);

  RobotBuilder& source(std::string where_the_numbers_come_from);
  RobotBuilder& gravity(const Vec3<double>& acceleration);  // in the base frame; {0, 0, -9.81} unless given
  RobotBuilder& allow_nonphysical();  // physically impossible bodies are noted, not refused

  // The next joint and its link. A link that moves needs a mass, a centre of mass and an inertia.
  RobotBuilder& revolute(const Dh& dh, std::string name = {});
  RobotBuilder& prismatic(const Dh& dh, std::string name = {});
  RobotBuilder& fixed(const Dh& dh, std::string name = {});
  RobotBuilder& revolute(const JointOrigin& at, std::string name = {});
  RobotBuilder& prismatic(const JointOrigin& at, std::string name = {});
  RobotBuilder& fixed(const JointOrigin& at, std::string name = {});

  // These describe the last link.
  RobotBuilder& mass(double mass);
  RobotBuilder& com(const Vec3<double>& com);                 // in the frame of the link
  RobotBuilder& inertia_about_com(const Moments& moments);    // in the axes of that frame
  RobotBuilder& inertia_about_frame(const Moments& moments);  // about the origin of that frame
  RobotBuilder& limits(double lower, double upper);           // of the position
  RobotBuilder& velocity_limit(double most);
  RobotBuilder& effort_limit(double most);  // [N m] or [N]
  RobotBuilder& motor(const Motor& motor);

  // Fixed to the tool, which is the frame of the last link.
  RobotBuilder& payload(double mass, const Vec3<double>& com, const Moments& about_com = {});

  // Checks the robot by the rules of robot files (check_robot.hpp). Throws Error(model). Notes: axes that were taken as
  // parallel.
  Robot build() const;
  Robot build(Notes& notes) const;

 private:
  struct Link {
    RobotLink row;  // com and inertia in the frame of the link; the inertia as it was given
    JointOrigin at;
    bool has_mass = false, has_com = false, has_inertia = false, about_frame = false;
  };
  RobotBuilder& add(JointKind joint, const Dh& dh, std::string name);
  RobotBuilder& add(JointKind joint, const JointOrigin& at, std::string name);
  Link& last(const char* call);
  Limits& last_limits(const char* call);
  double angle(double value) const;
  double travel(double value) const;
  std::string where(std::size_t link) const;
  void require_complete(std::size_t link) const;

  Robot robot_;  // without its links
  bool placed_;  // by origins
  std::vector<Link> links_;
};

}  // namespace catena
