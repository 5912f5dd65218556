// SPDX-License-Identifier: Apache-2.0
// The typed calls of batches, each a quantity of eval.
#include "catena/core/batch.hpp"

namespace catena::batch {

// --- with a workspace --------------------------------------------------------------------------------------

void id(const Arm& arm, Layout layout, In q, In qd, In qdd, Workspace& work, Out tau) {
  eval(Quantity::id, arm, layout, {.q = q, .qd = qd, .qdd = qdd}, work, {tau});
}
void fd(const Arm& arm, Layout layout, In q, In qd, In tau, Workspace& work, Out qdd) {
  eval(Quantity::fd, arm, layout, {.q = q, .qd = qd, .tau = tau}, work, {qdd});
}
void id(const Arm& arm, Layout layout, In q, In qd, In qdd, In tip, Workspace& work, Out tau) {
  eval(Quantity::id, arm, layout, {.q = q, .qd = qd, .qdd = qdd, .tip = tip}, work, {tau});
}
void fd(const Arm& arm, Layout layout, In q, In qd, In tau, In tip, Workspace& work, Out qdd) {
  eval(Quantity::fd, arm, layout, {.q = q, .qd = qd, .tau = tau, .tip = tip}, work, {qdd});
}
void bias(const Arm& arm, Layout layout, In q, In qd, Workspace& work, Out c) {
  eval(Quantity::bias, arm, layout, {.q = q, .qd = qd}, work, {c});
}
void gravity(const Arm& arm, Layout layout, In q, Workspace& work, Out g) {
  eval(Quantity::gravity, arm, layout, {.q = q}, work, {g});
}
void inertia(const Arm& arm, Layout layout, In q, Workspace& work, Out M) {
  eval(Quantity::inertia, arm, layout, {.q = q}, work, {M});
}
void jacobian(const Arm& arm, Layout layout, In q, Workspace& work, Out J) {
  eval(Quantity::jacobian, arm, layout, {.q = q}, work, {J});
}
void udut(const Arm& arm, Layout layout, In q, Workspace& work, Out U, Out d) {
  eval(Quantity::udut, arm, layout, {.q = q}, work, {U, d});
}

// --- without ----------------------------------------------------------------------------------------------

void id(const Arm& arm, Layout layout, In q, In qd, In qdd, Out tau, const Options& options) {
  Workspace work(arm, options);
  id(arm, layout, q, qd, qdd, work, tau);
}
void fd(const Arm& arm, Layout layout, In q, In qd, In tau, Out qdd, const Options& options) {
  Workspace work(arm, options);
  fd(arm, layout, q, qd, tau, work, qdd);
}
void id(const Arm& arm, Layout layout, In q, In qd, In qdd, In tip, Out tau, const Options& options) {
  Workspace work(arm, options);
  id(arm, layout, q, qd, qdd, tip, work, tau);
}
void fd(const Arm& arm, Layout layout, In q, In qd, In tau, In tip, Out qdd, const Options& options) {
  Workspace work(arm, options);
  fd(arm, layout, q, qd, tau, tip, work, qdd);
}
void bias(const Arm& arm, Layout layout, In q, In qd, Out c, const Options& options) {
  Workspace work(arm, options);
  bias(arm, layout, q, qd, work, c);
}
void gravity(const Arm& arm, Layout layout, In q, Out g, const Options& options) {
  Workspace work(arm, options);
  gravity(arm, layout, q, work, g);
}
void inertia(const Arm& arm, Layout layout, In q, Out M, const Options& options) {
  Workspace work(arm, options);
  inertia(arm, layout, q, work, M);
}
void jacobian(const Arm& arm, Layout layout, In q, Out J, const Options& options) {
  Workspace work(arm, options);
  jacobian(arm, layout, q, work, J);
}
void udut(const Arm& arm, Layout layout, In q, Out U, Out d, const Options& options) {
  Workspace work(arm, options);
  udut(arm, layout, q, work, U, d);
}

}  // namespace catena::batch
