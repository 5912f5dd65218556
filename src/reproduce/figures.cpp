// SPDX-License-Identifier: Apache-2.0
#include "catena/reproduce/figures.hpp"

#include <span>

#include "catena/core/error.hpp"
#include "catena/report/plot.hpp"
#include "reproduce/runs.hpp"

namespace catena {
namespace {

using reproduce::detail::FigurePart;

struct Entry {
  std::string_view paper, title, note;
  std::span<const FigurePart> parts;
  std::span<const std::string_view> stems;
};

constexpr FigurePart kParts002[] = {reproduce::detail::planar_arm_002,
                                    reproduce::detail::stanford_free_fall_002,
                                    reproduce::detail::puma_free_fall_002, reproduce::detail::forced_002,
                                    reproduce::detail::puma_as_printed_002};
constexpr std::string_view kStems002[] = {"002_planar3",       "002_fig4_stanford", "002_fig4_puma",
                                          "002_fig5_stanford", "002_fig6_stanford", "002_fig7_stanford",
                                          "002_fig5_puma",     "002_fig6_puma"};
constexpr FigurePart kParts004[] = {reproduce::detail::figure_6_004, reproduce::detail::planar_arms_004,
                                    reproduce::detail::choice_004};
constexpr std::string_view kStems004[] = {"004_fig6_rtx", "004_fig6_stanford", "004_rp_pr"};

constexpr Entry kEntries[] = {
    {"002", "Simulations, Figures 4 to 7",
     "Free fall and forced motion for 10 s. Forced: the torques of a path drive the arm in open loop. The "
     "figures\n"
     "themselves are not available, only the statements of the text about them; the verdicts refer to these. "
     "A time\n"
     "given as \"about\" a value counts as reproduced if one of the paper's two integrators comes within a "
     "fifth of\n"
     "it. Gravity is assumed along -Z_1; the paper does not state its direction.",
     kParts002, kStems002},
    {"004", "Torques and choice of an arm: Figure 6, Tables III and V",
     "Inverse dynamics along equation 23, T = 10 s. The figure itself is not available, and the text gives "
     "no "
     "number\n"
     "of it. Then the arms that the paper compares. Operations, multiplications and additions together, are "
     "counted in\n"
     "three ways: general, customised (using the zeros and ones of the arm) and optimised (generated code). "
     "That an arm\n"
     "takes fewer operations counts as reproduced if two of the three counts agree. The copy at hand does "
     "not "
     "show which\n"
     "values Table III underlines; its text prefers RP.",
     kParts004, kStems004}};

const Entry* entry(std::string_view paper) {
  for (const Entry& e : kEntries)
    if (e.paper == paper) return &e;
  return nullptr;
}

}  // namespace

std::string Figure::svg() const {
  report::svg::PlotSheet sheet{title, columns, {}};
  for (const FigurePanel& panel : panels) {
    report::svg::Plot plot{panel.title, "t [s]", panel.y_label, false, {}, panel.y_range};
    for (const FigureCurve& c : panel.curves)
      plot.curves.push_back({c.name, c.t, c.y, {}, {}, false, c.desired});
    sheet.plots.push_back(std::move(plot));
  }
  return sheet.svg();
}

bool has_figures(std::string_view paper) { return entry(paper) != nullptr; }

std::vector<std::string> figure_stems(std::string_view paper) {
  const Entry* e = entry(paper);
  return e ? std::vector<std::string>(e->stems.begin(), e->stems.end()) : std::vector<std::string>{};
}

PaperFigures paper_figures(std::string_view paper, const FigureOptions& options, const Watch& watch) {
  const Entry* e = entry(paper);
  if (!e)
    throw Error(ErrorKind::usage, std::string(paper), "no figures of this paper are simulated")
        .need("002 or 004");
  PaperFigures out{std::string(e->paper), std::string(e->title), std::string(e->note), {}, {}, {}, {}};
  Advance parts{0, static_cast<double>(e->parts.size()), 0};
  const reproduce::detail::Runs runs(options, watch, parts);
  for (const FigurePart part : e->parts) {
    PaperFigures before = out;
    try {
      part(runs, out);
    } catch (const reproduce::detail::Stopped&) {
      out = std::move(before);
      out.cut_short = true;
      break;
    }
    parts.computed = ++parts.done;
    if (!goes_on(watch, parts)) {
      out.cut_short = parts.done < parts.of;
      break;
    }
  }
  return out;
}

}  // namespace catena
