// SPDX-License-Identifier: Apache-2.0
// Every call follows the row of its quantity in the table: check the inputs, set the posture, run the prepared method,
// check the pivots.
#include "catena/core/arm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/digits.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/canonical.hpp"
#include "catena/core/model/pivot.hpp"
#include "catena/core/rows/row.hpp"
#include "catena/core/select.hpp"
#include "core/kernels/kernels.hpp"
#include "core/kernels/set_posture.hpp"
#include "core/util/finite.hpp"

namespace catena {
namespace {

std::uint64_t next_geometry() {
  static std::atomic<std::uint64_t> count{0};
  return ++count;
}

MatView<double> view(VecOut& x) {
  return {x.data(), static_cast<int>(x.size()), 1, static_cast<int>(x.size())};
}
MatView<double> view(SixOut& x) { return {x.data(), 6, 1, 6}; }
MatView<double> view(SixSquareOut& A) { return {A.data(), 6, 6, static_cast<int>(A.outerStride())}; }
MatView<double> view(MatOut& A) {
  return {A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols()),
          static_cast<int>(A.outerStride())};
}

// The methods of an arm: by the selection for its number of joints.
std::array<const Method<double>*, kQuantities.size()> methods_for(int joints) {
  std::array<const Method<double>*, kQuantities.size()> found;
  const Selection& selection = Selection::current();
  for (const QuantityInfo& quantity : kQuantities)
    found[static_cast<std::size_t>(quantity.quantity)] = &selection.method(quantity.quantity, joints);
  return found;
}

}  // namespace

Workspace::Workspace(const Arm& arm)
    : kernels(detail::kernels()),
      posture(arm.chain()),
      pivots(library_method(Quantity::fd, "aba")->prepare(arm.chain())),
      zeros(static_cast<std::size_t>(arm.dof()), 0.0),
      unused(zeros),
      saved(3 * zeros.size()),
      kinematics(arm.dof()),
      torques(zeros),
      geometry(arm.geometry_) {
  bounds.reserve(2 * kQuantities.size());
  for (const QuantityInfo& quantity : kQuantities) {
    const Method<double>& method = arm.method(quantity.quantity);
    Slot& slot = slots[static_cast<std::size_t>(quantity.quantity)];
    slot = {method.execute, scratch_of(method, arm.chain()), nullptr, nullptr, nullptr};
    if (!quantity.divides) continue;
    slot.least = bounds.emplace_back(least_pivots(arm.chain(), method)).data();
    const Method<double>* const stable = stable_method(quantity.quantity);
    if (!stable || stable == &method) continue;
    slot.stable = stable->execute;
    slot.stable_scratch = scratch_of(*stable, arm.chain());
  }
}

void* Workspace::scratch_of(const Method<double>& method, const Chain<double>& chain) {
  auto at = std::find(kinds.begin(), kinds.end(), method.scratch);
  if (at == kinds.end()) {
    owned.emplace_back(method.scratch->make(chain), method.scratch->drop);
    at = kinds.insert(kinds.end(), method.scratch);
  }
  return owned[static_cast<std::size_t>(at - kinds.begin())].get();
}

Arm::Arm(Robot robot) : Arm(std::move(robot), Notes{}) {}

Arm::Arm(Robot robot, Notes notes)
    : robot_(std::move(robot)),
      chain_(make_chain(robot_, notes)),
      notes_(std::move(notes)),
      pivot_scale_(pivot_scale(chain_)),
      geometry_(next_geometry()),
      methods_(methods_for(chain_.dof())),
      no_posture_(
          Chain<double>({}, Pose<double>::identity(), Pose<double>::identity(), Vec3<double>::zero())) {
  if (const std::string& problem = Selection::current().problem(); !problem.empty())
    notes_.push_back({"", problem});
}

Eigen::Vector3d Arm::gravity_acceleration() const {
  return {chain_.gravity().x, chain_.gravity().y, chain_.gravity().z};
}

