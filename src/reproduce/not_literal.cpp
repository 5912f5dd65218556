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
      {"Fehlberg's formulas and Adams PECE at fixed steps of 0.01 s",
       "for the rows above only, not in `catena simulate`",
       "without control of the error a step that is too long goes unnoticed; `fehlberg` is the same formulas "
       "with it, `adams` "
       "a method of the same kind, and `rk4` has fixed steps"},
      {"Table I: Valasek", "not implemented", "the source is a book that is not available"},
  };
}

Rows rows_of_003() {
  return {
      {"links", "counted from the base",
       "the paper counts them from the tip; all quantities here count from the base"},
      {"sections 4 and 6 in `quasi_velocity`",
       "products with vectors instead of the matrices Psi, X and lambda-dot",
       "629n operations instead of 835n; `quasi_paper` has the matrices of the paper"},
      {"the rows of Table 2 in `quasi_paper`",
       "without the row and the column that tau-bar makes zero, and without what the first link sends to the "
       "base",
       "zeros need no operations; the paper does not say whether it counts them"},
      {"eqs 3, 4 and 7, prismatic joints", "Omega_delta = crf(S q-dot)",
       "as printed, the rates of prismatic joints are wrong"},
      {"eqs 16, 18, 19, 21, 31, 36, 42, 47 and 48", "corrected",
       "as printed they fail: the claims above have the errors"},
      {"eq 48, Figure 1: the matrix",
       "in C++, `cnu_components` and `cxi_components`; as quantities only C(theta, nu) and "
       "C(theta, xi)",
       "the arm determines the product alone, with the bias forces that eq 48 leaves out; other matrices "
       "have the same one"},
      {"eq 39 with the loads of b(k)",
       "in C++, `torque_terms` with wrenches; the quantity has the three terms of eq 39",
       "eq 39 has no loads; `id` takes them on every link"},
      {"eq 35", "in the tests only", "eq 36 is the same vector, and what the code computes"},
      {"Table 3: Brandl; numerical solution of 1992", "`aba` in proximal frames; `crba_udu`",
       "the paper describes neither; both follow the same idea"},
      {"Figure 1", "the terms of the sums, drawn for a random arm",
       "the paper draws the boxes without numbers"},
  };
}

Rows rows_of_004() {
  return {
      {"section 3.2 in `gim`", "composite bodies in proximal frames, without what is zero",
       "16n^2 operations instead of 18n^2; `gim_paper` and `gim_paper_planar` have the steps of the paper"},
      {"steps 5(a), 5(b) in `gim_paper`", "with the rotations, and in the plane with m d.d",
       "without them the matrix is not the inertia matrix"},
      {"eq 12 in `gim_mci`", "one matrix for each link, which serves all columns of C",
       "the same elements c_ij; the tests have eq 12 as printed"},
      {"eq 1, prismatic joints", "O_i moves with link i",
       "with a fixed point the rate of its velocity is wrong"},
      {"eqs 11 to 13", "A_ij and p_i as blocks of T_l and T_d", "the paper does not define them"},
      {"computation times", "operations, and times of this machine", "Matlab of 2003 is not available"},
      {"Figure 6, Stanford arm", "also with the centres of mass of 002",
       "the printed ones are probably a shifted column"},
  };
}

}  // namespace

NumberTable not_literal(std::string_view paper) {
  NumberTable table{"What is not as printed", "", {"what", "here", "why"}, {}};
  if (paper == "000") table.rows = rows_of_000();
  if (paper == "001") table.rows = rows_of_001();
  if (paper == "002") table.rows = rows_of_002();
  if (paper == "003") table.rows = rows_of_003();
  if (paper == "004") table.rows = rows_of_004();
  return table;
}

}  // namespace catena
