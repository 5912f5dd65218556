// SPDX-License-Identifier: Apache-2.0
// Kang: the seven steps of section 4.2, in the axes of the first joint as it prints them, and the same arrays for less.
#include <fmt/format.h>

#include "catena/core/algo/augmented_body.hpp"
#include "catena/reproduce/papers.hpp"
#include "reproduce/kang_steps.hpp"

namespace catena {
namespace {

using namespace reproduce::detail;

OpCount christoffel_symbols(const Chain<double>& plain) {
  const CountedArm a(plain);
  AugmentedWork<Counted> work(a.n);
  MatX<Counted> M(a.n, a.n);
  std::vector<Counted> gamma(static_cast<std::size_t>(a.n * a.n * a.n), Counted(0.0));
  return operations([&] {
    augmented_body(a.arm, a.x, work, M.view(), CubeView<Counted>{gamma.data(), a.n, a.n});
  });
}
OpCount inertia_alone(const Chain<double>& plain) {
  const CountedArm a(plain);
  AugmentedWork<Counted> work(a.n);
  MatX<Counted> M(a.n, a.n);
  Kinematics<Counted> k(a.n);
  return operations([&] {
    set_poses(a.arm, a.x, k);
    augmented_inertia(a.arm, a.x, k, work, M.view());
  });
}

const P kInertiaMul({13, 289, -342}, 2), kInertiaAdd({9, 243, -272}, 2);

CountTable steps_table() {
  const std::vector<int> at = {6};
  CountTable table{"Section 4.2, step by step",
                   "Measured: `augmented_paper`, the steps in the axes of the first joint. Kinematics are "
                   "counted. Steps 1 and 4 "
                   "are counted as if no element were known to be 0 or 1, the others with S^1 = (0, 0, 1).",
                   at,
                   {}};
  for (std::size_t k = 1; k <= 7; ++k) {
    const PrintedStep& p = printed_kang_steps()[k - 1];
    table.lines.push_back({p.what, printed(p.mul, p.add), measured(kang_step(k), at), p.remark});
  }
  table.lines.push_back({"I* alone, steps 1-4", printed(kInertiaMul, kInertiaAdd),
                         measured(kang_steps_up_to(4), at), "the additions of step 3"});
  CountLine all{"I* and P*, steps 1-7", printed(P({3, 11, 129, -171}), P({23, 39, 691, -828}, 6)),
                measured(kang_steps_up_to(7), at),
                "printed additions: the steps sum to 697/6 n, 1621 at n = 6; 1715 fits neither"};
  all.printed.at[6] = {1647, 1715, {}};
  table.lines.push_back(std::move(all));
  return table;
}

CountTable cheaper_table() {
  const std::vector<int> at = {6};
  const CountSide none;
  return {"The same arrays for less",
          "Kinematics are counted.",
          at,
          {{"I*, P1, P2, P3 and P* by `augmented_elements`",
            printed(P({3, 11, 129, -171}), P({23, 39, 697, -828}, 6)), measured(elements_in_link_frames, at),
            "the same steps, plane k in frame k, where axis k is (0, 0, 1); printed: the sum of the steps"},
           {"I* alone by `augmented_inertia`", printed(kInertiaMul, kInertiaAdd), measured(inertia_alone, at),
            "base axes from known poses"},
           {"I* and Christoffel symbols by `augmented_body`", none, measured(christoffel_symbols, at),
            "P* symmetric in the velocities: a product of rank four for a plane"}}};
}

std::string at_six(const Counting& count) {
  const OpCount c = count(revolute_arm(6));
  return fmt::format("{}", c.mul + c.add);
}

CountTable totals() {
  const auto sum = [](const Counting& count) {
    const OpCount c = count(revolute_arm(6));
    return static_cast<double>(c.mul + c.add);
  };
  const auto saving = [&](const Counting& count) {
    return fmt::format("{:.1f} %", 100 * (1 - sum(count) / sum(kang_link_by_link)));
  };
  return {
      "Totals at n = 6, M+A",
      "",
      {},
      {{"I* and P*, seven steps", said("3362 (introduction), 3363 (conclusion)"),
        said(at_six(kang_steps_up_to(7))), "the printed steps sum to 3268"},
       {"I* and P*, link by link (reference 10)", said("5995"), said(at_six(kang_link_by_link)),
        "ours is `kic_model`: the same sums over links, with the properties used"},
       {"saving of the seven steps", said("44 %"), said(saving(kang_steps_up_to(7))),
        "both in the axes of the base or the first joint; the printed steps would save 45.5 % of 5995"},
       {"saving of `augmented_elements`", {}, said(saving(elements_in_link_frames)), "but in link frames"},
       {"saving of `augmented_body`",
        {},
        said(saving(christoffel_symbols)),
        "which gives less: no P1, P2, P3"},
       {"Li's Lagrangian model (reference 4)",
        said("2528"),
        {},
        fmt::format("not implemented; `augmented_body` takes {}", at_six(christoffel_symbols))}}};
}

}  // namespace

PaperCounts paper_001() {
  return {"001",
          "Kang: inertia and Christoffel arrays from augmented bodies",
          {steps_table(), cheaper_table(), totals()}};
}

}  // namespace catena
