// SPDX-License-Identifier: Apache-2.0
// What has code of its own follows from the tables of `Compiled`, of batches and of motors; only the reasons are written here.
#include "catena/codegen/ways.hpp"

#include <algorithm>

#include "catena/codegen/compiled.hpp"
#include "catena/core/batch.hpp"
#include "catena/core/motors.hpp"

namespace catena {
namespace {

bool is_compiled(Quantity quantity) {
  using enum Quantity;
  const std::span<const Quantity> all = Compiled::compilable();
  return quantity == id_derivatives || quantity == fd_derivatives ||
         std::find(all.begin(), all.end(), quantity) != all.end();
}

std::string_view why_not_compiled(Quantity quantity) {
  using enum Quantity;
  switch (info(quantity).use) {
    case Use::of_papers:
      return "as Arm: it is there to compare methods; 'catena codegen' writes its code";
    case Use::wide:
      return "as Arm: code without loops cannot use several lanes for one state, as the library does";
    case Use::one_of_three:
      return "as Arm: code is generated for all derivatives together (id_derivatives, fd_derivatives)";
    case Use::by_matrix:
      return "as Arm: its size depends on what it is multiplied by";
    case Use::no_posture:
      return "as Arm: n products, which need no code of their own";
    case Use::seldom:
      break;
  }
  if (quantity == id_vjp || quantity == fd_vjp)
    return "as Arm: no function for it yet; 'catena codegen' writes its code";
  return "as Arm: asked for too seldom to be compiled for every arm; 'catena codegen' writes its code";
}

std::string_view why_not_batch(Quantity quantity) {
  using enum Quantity;
  switch (info(quantity).use) {
    case Use::of_papers:
      return "state by state on all threads: it is there to compare methods";
    case Use::wide:
      return "state by state on all threads: the links of one state fill the vector registers";
    case Use::one_of_three:
      return "state by state on all threads: all derivatives together have a kernel for several states";
    case Use::by_matrix:
      return quantity == wrench_torques
                 ? "refused: it needs a wrench for each link, which batches do not take"
                 : "state by state on all threads, for the identity: batches do not take a matrix for each "
                   "state";
    case Use::no_posture:
      return "state by state on all threads: n products, which memory limits";
    case Use::seldom:
      break;
  }
  return "state by state on all threads: a kernel would be compiled for every instruction set, and it is "
         "seldom asked for";
}

WayInfo motors(Quantity quantity) {
  switch (motor_effect(quantity)) {
    case MotorEffect::none:
      return {true, "the same with motors, by the same code"};
    case MotorEffect::added:
      return {true, "the same code, and the terms of the motors are added"};
    case MotorEffect::inside:
      return {true, quantity == Quantity::fd
                        ? "by articulated bodies with rotors, in batches too; not compiled"
                        : "by methods that include the rotors; in batches state by state, not compiled"};
    case MotorEffect::refused:
      break;
  }
  return {false, "refused: its parameters are those of the links"};
}

WayInfo tip(Quantity quantity) {
  using enum Quantity;
  if (!info(quantity).needs(Input::tip)) return {false, "does not depend on a wrench at the tool"};
  if (quantity == id || quantity == fd)
    return {
        true,
        "kernels, compiled code and batches take it; batches with generated code run those of the library"};
  if (batch::has_kernel(quantity))
    return {true, "kernels and batches take it; compiled code leaves it to the library"};
  return {true, "the methods of Arm take it"};
}

}  // namespace

std::string_view name_of(Way way) {
  switch (way) {
    case Way::compiled:
      return "Compiled";
    case Way::batch:
      return "batch";
    case Way::batch_generated:
      return "batch, generated";
    case Way::batch_float:
      return "batch of float";
    case Way::tip:
      return "tip";
    case Way::motors:
      return "motors";
  }
  return "";
}

WayInfo way_of(Quantity quantity, Way way) {
  switch (way) {
    case Way::compiled:
      if (!is_compiled(quantity)) return {false, why_not_compiled(quantity)};
      return {true, info(quantity).several()
                        ? "code generated for the arm, where it is faster than the library"
                        : "code generated for the arm"};
    case Way::batch:
      if (!batch::has_kernel(quantity)) return {false, why_not_batch(quantity)};
      return {true, "several states in each vector register; matrices of long arms one after the other"};
    case Way::batch_generated:
      if (is_compiled(quantity)) return {true, "code generated for the arm and for several states"};
      if (batch::has_kernel(quantity)) return {false, "as a batch: no function for it yet"};
      return {false, why_not_batch(quantity)};
    case Way::batch_float:
      if (batch::has_float_kernel(quantity)) return {true, "twice as many states in each vector register"};
      return {false, quantity == Quantity::wrench_torques
                         ? why_not_batch(quantity)
                         : "in double, and rounded: only vectors, M and J have kernels of floats"};
    case Way::tip:
      return tip(quantity);
    case Way::motors:
      return motors(quantity);
  }
  return {};
}

}  // namespace catena
