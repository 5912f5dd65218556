// SPDX-License-Identifier: Apache-2.0
// The scratch memory of the calls that floats do not have. Included in batch.cpp.
#pragma once

#include <memory>
#include <vector>

#include "catena/core/algo/augmented_body.hpp"
#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/fd_derivatives.hpp"
#include "catena/core/algo/fd_vjp.hpp"
#include "catena/core/algo/udut.hpp"
#include "core/kernels/level/batch_scratch.hpp"

namespace catena::batch {
namespace {

// For the calls of batch_matrices.hpp.
struct MatrixScratch {
  explicit MatrixScratch(const Chain<P>& arm)
      : fd(arm),
        augmented(arm.dof()),
        coriolis(arm.dof()),
        out(2 * packs(static_cast<std::size_t>(arm.dof())), P(0)) {}
  FdDerivativesWork<P> fd;
  AugmentedWork<P> augmented;
  CoriolisAbreastWork<P> coriolis;
  std::vector<P> out;  // the results of each block of two tiles

  static std::size_t packs(std::size_t n) {
    const std::size_t cube = blocks_for(true, n * n * n) * n * n * n,
                      three = 3 * blocks_for(true, n * n) * n * n;
    return cube > three ? cube : three;
  }
};

struct DoubleScratch : Scratch {
  explicit DoubleScratch(const Chain<P>& arm)
      : Scratch(arm),
        sine(q),
        cosine(q),
        pivots(zeros),
        udut(arm.dof()),
        v(q),
        vjp(arm.dof()),
        matrices(arm.dof() <= kMostInPacks ? std::make_unique<MatrixScratch>(arm) : nullptr) {}
  std::vector<P> sine, cosine;  // (n) for each block of a tile, for generated code, as the next
  std::vector<P> pivots;        // (n)
  UdutWork<P> udut;
  std::vector<P> v;  // (n) for each block of a tile
  FdVjpWork<P> vjp;
  std::unique_ptr<MatrixScratch> matrices;  // none for arms whose matrices are computed one by one
};

}  // namespace
}  // namespace catena::batch