Arm Arm::with_gravity(const Eigen::Vector3d& acceleration) const {
  if (!acceleration.allFinite())
    throw Error(ErrorKind::usage, "with_gravity", "the acceleration of gravity is not finite")
        .given(fmt::format("[{}, {}, {}]", acceleration.x(), acceleration.y(), acceleration.z()));
  Arm other = *this;
  other.robot_.gravity = {acceleration.x(), acceleration.y(), acceleration.z()};
  Notes repeated;  // the same as ours
  other.chain_ = make_chain(other.robot_, repeated);
  return other;
}

// --- checks ----------------------------------------------------------------------------------------------

void Arm::require_vector(const QuantityInfo& quantity, const char* name, std::span<const double> x) const {
  if (static_cast<int>(x.size()) == dof() && detail::all_finite(x.data(), x.size())) [[likely]]
    return;
  refuse_vector(quantity, name, x);
}

// If the quantity is a compile-time constant, so are its inputs.
CATENA_INLINE void Arm::require(const QuantityInfo& quantity, const Given& given,
                                const Result<double>& out) const {
  if (quantity.needs(Input::q)) require_vector(quantity, "q", given.q);
  if (quantity.needs(Input::qd)) require_vector(quantity, "qd", given.qd);
  if (quantity.needs(Input::qdd)) require_vector(quantity, "qdd", given.qdd);
  if (quantity.needs(Input::tau)) require_vector(quantity, "tau", given.tau);
  if (quantity.needs(Input::v)) require_vector(quantity, "v", given.v);
  if (quantity.needs(Input::tip) && given.tip) require_wrench(quantity, "'tip'", *given.tip);
  if (quantity.needs(Input::V) && given.V) require_matrix(quantity, *given.V);
  if (quantity.needs(Input::wrenches) && (quantity.requires_wrenches() || !given.wrenches.empty()))
    require_wrenches(quantity, given.wrenches);
  if (!given.wrenches.empty() && !quantity.needs(Input::wrenches)) [[unlikely]]
    refuse_wrenches(quantity);
  if (quantity.needs(Input::frame) && given.frame) require_frame(quantity, *given.frame);
  if (quantity.needs(Input::damping)) require_damping(quantity, given.damping);
  for (std::size_t k = 0; k < quantity.arrays.size(); ++k) {
    const Size need = size_of(quantity.arrays[k].shape, dof(), given.columns());
    const MatView<double>& array = out.matrix(k);
    if (array.rows != need.rows || array.cols != need.cols) [[unlikely]]
      refuse_result(quantity, k, need, array);
  }
}

CATENA_INLINE State<double> Arm::state(const Given& given) const {
  return {given.q,
          given.qd,
          given.qdd,
          given.tau,
          chain_.gravity(),
          given.tip ? *given.tip : Wrench::zero(),
          given.v,
          given.V,
          given.wrenches,
          given.frame,
          given.damping > 0 ? &given.damping : nullptr};
}

CATENA_INLINE void Arm::require_regular(const QuantityInfo& quantity, const Pivots<double>& pivots) const {
  catena::require_regular(quantity.name, robot_.name, {pivots.values, pivot_scale_.size()}, pivot_scale_,
                          pivots.inverse);
}

namespace {

// Whether n numbers from x on overlap a matrix in memory.
CATENA_INLINE bool overlap(const double* x, std::ptrdiff_t n, const MatView<double>& A) {
  const double* const end = A.data + (A.cols - 1) * static_cast<std::ptrdiff_t>(A.stride) + A.rows;
  return std::less<>()(x, end) & std::less<>()(A.data, x + n);
}

// Results may overwrite the vectors that they are computed from. A second computation then needs copies of these vectors.
CATENA_INLINE void keep_inputs(const QuantityInfo& quantity, State<double>& state, const Result<double>& out,
                               std::vector<double>& saved) {
  double* room = saved.data();
  const auto keep = [&](std::span<const double>& input) {
    bool over = false;
    for (std::size_t k = 0; k < quantity.arrays.size(); ++k)
      if (quantity.arrays[k].shape != Shape::none)
        over |= overlap(input.data(), static_cast<std::ptrdiff_t>(input.size()), out.matrix(k));
    if (!over) [[likely]]
      return;
    std::copy(input.begin(), input.end(), room);
    input = {room, input.size()};
    room += input.size();
  };
  if (quantity.needs(Input::q)) keep(state.q);
  if (quantity.needs(Input::qd)) keep(state.qd);
  if (quantity.needs(Input::tau)) keep(state.tau);
}

}  // namespace

