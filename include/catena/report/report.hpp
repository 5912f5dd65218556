// SPDX-License-Identifier: Apache-2.0
// A report: one self-contained HTML file with animated arms, plots and tables (docs/report.md).
//
//   report::Report out{.kind = report::Kind::simulate, .title = "PUMA 560, free fall"};
//   out.runs.push_back(report::motion("free fall", arm, time, q));        // q: joints x samples
//   out.runs.back().signals.push_back({"Energy", "total", "J", energy});
//   report::write_report(out, "out.html");
#pragma once

#include <Eigen/Core>
#include <array>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/model/canonical.hpp"
#include "catena/report/mesh.hpp"

namespace catena::report {

enum class Kind { simulate, compare, reproduce, sweep };
enum class Level { info, warning };
enum class Align { left, right };
enum class Mark { none, good, warn, bad };     // of a cell: reproduced, doubtful, not reproduced
enum class Style { line, points, both };       // of a curve
enum class Preferred { neither, less, more };  // direction of an axis

struct Remark {
  Level level = Level::info;
  std::string text;
};

// A mesh fixed to a link, in place of its capsules.
struct DrawnMesh {
  int link;           // counted from 0; -1: the base
  Pose<double> pose;  // in the frame of that link in the chain; of the base: in the robot's base frame
  TriangleMesh mesh;  // scaled
};

// The data to draw an arm.
struct Drawing {
  std::string name;
  std::vector<CanonicalLink> links;
  Pose<double> base, tool;
  Vec3<double> gravity;  // its opposite is up
  std::vector<DrawnMesh> meshes = {};
  std::string missing = "";                   // which meshes are not drawn, and why; empty: none
  std::vector<std::string> joint_names = {};  // of joints, else of links; "": none, or a number
};

// One value for each time of the run. Values that are not finite are gaps.
struct Signal {
  std::string group;  // signals of one group and unit share a plot
  std::string name, unit;
  std::vector<double> values = {};
  bool log = false;      // its plot starts with a logarithmic axis of absolute values
  bool desired = false;  // the desired course of the signal with the same group, name and unit: a dashed line
  std::string about = "";  // beside the name in the legend, such as the name of the joint
};

// An event: a line in the plots, and a button that goes to its time.
struct Moment {
  double time;  // [s]
  std::string text;
};

struct Recording {
  std::string name;
  std::string partial = "";                         // why it ended early; empty: complete
  std::optional<Drawing> robot = std::nullopt;      // none: plots only
  std::vector<double> time = {};                    // [s], never decreasing
  std::vector<std::vector<double>> q = {};          // for each joint
  using Path = std::array<std::vector<double>, 3>;  // x, y, z of the tool, base frame
  std::optional<Path> tip = std::nullopt, desired_tip = std::nullopt;
  std::vector<Signal> signals = {};
  std::vector<Moment> events = {};
};

struct Column {
  std::string name, unit = "";
  Align align = Align::left;
};
struct Cell {
  std::variant<std::string, double> value;
  Mark mark = Mark::none;
};
struct Table {
  std::string title, text = "";
  std::vector<Column> columns = {};
  std::vector<std::vector<Cell>> rows = {};
};

struct Axis {
  std::string name, unit = "";
  bool log = false;
  Preferred better = Preferred::neither;
};
struct Curve {
  std::string name;
  Style style = Style::line;
  std::vector<double> x = {}, y = {};  // y over x
};
// Curves over any quantity other than time.
struct Xy {
  std::string title, text = "";
  Axis x, y;
  std::vector<Curve> curves = {};
};

// One number for each item of a set. Values that are not finite are gaps.
struct Measure {
  Axis axis;
  std::vector<double> values = {};
  std::vector<double> errors = {};       // half widths of intervals; empty: none
  std::vector<std::string> labels = {};  // not empty: a choice; a value is an index into these
};
// Items that are shown together: arms, designs of a sweep. Several sections may show one set.
struct Set {
  std::string noun = "design";          // what an item without a name is called: "design 17"
  std::vector<std::string> names = {};  // empty: numbers from 1
  std::vector<Measure> measures = {};
  // Indices of the items on the Pareto front; none: each plot shows the front of its two axes.
  std::optional<std::vector<std::size_t>> front = std::nullopt;
};

// Points, with the Pareto front of the two axes as a staircase if both have a better direction. The indices of measures are
// the initial ones; the reader can choose others.
struct Scatter {
  std::string title, text = "";
  std::size_t set = 0;  // of Report::sets
  std::size_t x = 0, y = 1;
  std::optional<std::size_t> colour = std::nullopt;
};
// Parallel coordinates: a line for each item, an axis for each measure, the better end at the top.
struct Parallel {
  std::string title, text = "";
  std::size_t set = 0;
  std::vector<std::size_t> axes = {};                // empty: all measures
  std::optional<std::size_t> colour = std::nullopt;  // none: by name, or by the first axis if there are many
};

// Square cells in a plane, row by row from below, each from left to right.
struct Slice {
  std::string name;
  double left = 0, bottom = 0, cell = 0;  // the corner and the side of a cell, in the unit of the axes
  std::size_t columns = 0, rows = 0;
  std::vector<double> values = {};  // not finite: not reached
};
// Slices side by side, with one scale and one colour scale.
struct Slices {
  std::string title, text = "";
  Axis x, y, value;
  std::vector<Slice> slices = {};
};

// The effect of a parameter on a criterion while all others vary: a band around a line.
struct Effect {
  Axis parameter, criterion;
  std::vector<double> at = {};  // the centres of the bins, ascending
  std::vector<double> mean = {}, low = {}, high = {};
  std::vector<double> count = {};        // items in the bin
  std::vector<std::string> labels = {};  // of a choice: one for each bin
};
// Small plots, a row for each criterion and a column for each parameter.
struct Effects {
  std::string title, text = "";
  std::string spread = "10 % to 90 %";  // what low and high are
  std::vector<Effect> effects = {};
};

using Section = std::variant<Table, Xy, Scatter, Parallel, Slices, Effects>;

struct Report {
  Kind kind = Kind::simulate;
  std::string title;
  std::string subtitle = "";
  std::string command = "";  // that reproduces it
  std::vector<Remark> notes = {};
  std::vector<Recording> runs = {};  // in one scene; the arms of Kind::compare and sweep side by side
  std::vector<Set> sets = {};        // what scatters and parallel coordinates show
  std::vector<Section> sections = {};
};

// Reads the meshes of the robot that are there (docs/report.md).
Drawing drawing(const Arm& arm);

// A run with the arm, the positions of its joints and of its tool, the latter by Arm::pose, and the two groups of
// signals that show them. `q` is joints x samples. Throws Error if the sizes do not match.
Recording motion(std::string name, const Arm& arm, std::vector<double> time,
                 const Eigen::Ref<const Eigen::MatrixXd>& q);

// An arm at rest: one time, no signals. Throws Error if the size does not match.
Recording posture(std::string name, const Arm& arm, const Eigen::Ref<const Eigen::VectorXd>& q);

// Means and 10 % and 90 % quantiles over bins of the parameter: one bin for each of its values if they are few, else `bins`
// of equal width. Gaps in either do not count; empty bins are gaps. Throws Error if the sizes do not match.
Effect effect(const Measure& parameter, const Measure& criterion, int bins = 12);

// One signal for each joint, named `symbol`1, `symbol`2, ..., in a group of its own. The unit depends on whether the joint is revolute
// or prismatic. `values` is joints x samples. Throws Error if the sizes do not match, or without an arm.
void add_joint_signals(Recording& run, const std::string& group, const std::string& symbol,
                       const std::string& unit_turning, const std::string& unit_sliding,
                       const Eigen::Ref<const Eigen::MatrixXd>& values);

// The document as JSON, version 1. Throws Error if the report is inconsistent: sizes, times that decrease.
std::string document(const Report& report);

// The page with a document in it; `json` is the text of any document of version 1.
std::string page(std::string_view json);
std::string page(const Report& report);

void write_report(const Report& report, std::ostream& out);

// Atomic: written to a temporary file and renamed, replacing an existing file. Throws Error(io).
void write_report(const Report& report, const std::string& path);

}  // namespace catena::report
