// SPDX-License-Identifier: Apache-2.0
#include "reproduce/kang_steps.hpp"

#include "catena/core/algo/augmented_elements.hpp"
#include "catena/core/algo/augmented_paper.hpp"

namespace catena::reproduce::detail {

KangSteps kang_steps(const Chain<double>& plain, Constants constants) {
  const bool known = constants == Constants::known;
  const CountedArm a(plain, constants);
  AugmentedPaperWork<Counted> work(a.arm);
  KicModel<Counted> out(a.n);
  KangSteps step;
  // Steps 1 and 4 count as if no element were known: neither the zero between two frames nor S^1 = (0, 0, 1). With known
  // constants all zeros are used.
  const auto count = [&step](std::size_t number, bool zeros, auto&& run) {
    const CountScope scope(zeros);
    run();
    step[number] = scope.count();
  };
  count(1, known, [&] { paper_step_1(a.arm, a.x, work); });
  count(2, true, [&] { paper_step_2(a.arm, work); });
  count(3, known, [&] { paper_step_3(a.arm, work); });
  count(4, known, [&] { paper_step_4(a.arm, work, out.I.view()); });
  count(3, true, [&] { paper_step_3(a.arm, work); });
  count(5, true, [&] { paper_step_5(a.arm, work); });
  count(6, true, [&] { paper_step_6(a.arm, work, out); });
  count(7, true, [&] { paper_step_7(a.arm, out); });
  return step;
}

Counting kang_step(std::size_t number) {
  return [number](const Chain<double>& arm) { return kang_steps(arm)[number]; };
}

Counting kang_steps_up_to(std::size_t last) {
  return [last](const Chain<double>& arm) {
    const KangSteps step = kang_steps(arm);
    OpCount sum;
    for (std::size_t k = 1; k <= last; ++k) sum = sum + step[k];
    return sum;
  };
}

OpCount kang_steps_in_any_axes(const Chain<double>& plain) {
  const CountedArm a(plain);
  AugmentedPaperWork<Counted> work(a.arm);
  KicModel<Counted> out(a.n);
  const CountScope scope(false);
  augmented_paper(a.arm, a.x, work, out);
  return scope.count();
}

OpCount elements_in_link_frames(const Chain<double>& plain) {
  const CountedArm a(plain);
  AugmentedElementsWork<Counted> work(a.n);
  KicModel<Counted> model(a.n);
  return operations([&] { augmented_elements(a.arm, a.x, work, model); });
}

OpCount kang_link_by_link(const Chain<double>& plain) {
  const CountedArm a(plain);
  KicModelWork<Counted> work(a.n);
  KicModel<Counted> model(a.n);
  return operations([&] { kic_model(a.arm, a.x, work, model); });
}

const std::array<PrintedStep, 7>& printed_kang_steps() {
  static const std::array<PrintedStep, 7> all = {{
      {"step 1: frames, origins, centres of mass", P({51, -87}), P({39, -66}), ""},
      {"step 2: augmented bodies", P({84, -84}), P({70, -70}), ""},
      {"step 3: first-order KICs", P({3, -3, 0}), P({2, 4, 0}),
       "a cross product and a difference take 6A per pair, printed 4A"},
      {"step 4: I*", P({7, 25, 0}, 2), P({5, 17, 0}, 2), ""},
      {"step 5: second-order KICs", P({6, -12, 0}), P({3, -3, -2}),
       "one cross product more, fewer additions"},
      {"step 6: independent elements of P1, P2, P3", P({6, -3, -7, 0}, 2), P({2, 0, -3, 0}),
       "P3 is P2 by the properties; the products III H, 9M 6A per pair, do not fit into the printed lower "
       "terms"},
      {"step 7: P*", P({0}), P({11, -6, 4, 0}, 6),
       "terms that are zero by the properties are not added; the printed formula is not an integer for odd "
       "n"},
  }};
  return all;
}

}  // namespace catena::reproduce::detail