CATENA_INLINE void Arm::run(const QuantityInfo& quantity, const Given& given, Workspace& work,
                            const Result<double>& out) const {
  require(quantity, given, out);
  if (!fits(work)) [[unlikely]]
    refuse_workspace(quantity);
  if (quantity.needs(Input::q)) detail::set_posture(work.kernels, chain_, given.q, work.posture);
  const Workspace::Slot& slot = work.slots[static_cast<std::size_t>(quantity.quantity)];
  State<double> s = state(given);
  if (!quantity.divides) {
    slot.execute(chain_, work.posture, s, slot.scratch, out);
    if (quantity.quantity == Quantity::id && !s.wrenches.empty()) [[unlikely]]
      add_wrench_torques<double>(chain_, work.posture, s.wrenches, out.vector());
    return;
  }
  if (quantity.quantity == Quantity::fd && !s.wrenches.empty()) [[unlikely]] {
    subtract_wrench_torques<double>(chain_, work.posture, s.wrenches, s.tau, work.torques);
    s.tau = work.torques;
  }
  if (slot.stable) {
    keep_inputs(quantity, s, out, work.saved);
    if (quantity.needs(Input::V) && s.V && s.V->cols > 0 &&
        overlap(s.V->data, (s.V->cols - 1) * static_cast<std::ptrdiff_t>(s.V->stride) + s.V->rows,
                out.matrix())) [[unlikely]]  // V cannot be kept
      return run_stable(quantity, slot, s, {}, work, out);
  }
  Pivots<double> pivots = slot.execute(chain_, work.posture, s, slot.scratch, out);
  if (!pivots.values) {
    const State<double> rest = {{}, work.zeros, {}, work.zeros, Vec3<double>::zero(), Wrench::zero()};
    pivots = work.pivots.run(work.posture, rest, work.unused);
  }
  if (!all_above({slot.least, work.zeros.size()}, pivots.values, pivots.inverse)) [[unlikely]]
    return run_stable(quantity, slot, s, pivots, work, out);
  require_rank(quantity.name, robot_.name, pivots.rank);
}

[[gnu::cold]] void Arm::run_stable(const QuantityInfo& quantity, const Workspace::Slot& slot,
                                   const State<double>& s, const Pivots<double>& pivots, Workspace& work,
                                   const Result<double>& out) const {
  if (!slot.stable) return require_regular(quantity, pivots);
  const Pivots<double> found = slot.stable(chain_, work.posture, s, slot.stable_scratch, out);
  require_regular(quantity, found);
  require_rank(quantity.name, robot_.name, found.rank);
}

const Method<double>& Arm::run_once(const QuantityInfo& quantity, const Method<double>& method,
                                    const Given& given, const Result<double>& out, bool chosen) const {
  require(quantity, given, out);
  Posture<double> x(chain_);
  if (quantity.needs(Input::q)) detail::set_posture(detail::kernels(), chain_, given.q, x);
  const State<double> s = state(given);
  const auto run_by = [&](const Method<double>& by, std::span<const double> least) {
    Prepared<double> prepared = by.prepare(chain_);
    Pivots<double> pivots = prepared.run(x, s, out);
    if (!quantity.divides) return true;
    const auto judged = [&](const Pivots<double>& found) {
      if (!least.empty() && !all_above(least, found.values, found.inverse)) return false;
      if (least.empty()) require_regular(quantity, found);
      require_rank(quantity.name, robot_.name, found.rank);
      return true;
    };
    if (pivots.values) return judged(pivots);
    const std::vector<double> zeros(static_cast<std::size_t>(dof()), 0.0);
    std::vector<double> unused = zeros;
    const State<double> rest = {{}, zeros, {}, zeros, Vec3<double>::zero(), Wrench::zero()};
    return judged(library_method(Quantity::fd, "aba")->prepare(chain_).run(x, rest, unused));
  };
  const Method<double>* const stable = quantity.divides ? stable_method(quantity.quantity) : nullptr;
  if (chosen && stable && stable != &method && run_by(method, least_pivots(chain_, method))) return method;
  const Method<double>& used = chosen && stable ? *stable : method;
  run_by(used, {});
  return used;
}

