// SPDX-License-Identifier: Apache-2.0
#include "reproduce/gim_steps.hpp"

#include <fmt/format.h>

#include "catena/core/algo/gim_paper.hpp"
#include "catena/core/algo/gim_paper_planar.hpp"
#include "catena/core/model/generate.hpp"

namespace catena::reproduce::detail {
namespace {

enum Part { k1, k2, k3, k4, k5a, k5b, kTurn, k6a, k6b, kParts };
using Parts = std::array<OpCount, kParts>;

// Counts as if no element were known, not even the zero in M̃_i p_i.
template <class Run>
void add_count(OpCount& sum, Run&& run) {
  const CountScope scope(false);
  run();
  sum = sum + scope.count();
}

Parts spatial_parts(const Chain<double>& plain) {
  const CountedArm a(plain);
  GimPaperWork<Counted> work(a.arm, {Counted::general(0.8), Counted::general(0.6), Counted::general(0.3)});
  Parts c = {};
  for (int i = 0; i < a.n; ++i) {
    add_count(c[k1], [&] { gim_paper_1(a.x, work, i); });
    add_count(c[k2], [&] { gim_paper_2(a.x, work, i); });
    add_count(c[k3], [&] { gim_paper_3(work, i); });
    add_count(c[k4], [&] { gim_paper_4(work, i); });
    add_count(c[k5a], [&] { gim_paper_5a(a.x, work, i); });
  }
  for (int i = a.n - 1; i >= 0; --i) {
    if (i + 1 < a.n) add_count(c[kTurn], [&] { gim_paper_5b_turn(a.x, work, i); });
    add_count(c[k5b], [&] { gim_paper_5b(work, i); });
    add_count(c[k6a], [&] { gim_paper_6a(work, i); });
    add_count(c[k6b], [&] {
      Force<Counted> F = gim_paper_wrench(work, i);
      for (int j = i - 1; j >= 0; --j) gim_paper_6b(a.x, work, j, F);
    });
  }
  return c;
}

Parts planar_parts(const Chain<double>& plain) {
  const int n = plain.dof();
  Notes notes;
  const Chain<double> flat = make_chain(generate_robot(fmt::format("planar:{}", n)), notes);
  const PlanarArm<Counted> arm = planar_arm(flat)->cast<Counted>(&Counted::general);
  GimPaperPlanarWork<Counted> work(arm, Counted::general(0.7));
  std::vector<Counted> q;
  for (int i = 0; i < n; ++i) q.push_back(Counted::general(0.3 + 0.1 * i));
  work.set(arm, q);
  Parts c = {};
  for (int i = 0; i < n; ++i) {
    add_count(c[k1], [&] { gim_paper_planar_1(work, i); });
    add_count(c[k2], [&] { gim_paper_planar_2(work, i); });
    add_count(c[k3], [&] { gim_paper_planar_3(work, i); });
    add_count(c[k4], [&] { gim_paper_planar_4(work, i); });
    add_count(c[k5a], [&] { gim_paper_planar_5a(work, i); });
  }
  for (int i = n - 1; i >= 0; --i) {
    if (i + 1 < n) add_count(c[kTurn], [&] { gim_paper_planar_5b_turn(work, i); });
    add_count(c[k5b], [&] { gim_paper_planar_5b(work, i); });
    add_count(c[k6a], [&] { gim_paper_planar_6a(work, i); });
    add_count(c[k6b], [&] {
      PlaneWrench<Counted> F = gim_paper_planar_wrench(work, i);
      for (int j = i - 1; j >= 0; --j) gim_paper_planar_7(work, j, F);
    });
  }
  return c;
}

using PartsOf = Parts (*)(const Chain<double>&);
Counting part(PartsOf parts, Part which) {
  return [parts, which](const Chain<double>& arm) {
    const Parts c = parts(arm);
    return which == k5b ? c[k5b] + c[kTurn] : c[which];
  };
}
OpCount sum_of(const Parts& parts) {
  OpCount sum;
  for (const OpCount& each : parts) sum = sum + each;
  return sum;
}

}  // namespace

const std::vector<GimStep>& gim_steps() {
  static const std::vector<GimStep> all = {
      {"1", "a_i", P({2, 0}), P({0}), part(spatial_parts, k1), ""},
      {"2", "r_i", P({8, 0}), P({4, 0}), part(spatial_parts, k2), ""},
      {"3", "d_i", P({0}), P({3, 0}), part(spatial_parts, k3), ""},
      {"4", "m_i d_i", P({3, 0}), P({0}), part(spatial_parts, k4), ""},
      {"5(a)", "M_i", P({22, 0}), P({26, 0}), part(spatial_parts, k5a), "Q I Q^T takes 16A, printed 17A"},
      {"5(b)", "M~_i", P({18, -18}), P({18, -18}), part(spatial_parts, k5b),
       "24M 20A per link are the rotation from frame i+1 to frame i, which the paper leaves out; of the "
       "rest, 15M 30A, the "
       "two sums of nine elements alone take 18A"},
      {"6(a)", "i_ii", P({0}), P({0}), part(spatial_parts, k6a), ""},
      {"6(b)", "i_ij", P({11, -11, 0}), P({7, -7, 0}), part(spatial_parts, k6b), ""}};
  return all;
}

const std::vector<GimStep>& planar_gim_steps() {
  static const std::vector<GimStep> all = {
      {"1", "planar a_i", P({2, 0}), P({0}), part(planar_parts, k1), ""},
      {"2", "planar r_i", P({4, 0}), P({2, 0}), part(planar_parts, k2), ""},
      {"3", "planar d_i", P({0}), P({2, 0}), part(planar_parts, k3), ""},
      {"4", "planar m_i d_i", P({2, 0}), P({0}), part(planar_parts, k4), ""},
      {"5(a)", "planar M_i", P({0}), P({0}), part(planar_parts, k5a),
       "i_zz + m d.d, printed i_zz of the centre of mass"},
      {"5(b)", "planar M~_i", P({7, -7}), P({7, -7}), part(planar_parts, k5b),
       "4M 2A per link are the rotation from frame i+1 to frame i, which the paper leaves out; the rest "
       "takes 6M 9A"},
      {"6(a)", "planar i_ii", P({0}), P({0}), part(planar_parts, k6a), ""},
      {"7", "planar i_ij", P({7, -7, 0}, 2), P({2, -2, 0}), part(planar_parts, k6b),
       "a force is turned and its moment added: 6M 4A, printed 7M 4A"}};
  return all;
}

OpCount gim_step_5b_turn(const Chain<double>& arm) { return spatial_parts(arm)[kTurn]; }
OpCount gim_steps_total(const Chain<double>& arm) { return sum_of(spatial_parts(arm)); }
OpCount planar_gim_step_5b_turn(const Chain<double>& arm) { return planar_parts(arm)[kTurn]; }
OpCount planar_gim_steps_total(const Chain<double>& arm) { return sum_of(planar_parts(arm)); }

}  // namespace catena::reproduce::detail
