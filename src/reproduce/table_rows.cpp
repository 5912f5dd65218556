// SPDX-License-Identifier: Apache-2.0
#include "catena/reproduce/table_rows.hpp"

#include <array>

#include "catena/core/algo/quasi_paper.hpp"
#include "reproduce/measure.hpp"

namespace catena {
namespace {

using namespace reproduce::detail;
using Counts = std::array<OpCount, kQuasiRows>;

Counts counts(const Chain<double>& plain, Constants constants, bool normalized) {
  CountedArm a(plain, constants);
  QuasiPaperWork<Counted> work(a.arm);
  Counts sum = {};
  quasi_paper<Counted>(a.arm, a.x, normalized, a.qd, a.tau, a.gravity, work, a.out,
                       [&](QuasiRow row, auto&& run) {
                         OpCount& s = sum[static_cast<std::size_t>(row)];
                         s = s + operations(run);
                       });
  return sum;
}

struct Printed {
  const char* what;
  QuasiRow row;
  P mul[2], add[2];
  const char* remark[2];
};

const char* const kSame = "";
const char* const kEnds =
    "the same for each link, but another constant: what is saved at the first and last links is not itemised";
const char* const kRankTwo =
    "rotation and translation as for P; ours updates by one symmetric product of rank two, 31M 35A";
const char* const kSix = "the sum of six terms is subtracted from xi: 6A, as the paper has it for nu";
const char* const kNoSum = "X V has no components along the joint axis, which need no sum";

const std::vector<Printed>& common() {
  static const std::vector<Printed> rows = {
      {"P",
       QuasiRow::P,
       {P({101, -108}), P({51, -58})},
       {P({94, -105}), P({53, -64})},
       {"101 are 15 for the update, 56 for the rotation and 30 for the translation; ours does not rotate the "
        "zeros "
        "of the update; how the paper adds less is not itemised",
        "ours does not rotate the zeros of the update; how the paper adds less is not itemised"}},
      {"G", QuasiRow::G, {P({5, -1}), P({5, -1})}, {P({0}), P({0})}, {kSame, kSame}},
      {"V+", QuasiRow::V_plus, {P({6, -12}), P({2, -4})}, {P({6, -12}), P({2, -4})}, {kEnds, kEnds}},
      {"V", QuasiRow::V, {P({16, -29}), P({8, -16})}, {P({9, -17}), P({5, -9})}, {kEnds, kEnds}},
      {"z", QuasiRow::z, {P({6, -12}), P({2, -4})}, {P({6, -12}), P({2, -4})}, {kEnds, kEnds}},
      {"psi",
       QuasiRow::psi,
       {P({44, -1}), P({12, -1})},
       {P({19, -1}), P({5, -1})},
       {"ours does not multiply by the zero in A; it forms n - 1 matrices, the paper n",
        "ours forms n - 1 matrices, the paper n"}},
      {"b", QuasiRow::b, {P({59, -43}), P({55, -53})}, {P({40, -27}), P({38, -35})}, {kEnds, kEnds}},
      {"X", QuasiRow::X, {P({18, -12}), P({18, -12})}, {P({0}), P({0})}, {kEnds, kEnds}},
      {"lambda-dot",
       QuasiRow::lambda,
       {P({159, -6}), P({95, -6})},
       {P({171, -6}), P({113, -6})},
       {kRankTwo, kRankTwo}},
  };
  return rows;
}
const std::vector<Printed>& normalized() {
  static const char* const root =
      "the seventh multiplication that is printed is the square root, counted apart here";
  static const std::vector<Printed> rows = {
      {"theta-dot", QuasiRow::theta, {P({7, -10}), P({7, -11})}, {P({6, -10}), P({6, -11})}, {root, root}},
      {"eps", QuasiRow::force, {P({1, 0}), P({1, 0})}, {P({1, -1}), P({1, -1})}, {kSame, kSame}},
      {"z+",
       QuasiRow::z_plus,
       {P({23, -4}), P({14, -3})},
       {P({15, -8}), P({10, -7})},
       {"the component along the joint axis is tau: no product and no sum",
        "the component along the joint axis is tau: no sum"}},
      {"y", QuasiRow::y, {P({158, -223}), P({134, -211})}, {P({162, -249}), P({140, -217})}, {kEnds, kEnds}},
      {"C(theta, nu)", QuasiRow::C, {P({2, -1}), P({2, -1})}, {P({0}), P({0})}, {kEnds, kEnds}},
      {"nu-dot", QuasiRow::rate, {P({0}), P({0})}, {P({1, 0}), P({1, 0})}, {kSame, kSame}},
  };
  return rows;
}
const std::vector<Printed>& unnormalized() {
  static const std::vector<Printed> rows = {
      {"theta-dot", QuasiRow::theta, {P({5, -8}), P({5, -9})}, {P({5, -8}), P({5, -9})}, {kSix, kSix}},
      {"kappa", QuasiRow::force, {P({0}), P({0})}, {P({1, -1}), P({1, -1})}, {kSame, kSame}},
      {"z+",
       QuasiRow::z_plus,
       {P({21, -4}), P({13, -3})},
       {P({13, -8}), P({9, -7})},
       {kEnds, "43n - 3 is printed, but the sum of the block needs 13n - 3; another constant"}},
      {"y", QuasiRow::y, {P({59, -83}), P({47, -71})}, {P({61, -89}), P({50, -78})}, {kNoSum, kNoSum}},
      {"C(theta, xi)", QuasiRow::C, {P({0}), P({0})}, {P({0}), P({0})}, {kSame, kSame}},
      {"xi-dot", QuasiRow::rate, {P({1, 0}), P({1, 0})}, {P({1, 0}), P({1, 0})}, {kSame, kSame}},
  };
  return rows;
}

TableRow added(const TableRow& a, const TableRow& b) {
  TableRow sum = a;
  sum.general = a.general + b.general, sum.customised = a.customised + b.customised;
  for (int c : {0, 1}) sum.mul[c] = a.mul[c] + b.mul[c], sum.add[c] = a.add[c] + b.add[c];
  return sum;
}

}  // namespace

std::vector<TableRow> table_2_of_003(const Chain<double>& arm) {
  std::vector<TableRow> out;
  const auto part = [&](const char* name, const std::vector<Printed>& rows, bool nu, TableRow sum) {
    const Counts general = counts(arm, Constants::general, nu), known = counts(arm, Constants::known, nu);
    for (const Printed& row : rows) {
      const auto r = static_cast<std::size_t>(row.row);
      out.push_back({name,
                     row.what,
                     general[r],
                     known[r],
                     {row.mul[0], row.mul[1]},
                     {row.add[0], row.add[1]},
                     {row.remark[0], row.remark[1]}});
      sum = added(sum, out.back());
    }
    sum.part = name;
    out.push_back(sum);
    return sum;
  };
  const P zero({0});
  const TableRow none{
      "",
      "subtotal",
      {},
      {},
      {zero, zero},
      {zero, zero},
      {"additions: 354n - 180 is printed, but the rows sum to 345n - 180, and the totals use that",
       "sum of the above"}};
  TableRow shared = part("common", common(), true, none);
  shared.what = "total";
  for (std::string& remark : shared.remark) remark = "sum of the above, and of the subtotal";
  part("normalized", normalized(), true, shared);
  part("unnormalized", unnormalized(), false, shared);
  return out;
}

}  // namespace catena