double Arm::digits(const Method<double>& method, const Given& given, const Result<double>& result) const {
  std::vector<double> flat;
  for (std::size_t k = 0; k < info(method.quantity).arrays.size(); ++k) {
    const MatView<double>& A = result.matrix(k);
    for (int j = 0; A.data && j < A.cols; ++j) flat.insert(flat.end(), &A(0, j), &A(0, j) + A.rows);
  }
  return DigitsLeft(chain_, method).at(state(given), flat);
}

void Arm::run_motors(const QuantityInfo& quantity, const Given& given, const Result<double>& out) const {
  require(quantity, given, out);
  rows::NoWork none;
  method(quantity.quantity).execute(chain_, no_posture_, state(given), &none, out);
}

void Arm::once(Quantity quantity, const Given& given, const Result<double>& out) const {
  run_once(info(quantity), method(quantity), given, out, true);
}

// --- any quantity ----------------------------------------------------------------------------------------

const Method<double>* Arm::find(Quantity quantity, std::string_view method) const {
  if (const Method<double>* const found = library_method(quantity, method)) return found;
  std::vector<std::string_view> known;
  for (const Method<double>& m : library_methods())
    if (m.quantity == quantity) known.push_back(m.name);
  throw Error(ErrorKind::usage, std::string(info(quantity).name),
              fmt::format("there is no method '{}' for it", method))
      .need(fmt::format("one of {}", fmt::join(known, ", ")))
      .hint(text::did_you_mean(std::string(method), known));
}

Arm::Given Arm::given(Quantity quantity, const At& at) {
  const bool v = info(quantity).needs(Input::v) && at.v.empty();
  return {at.q,
          at.qd,
          at.qdd,
          at.tau,
          v ? at.qd : at.v,
          &at.tip,
          at.V ? &at.V->view() : nullptr,
          at.wrenches,
          at.frame ? &*at.frame : nullptr,
          at.damping};
}

void Arm::eval(Quantity quantity, const At& at, Workspace& work, const Result<double>& out) const {
  run(info(quantity), given(quantity, at), work, out);
}

// --- in place --------------------------------------------------------------------------------------------

