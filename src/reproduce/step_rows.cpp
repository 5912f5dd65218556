// SPDX-License-Identifier: Apache-2.0
#include "catena/reproduce/step_rows.hpp"

#include "catena/core/error.hpp"
#include "reproduce/kang_steps.hpp"
#include "reproduce/saha_counts.hpp"

namespace catena {
namespace {

using namespace reproduce::detail;

void add_sum(std::vector<StepRow>& rows, std::string remark) {
  StepRow sum{"sum", {}, {}, P({0}), P({0}), std::move(remark)};
  for (const StepRow& row : rows) {
    sum.general = sum.general + row.general, sum.customised = sum.customised + row.customised;
    if (row.mul) sum.mul = *sum.mul + *row.mul, sum.add = *sum.add + *row.add;
  }
  rows.push_back(std::move(sum));
}

StepTable steps_of_001(const Chain<double>& arm) {
  StepTable out{"the steps of section 4.2 of paper 001", {}};
  const KangSteps general = kang_steps(arm, Constants::general), known = kang_steps(arm, Constants::known);
  for (std::size_t k = 1; k <= printed_kang_steps().size(); ++k) {
    const PrintedStep& p = printed_kang_steps()[k - 1];
    out.rows.push_back({p.what, general[k], known[k], p.mul, p.add, p.remark});
  }
  add_sum(out.rows, "additions: 691/6 n is printed, but the steps sum to 697/6 n");
  return out;
}

StepTable steps_of_002(const Chain<double>& arm) {
  StepTable out{"the steps of section 3 of paper 002, phi given", {}};
  std::map<std::string, OpCount> general = udut_braces(arm, Constants::general),
                                 known = udut_braces(arm, Constants::known);
  for (const Brace& b : printed_braces())
    out.rows.push_back({b.name, general[b.name], known[b.name], b.mul, b.add, b.remark});
  for (const char* left_out : {"A3, i = 1", "A4, i = 1", "A3, own inertia"})
    out.rows.push_back({left_out, general[left_out], known[left_out], std::nullopt, std::nullopt,
                        "the paper leaves it out"});
  out.rows.push_back({"A1, offsets b_i", general["A1, offsets b_i"], known["A1, offsets b_i"], std::nullopt,
                      std::nullopt, "constants where the joint turns, added beforehand in the paper"});
  add_sum(out.rows, "Table I has 191n - 284, but the braces sum to 192n - 284");
  return out;
}

}  // namespace

bool has_steps(std::string_view paper) { return paper == "001" || paper == "002"; }

StepTable paper_steps(std::string_view paper, const Chain<double>& arm) {
  if (!has_steps(paper))
    throw Error(ErrorKind::usage, std::string(paper), "no steps of this paper are counted")
        .need("001 or 002");
  return paper == "001" ? steps_of_001(arm) : steps_of_002(arm);
}

}  // namespace catena
