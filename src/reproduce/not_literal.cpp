// SPDX-License-Identifier: Apache-2.0
// What is computed in another way than a paper prints it, each with the reason.
#include "catena/reproduce/claims.hpp"

namespace catena {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of_000() {
  return {
      {"eq 8", "not computed apart: `frame_injection` has eq 6, the same vector",
       "omega_j = k_j q-dot_j by eq 7"},
      {"eqs 27, 28 in `gdahj`", "only b_i x k_i and D_i^T k_i, from bodies welded in link frames",
       "eq 31 needs no more, and a step takes 32 multiplications; `frame_moments` has b_i and D_i as "
       "printed"},
      {"eqs 2, 3", "in the tests only", "the paper recalls Lagrange's equations and does not use them"},
      {"prismatic joints", "k_j = 0, t_j = minus the axis", "the paper has revolute joints only"},
      {"Figures 4, 5", "C++, with and without vector instructions",
       "the paper's Matlab programs are not available"},
  };
}

Rows rows_of_001() {
  return {
      {"eqs 12, 13", "not computed", "eq 11 written out and put in another order; eq 14 has the terms"},
      {"eqs 18, 28, 29 in `augmented_body`", "first and second moments about a point of the axis",
       "nothing is divided, so that a body without mass needs no rule; `augmented_paper` has eqs 28 and 29, "
       "with "
       "the masses that eq 28 lacks"},
      {"eq 27, steps 6 and 7", "`augmented_paper` and `augmented_elements` keep P3 as P2(k,i,j)",
       "they are equal by P9 and P10, corrected: one array instead of two"},
      {"steps 1 to 7 in `augmented_elements`",
       "in the frame of each plane instead of the axes of the first joint",
       "a quarter fewer operations; `augmented_paper` has the axes of the paper"},
      {"eq 20 in `augmented_rates`", "without the term III (omega x g_k)",
       "it is not in the rate; `printed_rate_term` has it, and the elements of eq 26 come from it"},
      {"prismatic joints", "g is the axis, without an angular part", "section 4 has revolute joints only"},
      {"reference 10, 5995 operations; Li's model", "not implemented",
       "a thesis and a paper that are not available; `kic_model` is the link-wise method"},
  };
}

Rows rows_of_002() {
  return {
      {"section 3 in `udut`", "at the origins of the joints, in proximal frames",
       "a third fewer operations; `udut_paper` has the points and frames of the paper"},
      {"steps A3b, A4b, C3 in `udut_paper`", "i down to 1, the link's own inertia, (b) for (t)",
       "as printed they do not solve I theta-dd = phi"},
      {"step A1", "constants summed beforehand", "as the paper counts it, 4M 2A"},
      {"eq 18", "q0 + (qT - q0)(t/T - sin(2 pi t/T)/2 pi)",
       "eq 18 is the case 0 to pi, which two arms do not follow"},
      {"Table II(ii)", "absolute values of the four negative moments",
       "with them M is nowhere positive definite"},
      {"three-DOF arm", "lengths 1, 1 and 0.5 m, masses 1, 1 and 0.5 kg", "its parameters are not printed"},
      {"the author's program; SHAMGOR, DVERK",
       "Fehlberg's formulas and Adams-Bashforth-Moulton, with fixed steps of 0.01 s and with a tolerance of "
       "1e-6",
       "these programs are not available, and of the author's only the step is printed"},
      {"Table I: Valasek", "not implemented", "the source is a book that is not available"},
  };
}

}  // namespace

NumberTable not_literal(std::string_view paper) {
  NumberTable table{"What is not as printed", "", {"what", "here", "why"}, {}};
  if (paper == "000") table.rows = rows_of_000();
  if (paper == "001") table.rows = rows_of_001();
  if (paper == "002") table.rows = rows_of_002();
  return table;
}

}  // namespace catena