void Arm::id(VecIn q, VecIn qd, VecIn qdd, Workspace& work, VecOut tau) const {
  run(info(Quantity::id), {.q = in(q), .qd = in(qd), .qdd = in(qdd)}, work, view(tau));
}
void Arm::id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, VecOut tau) const {
  run(info(Quantity::id), {.q = in(q), .qd = in(qd), .qdd = in(qdd), .tip = &tip}, work, view(tau));
}
void Arm::fd(VecIn q, VecIn qd, VecIn tau, Workspace& work, VecOut qdd) const {
  run(info(Quantity::fd), {.q = in(q), .qd = in(qd), .tau = in(tau)}, work, view(qdd));
}
void Arm::fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, VecOut qdd) const {
  run(info(Quantity::fd), {.q = in(q), .qd = in(qd), .tau = in(tau), .tip = &tip}, work, view(qdd));
}
void Arm::id_derivatives(VecIn q, VecIn qd, VecIn qdd, Workspace& work, MatOut by_q, MatOut by_qd,
                         MatOut by_qdd) const {
  run(info(Quantity::id_derivatives), {.q = in(q), .qd = in(qd), .qdd = in(qdd)}, work,
      {view(by_q), view(by_qd), view(by_qdd)});
}
void Arm::id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, MatOut by_q,
                         MatOut by_qd, MatOut by_qdd) const {
  run(info(Quantity::id_derivatives), {.q = in(q), .qd = in(qd), .qdd = in(qdd), .tip = &tip}, work,
      {view(by_q), view(by_qd), view(by_qdd)});
}
void Arm::fd_derivatives(VecIn q, VecIn qd, VecIn tau, Workspace& work, MatOut by_q, MatOut by_qd,
                         MatOut by_tau) const {
  run(info(Quantity::fd_derivatives), {.q = in(q), .qd = in(qd), .tau = in(tau)}, work,
      {view(by_q), view(by_qd), view(by_tau)});
}
void Arm::fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, MatOut by_q,
                         MatOut by_qd, MatOut by_tau) const {
  run(info(Quantity::fd_derivatives), {.q = in(q), .qd = in(qd), .tau = in(tau), .tip = &tip}, work,
      {view(by_q), view(by_qd), view(by_tau)});
}
void Arm::inertia(VecIn q, Workspace& work, MatOut M) const {
  run(info(Quantity::inertia), {.q = in(q)}, work, view(M));
}
void Arm::inertia_inverse(VecIn q, Workspace& work, MatOut M_inv) const {
  run(info(Quantity::inertia_inverse), {.q = in(q)}, work, view(M_inv));
}
void Arm::inertia_rate(VecIn q, VecIn qd, Workspace& work, MatOut Md) const {
  run(info(Quantity::inertia_rate), {.q = in(q), .qd = in(qd)}, work, view(Md));
}
void Arm::coriolis(VecIn q, VecIn qd, Workspace& work, MatOut C) const {
  run(info(Quantity::coriolis), {.q = in(q), .qd = in(qd)}, work, view(C));
}
void Arm::coriolis_transpose(VecIn q, VecIn qd, VecIn v, Workspace& work, VecOut result) const {
  run(info(Quantity::coriolis_transpose), {.q = in(q), .qd = in(qd), .v = in(v)}, work, view(result));
}
void Arm::bias(VecIn q, VecIn qd, Workspace& work, VecOut c) const {
  run(info(Quantity::bias), {.q = in(q), .qd = in(qd)}, work, view(c));
}
void Arm::gravity(VecIn q, Workspace& work, VecOut g) const {
  run(info(Quantity::gravity), {.q = in(q)}, work, view(g));
}
void Arm::christoffel(VecIn q, Workspace& work, MatOut gamma) const {
  run(info(Quantity::christoffel), {.q = in(q)}, work, view(gamma));
}
void Arm::udut(VecIn q, Workspace& work, MatOut U, VecOut d) const {
  run(info(Quantity::udut), {.q = in(q)}, work, {view(U), view(d)});
}
void Arm::nu(VecIn q, VecIn qd, Workspace& work, VecOut result) const {
  run(info(Quantity::nu), {.q = in(q), .qd = in(qd)}, work, view(result));
}
void Arm::xi(VecIn q, VecIn qd, Workspace& work, VecOut result) const {
  run(info(Quantity::xi), {.q = in(q), .qd = in(qd)}, work, view(result));
}
void Arm::cnu(VecIn q, VecIn qd, Workspace& work, VecOut result) const {
  run(info(Quantity::cnu), {.q = in(q), .qd = in(qd)}, work, view(result));
}
void Arm::cxi(VecIn q, VecIn qd, Workspace& work, VecOut result) const {
  run(info(Quantity::cxi), {.q = in(q), .qd = in(qd)}, work, view(result));
}
void Arm::jacobian(VecIn q, Workspace& work, MatOut J) const {
  run(info(Quantity::jacobian), {.q = in(q)}, work, view(J));
}
void Arm::jacobian_rate(VecIn q, VecIn qd, Workspace& work, MatOut Jd) const {
  run(info(Quantity::jacobian_rate), {.q = in(q), .qd = in(qd)}, work, view(Jd));
}
void Arm::momentum(VecIn q, VecIn qd, Workspace& work, Eigen::Ref<Eigen::Vector<double, 6>> H) const {
  run(info(Quantity::momentum), {.q = in(q), .qd = in(qd)}, work, MatView<double>{H.data(), 6, 1, 6});
}
void Arm::pose(VecIn q, Workspace& work, Eigen::Ref<Eigen::Matrix4d> X) const {
  run(info(Quantity::pose), {.q = in(q)}, work,
      MatView<double>{X.data(), 4, 4, static_cast<int>(X.outerStride())});
}
void Arm::nle(VecIn q, VecIn qd, Workspace& work, VecOut h) const {
  run(info(Quantity::nle), {.q = in(q), .qd = in(qd)}, work, view(h));
}
void Arm::joint_momentum(VecIn q, VecIn qd, Workspace& work, VecOut p) const {
  run(info(Quantity::joint_momentum), {.q = in(q), .qd = in(qd)}, work, view(p));
}
void Arm::terms(VecIn q, VecIn qd, Workspace& work, MatOut M, MatOut C, VecOut g) const {
  run(info(Quantity::terms), {.q = in(q), .qd = in(qd)}, work, {view(M), view(C), view(g)});
}
void Arm::slotine_li(VecIn q, VecIn qd, VecIn v, VecIn a, Workspace& work, VecOut tau) const {
  run(info(Quantity::slotine_li), {.q = in(q), .qd = in(qd), .qdd = in(a), .v = in(v)}, work, view(tau));
}
void Arm::regressor(VecIn q, VecIn qd, VecIn qdd, Workspace& work, MatOut Y) const {
  run(info(Quantity::regressor), {.q = in(q), .qd = in(qd), .qdd = in(qdd)}, work, view(Y));
}
void Arm::momentum_regressor(VecIn q, VecIn qd, Workspace& work, MatOut Y) const {
  run(info(Quantity::momentum_regressor), {.q = in(q), .qd = in(qd)}, work, view(Y));
}
void Arm::frame_velocity(VecIn q, VecIn qd, FrameIn frame, Workspace& work, SixOut V) const {
  run(info(Quantity::frame_velocity), {.q = in(q), .qd = in(qd), .frame = in(frame)}, work, view(V));
}
void Arm::frame_acceleration(VecIn q, VecIn qd, VecIn qdd, FrameIn frame, Workspace& work, SixOut A) const {
  run(info(Quantity::frame_acceleration), {.q = in(q), .qd = in(qd), .qdd = in(qdd), .frame = in(frame)},
      work, view(A));
}
void Arm::frame_bias_acceleration(VecIn q, VecIn qd, FrameIn frame, Workspace& work, SixOut A) const {
  run(info(Quantity::frame_bias_acceleration), {.q = in(q), .qd = in(qd), .frame = in(frame)}, work, view(A));
}
void Arm::operational_inertia(VecIn q, FrameIn frame, double damping, Workspace& work, SixSquareOut L) const {
  run(info(Quantity::operational_inertia), {.q = in(q), .frame = in(frame), .damping = damping}, work,
      view(L));
}
void Arm::operational_inertia_inverse(VecIn q, FrameIn frame, Workspace& work, SixSquareOut A) const {
  run(info(Quantity::operational_inertia_inverse), {.q = in(q), .frame = in(frame)}, work, view(A));
}
void Arm::jacobian_inverse(VecIn q, FrameIn frame, double damping, Workspace& work, MatOut J_inv) const {
  run(info(Quantity::jacobian_inverse), {.q = in(q), .frame = in(frame), .damping = damping}, work,
      view(J_inv));
}
void Arm::null_space(VecIn q, FrameIn frame, double damping, Workspace& work, MatOut N) const {
  run(info(Quantity::null_space), {.q = in(q), .frame = in(frame), .damping = damping}, work, view(N));
}
double Arm::kinetic_energy(VecIn q, VecIn qd, Workspace& work) const {
  double x = 0;
  run(info(Quantity::kinetic_energy), {.q = in(q), .qd = in(qd)}, work, MatView<double>{&x, 1, 1, 1});
  return x;
}
double Arm::potential_energy(VecIn q, Workspace& work) const {
  double x = 0;
  run(info(Quantity::potential_energy), {.q = in(q)}, work, MatView<double>{&x, 1, 1, 1});
  return x;
}
double Arm::manipulability(VecIn q, Workspace& work) const {
  double x = 0;
  run(info(Quantity::manipulability), {.q = in(q)}, work, MatView<double>{&x, 1, 1, 1});
  return x;
}
// These two depend on the motors alone: neither posture nor scratch.
void Arm::rotor_inertia(VecOut result) const { run_motors(info(Quantity::rotor_inertia), {}, view(result)); }
void Arm::friction(VecIn qd, VecOut result) const {
  run_motors(info(Quantity::friction), {.qd = in(qd)}, view(result));
}

}  // namespace catena
