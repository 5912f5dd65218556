// SPDX-License-Identifier: Apache-2.0
// A report: one HTML file with moving arms, plots and tables, which loads nothing from outside (docs/report.md).
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

namespace catena::report {

enum class Kind { simulate, compare, reproduce, sweep };
enum class Level { info, warning };
enum class Align { left, right };
enum class Mark { none, good, warn, bad };     // of a cell: reproduced, doubtful, not reproduced
enum class Style { line, points, both };       // of a curve
enum class Preferred { neither, less, more };  // of two values on an axis

struct Remark {
  Level level = Level::info;
  std::string text;
};

// All that the page needs to draw an arm.
struct Drawing {
  std::string name;
  std::vector<CanonicalLink> links;
  Pose<double> base, tool;
  Vec3<double> gravity;  // its opposite is up
};

// One value for each time of the run. What is not finite is a gap.
struct Signal {
  std::string group;  // signals of one group and unit share a plot
  std::string name, unit;
  std::vector<double> values = {};
};

// Something that happened: a line in the plots, and a button that leads there.
struct Moment {
  double time;  // [s]
  std::string text;
};

struct Recording {
  std::string name;
  std::string partial = "";                     // why it ended early; empty: it did not
  std::optional<Drawing> robot = std::nullopt;  // none: plots only
  std::vector<double> time = {};                // [s], never going back
  std::vector<std::vector<double>> q = {};      // for each joint
  std::optional<std::array<std::vector<double>, 3>> tip = std::nullopt;  // x, y, z of the tool, base frame
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
// Curves over anything but time.
struct Xy {
  std::string title, text = "";
  Axis x, y;
  std::vector<Curve> curves = {};
};

// One number for each thing of a set. What is not finite is a gap.
struct Measure {
  Axis axis;
  std::vector<double> values = {};
  std::vector<double> errors = {};       // half widths of intervals; empty: none
  std::vector<std::string> labels = {};  // not empty: a choice; a value is an index to these
};
// Things that are looked at together: arms, designs of a sweep. Several sections may show one set.
struct Set {
  std::string noun = "design";          // what a thing without a name is called: "design 17"
  std::vector<std::string> names = {};  // empty: numbers from 1
  std::vector<Measure> measures = {};
  // Indices of the things that none is better than, by whatever was counted; none: in a plot those of its two axes.
  std::optional<std::vector<std::size_t>> front = std::nullopt;
};

// Points, with the front of the two axes as a staircase if both say what is better. Numbers are indices of measures with
// which it begins; the reader may take others.
struct Scatter {
  std::string title, text = "";
  std::size_t set = 0;  // of Report::sets
  std::size_t x = 0, y = 1;
  std::optional<std::size_t> colour = std::nullopt;
};
// Parallel coordinates: a line for each thing, an axis for each measure, the better end up.
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
  std::vector<double> values = {};  // what is not finite is not reached
};
// Slices beside each other, at one scale and with the same colours.
struct Slices {
  std::string title, text = "";
  Axis x, y, value;
  std::vector<Slice> slices = {};
};

// What a parameter does to a criterion, all else varying: a band around a line.
struct Effect {
  Axis parameter, criterion;
  std::vector<double> at = {};  // the middles of the bins, rising
  std::vector<double> mean = {}, low = {}, high = {};
  std::vector<double> count = {};        // things in the bin
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
  std::string command = "";  // that makes it again
  std::vector<Remark> notes = {};
  std::vector<Recording> runs = {};  // in one picture; the arms of Kind::compare and sweep beside each other
  std::vector<Set> sets = {};        // what scatters and parallel coordinates show
  std::vector<Section> sections = {};
};

Drawing drawing(const Arm& arm);

// A run with the arm, the positions of its joints and of its tool, the latter by Arm::pose, and the two groups of
// signals that show them. `q` is joints x samples. Throws Error if the sizes do not fit.
Recording motion(std::string name, const Arm& arm, std::vector<double> time,
                 const Eigen::Ref<const Eigen::MatrixXd>& q);

// An arm at rest: one time, no signals. Throws Error if the size does not fit.
Recording posture(std::string name, const Arm& arm, const Eigen::Ref<const Eigen::VectorXd>& q);

// Means, and quantiles of 10 % and 90 %, over bins of the parameter: one for each of its values if they are few, else
// `bins` of the same width. Gaps in either do not count; empty bins are gaps. Throws Error if the sizes do not fit.
Effect effect(const Measure& parameter, const Measure& criterion, int bins = 12);

// One signal for each joint, named `symbol`1, `symbol`2, ..., in a group of its own. The unit is that of joints that turn or
// slide. `values` is joints x samples. Throws Error if the sizes do not fit, or without an arm.
void add_joint_signals(Recording& run, const std::string& group, const std::string& symbol,
                       const std::string& unit_turning, const std::string& unit_sliding,
                       const Eigen::Ref<const Eigen::MatrixXd>& values);

// The document as JSON, version 1. Throws Error if the report contradicts itself: sizes, times that go back.
std::string document(const Report& report);

// The page with a document in it; `json` is the text of any document of version 1.
std::string page(std::string_view json);
std::string page(const Report& report);

void write_report(const Report& report, std::ostream& out);

// The whole file or none: written beside and renamed; what was there is replaced. Throws Error(io).
void write_report(const Report& report, const std::string& path);

}  // namespace catena::report
