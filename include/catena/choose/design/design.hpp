// SPDX-License-Identifier: Apache-2.0
// Design: the contents of a design file (docs/design.md): which arms to evaluate, by which criteria.
//
//   const choose::Design design = choose::load_design("three_link");
//   for (std::int64_t k = 0; k < design.size(); ++k) {
//     const std::vector<double> point = design.point(k);   // depends on k only: any process can compute any point
//     const Robot robot = design.robot(point);             // throws Error(model) if there is no such arm
//   }
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/choose/criteria/criterion.hpp"
#include "catena/choose/design/sampling.hpp"
#include "catena/core/model/robot.hpp"

namespace catena::choose {

// What a parameter sets.
enum class Target {
  arm,        // the axes of all joints, "Rz Ry Px"
  joint,      // revolute or prismatic
  a,          // the DH row
  alpha,      //
  d,          //
  theta,      //
  length,     // of a link of an arm that is given by its axes: revolute its length, prismatic its travel
  mass,       // of a link; its inertia scales with it
  lower,      // the limits of a joint
  upper,      //
  radius,     // of the tube that models a link
  thickness,  //
};

// A coordinate of a point: a range of numbers, a list of numbers or a list of words. The value of a list of words is the
// index of a word. Numbers are in the units of the file.
struct Parameter {
  std::string name;
  std::string unit;  // "m", "deg", "rad", "kg" or ""
  Target target = Target::length;
  std::vector<int> links;          // 0-based moving links; for `arm` none
  double low = 0, high = 0;        // a range, if there are no values and no words
  int levels = 0;                  // of a range in a grid
  std::vector<double> values;      // a list of numbers
  std::vector<std::string> words;  // a list of words
  std::string place;               // "arms.toml:12:1", for messages

  bool is_range() const { return values.empty() && words.empty(); }
  int choices() const;                    // of a list; of a range in a grid its levels
  double at(double u) const;              // the value for u in [0, 1)
  std::string shown(double value) const;  // "0.35", "Rz Px"
};

// Another target whose value is that of a parameter times a factor.
struct Tie {
  int parameter;
  double factor = 1;
  Target target = Target::length;
  std::vector<int> links;
  std::string place;
};

// A quantity that must lie between `least` and `most`: a weighted sum of parameters, a criterion, or a property of the arm.
struct Constraint {
  enum class Of { sum, criterion, total_length, total_mass };
  Of of = Of::sum;
  std::vector<double> weights;  // (parameters) for a sum
  int criterion = -1;           // index in Design::criteria
  std::optional<double> least, most;
  std::string text;  // "upper + fore <= 1.2", for messages
  std::string place;

  // How far `value` is outside; 0 or less means inside.
  double excess(double value) const;
};

enum class Law { keep, scaled, tube };

// How a link's mass follows from its length.
struct BodyLaw {
  Law law = Law::keep;
  double exponent = 1;   // scaled: mass is proportional to length to this power
  double density = 0;    // tube [kg/m^3]
  double radius = 0;     // tube, outer [m]
  double thickness = 0;  // tube, of its wall [m]
  double least = 0;      // tube: shorter links have the mass of this length [m]
};

enum class OptimiseMethod { cobyla, bobyqa, crs2, isres };

// The settings of [optimise].
struct Optimisation {
  int criterion = 0;  // index in Design::criteria
  OptimiseMethod method = OptimiseMethod::cobyla;
  int evaluations = 200;    // at most, for each start
  int starts = 1;           // how many of the best points of the sample to start from
  double tolerance = 1e-4;  // ends when no parameter changes by more than this fraction of its range
  std::uint64_t seed = 1;   // for crs2 and isres, which are random
};

class Design {
 public:
  const std::string& name() const { return name_; }
  const std::string& source() const { return source_; }
  const std::vector<Parameter>& parameters() const { return parameters_; }
  const std::vector<const Criterion*>& criteria() const { return criteria_; }
  const Task& task() const { return task_; }
  bool has_motion()
      const;  // whether a criterion, other than a time of computing, is evaluated along a motion
  const std::vector<Constraint>& constraints() const { return constraints_; }
  const std::optional<Optimisation>& optimisation() const { return optimisation_; }
  Sampling sampling() const { return sampling_; }

  // The points of the sample: index 0 to size()-1. A point depends only on the design and the index.
  std::int64_t size() const { return size_; }
  std::vector<double> point(std::int64_t index) const;

  // The arm of a point. Throws Error(model), which says why, if there is no such arm or if a constraint on parameters,
  // total length or total mass excludes it.
  Robot robot(std::span<const double> point) const;

  // The same without checking constraints: for a search, which may follow their boundaries.
  Robot robot_unconstrained(std::span<const double> point) const;

  // Which constraint on criteria these scores (one for each of criteria()) violate, in words; empty: none.
  std::string broken(std::span<const Score> scores) const;

  // How far each constraint is violated, 0 or less where it holds; NaN where it cannot be evaluated. `scores` may be empty.
  std::vector<double> excesses(std::span<const double> point, std::span<const Score> scores) const;

  // The design as a self-contained design file, including the robot: equal texts mean equal designs.
  std::string text() const;

 private:
  friend class DesignReader;
  friend class DesignWriter;

  void require_point(std::span<const double> point) const;
  double sum(const Constraint& constraint, std::span<const double> point) const;
  double measure(Constraint::Of of, std::span<const double> point, const Robot& robot) const;
  std::vector<double> lengths_of(std::span<const double> point) const;  // of an arm given by its axes
  Robot robot_of_axes(std::span<const double> point) const;
  Robot robot_of_base(std::span<const double> point) const;
  std::optional<std::array<double, 2>> revolute_limits() const;  // in radians

  std::string name_, source_;
  bool degrees_ = false;
  std::optional<Robot> base_;  // or
  std::string arm_;            // the axes of the joints, unless a parameter sets them
  Vec3<double> gravity_ = {0, 0, -9.81};
  std::optional<std::array<double, 2>> revolute_limits_,
      prismatic_limits_;         // for joints without their own; in the file's unit
  std::vector<double> lengths_;  // (links) of an arm given by its axes
  BodyLaw body_;
  std::vector<Parameter> parameters_;
  std::vector<Tie> ties_;
  std::vector<Constraint> constraints_;
  std::vector<const Criterion*> criteria_;
  Task task_;
  Sampling sampling_ = Sampling::sobol;
  std::int64_t size_ = 0;
  std::uint64_t seed_ = 1;
  std::optional<Optimisation> optimisation_;
};

// Loads the robot that a design names.
using FindRobot = std::function<Robot(const std::string& spec)>;

// The text of a design file; `known` are the criteria that it may name, and must outlive the design. Opens files only
// through `find`. Throws Error(model) that names line and key.
Design parse_design(std::string_view text, const std::string& where, std::span<const Criterion> known,
                    const FindRobot& find);

// By name ("two_link") or by path. Throws Error.
Design load_design(const std::string& spec);

// The names of the built-in designs and of those in the folders of CATENA_PATH, sorted.
std::vector<std::string> designs();

// The differences between two texts of Design::text(), in words: "sampling.points: 1000, now 2000". Empty: nothing that
// changes a result; name and source may differ.
std::vector<std::string> differences(std::string_view before, std::string_view now);

}  // namespace catena::choose
