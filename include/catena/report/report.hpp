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

#include "catena/arm.hpp"
#include "catena/model/canonical.hpp"

namespace catena::report {

enum class Kind { simulate, compare, reproduce };
enum class Level { info, warning };
enum class Align { left, right };
enum class Mark { none, good, warn, bad };  // of a cell: reproduced, doubtful, not reproduced
enum class Style { line, points, both };    // of a curve

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

struct Run {
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

using Section = std::variant<Table, Xy>;

struct Report {
  Kind kind = Kind::simulate;
  std::string title;
  std::string subtitle = "";
  std::string command = "";  // that makes it again
  std::vector<Remark> notes = {};
  std::vector<Run> runs = {};  // in one picture, for comparison
  std::vector<Section> sections = {};
};

Drawing drawing(const Arm& arm);

// A run with the arm, the positions of its joints and of its tool, the latter by Arm::pose, and the two groups of
// signals that show them. `q` is joints x samples. Throws Error if the sizes do not fit.
Run motion(std::string name, const Arm& arm, std::vector<double> time,
           const Eigen::Ref<const Eigen::MatrixXd>& q);

// One signal for each joint, named `symbol`1, `symbol`2, ..., in a group of its own. The unit is that of joints that turn or
// slide. `values` is joints x samples. Throws Error if the sizes do not fit, or without an arm.
void add_joint_signals(Run& run, const std::string& group, const std::string& symbol,
                       const std::string& unit_turning, const std::string& unit_sliding,
                       const Eigen::Ref<const Eigen::MatrixXd>& values);

// The document as JSON, version 1. Throws Error if the report contradicts itself: sizes, times that go back.
std::string document(const Report& report);

// Whether this Catena was built with the page. Without it what follows throws Error.
bool has_page();

// The page with a document in it; `json` is the text of any document of version 1.
std::string page(std::string_view json);
std::string page(const Report& report);

void write_report(const Report& report, std::ostream& out);

// The whole file or none: written beside and renamed; what was there is replaced. Throws Error(io).
void write_report(const Report& report, const std::string& path);

}  // namespace catena::report
