// SPDX-License-Identifier: Apache-2.0
// The figures of the papers that show motions and torques, simulated again: 4 to 7 of 002, 6 of 004. All numbers come
// from the built-in scenarios (docs/simulate.md), run on demand.
//
// Printed numbers are rounded so that they do not depend on method, compiler or machine: a run that doubles its
// errors twenty times has few correct digits left. Drawings show the results of this machine.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/watch.hpp"
#include "catena/reproduce/statement.hpp"

namespace catena {

struct FigureCurve {
  std::string name;
  std::vector<double> t, y;
  bool desired = false;  // the desired motion
};

struct FigurePanel {
  std::string title;
  std::string y_label;
  std::vector<FigureCurve> curves;
  std::array<double, 2> y_range;  // curves are clipped to it
};

struct Figure {
  std::string stem;     // 002_fig4_stanford
  std::string title;    // with the paper's number
  std::string caption;  // what the figure shows
  std::vector<FigurePanel> panels;
  int columns = 3;

  std::string svg() const;
};

// A motion that a report can play.
struct FigureMotion {
  std::string name;
  Arm arm;
  std::vector<double> t;
  Eigen::MatrixXd q;  // joints x times
};

struct PaperFigures {
  std::string paper;  // "002"
  std::string title;
  std::string note;
  std::vector<Statement> statements;
  std::vector<NumberTable> tables;
  std::vector<Figure> figures;
  std::vector<FigureMotion> motions;
  bool cut_short = false;  // the watch ended it: each part is either complete or missing
};

struct FigureOptions {
  std::string method = "udut";  // the method of forward dynamics
};

// Whether `paper_figures` has figures of this paper.
bool has_figures(std::string_view paper);

// The names of its drawings, known before anything is simulated.
std::vector<std::string> figure_stems(std::string_view paper);

// The figures of "002" or "004". Throws Error(usage) for another paper, and Error if a scenario is missing. `watch` is called after every
// step of an integration, with the number of parts that are complete.
PaperFigures paper_figures(std::string_view paper, const FigureOptions& options = {},
                           const Watch& watch = {});

}  // namespace catena
