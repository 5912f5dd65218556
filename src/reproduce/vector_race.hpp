// SPDX-License-Identifier: Apache-2.0
// GDAHJ with the vector instructions of the machine from poses of all frames that are known, as paper 000 measures it. What
// the library runs (catena/core/library_methods.hpp) computes the poses first.
#pragma once

#include <vector>

#include "catena/core/algo/gdahj.hpp"
#include "catena/core/algo/gdahj_sums.hpp"
#include "core/kernels/kernels.hpp"

namespace catena::reproduce::detail {

class FromPoses {
 public:
  // Keeps the arm and the posture by reference.
  FromPoses(const Chain<double>& arm, const Posture<double>& x);
  // Flattened: the linker cannot replace the templates by those of a file that is compiled to be built quickly.
  [[gnu::flatten]] void gdahj();
  void sums();
  double element(int i, int j) const { return M_(i, j); }

 private:
  const Chain<double>& arm_;
  const Posture<double>& x_;
  const catena::detail::Kernels& kernels_ = catena::detail::kernels();
  MatX<double> M_;
  GdahjWork<double> work_;
  LinkSums<double> sums_;
  std::vector<double> poses_;  // (12 x stride) component by component
};

}  // namespace catena::reproduce::detail
