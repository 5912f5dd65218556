// SPDX-License-Identifier: Apache-2.0
#include "catena/core/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "catena/core/algo/augmented_body.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/motors.hpp"
#include "catena/core/text.hpp"
#include "core/batch/generated.hpp"
#include "core/batch/one_by_one.hpp"
#include "core/batch/workspace.hpp"

namespace catena::batch {
namespace {

// The number of states of a task: enough to hide its overhead, few enough to fit in the L1 cache.
constexpr std::size_t kTask = 64;

constexpr int kNoLimit = 1 << 30;

// From this many joints, forward dynamics of several states takes fewer operations by articulated bodies than by M.
constexpr int kLongPacks = 9;

// Whether forward dynamics is computed by M where its pivots are trusted: for short arms whose joints all turn.
bool solves_by_inertia(const Chain<double>& chain, bool motors) {
  if (motors || chain.dof() >= kLongPacks) return false;
  for (int i = 0; i < chain.dof(); ++i)
    if (!chain.link(i).revolute()) return false;
  return true;
}

// Up to this many joints, mass matrices of several states at once take less time than one after the other. That of a longer arm
// fills the vector registers by itself, and those of several states do not fit into the cache; floats need half of it.
constexpr int kMostInertiasInPacks = 32;

// The quantities with a kernel: which one runs without and with wrenches at the tool, and by which method, for arms shorter
// and not shorter than kLongChain. All others are computed state by state.
struct Route {
  Quantity quantity;
  Call call, with_tip;  // the same if the kernel takes wrenches at will
  std::string_view method, of_long_chains = method;
  int most = kNoLimit;                       // joints, of doubles
  LeastPivot trusted = LeastPivot::regular;  // below which a state is computed again as by `Arm`
};
constexpr Route kRoutes[] = {
    {Quantity::id, Call::id, Call::id_tip, "rnea"},
    {Quantity::fd, Call::fd, Call::fd_tip, "aba"},
    {Quantity::bias, Call::bias, Call::bias, "rnea"},
    {Quantity::gravity, Call::gravity, Call::gravity, "gravity"},
    {Quantity::inertia, Call::inertia, Call::inertia, "crba", "gdahj", kMostInertiasInPacks},
    {Quantity::jacobian, Call::jacobian, Call::jacobian, "kinematics"},
    {Quantity::udut, Call::udut, Call::udut, "udut"},
    {Quantity::coriolis, Call::coriolis, Call::coriolis, "coriolis", "coriolis", kMostInPacks},
    {Quantity::christoffel, Call::christoffel, Call::christoffel, "augmented_body", "augmented_body",
     kMostInPacks},
    {Quantity::inertia_inverse, Call::inertia_inverse, Call::inertia_inverse, "crba_udu", "crba_udu",
     kMostInPacks, LeastPivot::trusted},
    {Quantity::id_derivatives, Call::id_derivatives, Call::id_derivatives, "rnea_derivatives",
     "rnea_derivatives", kMostInPacks},
    {Quantity::fd_derivatives, Call::fd_derivatives, Call::fd_derivatives, "fd_derivatives", "fd_derivatives",
     kMostInPacks, LeastPivot::trusted_in_one_frame},
    {Quantity::id_vjp, Call::id_vjp, Call::id_vjp, "id_vjp"},
    {Quantity::fd_vjp, Call::fd_vjp, Call::fd_vjp, "fd_vjp"}};

const Route* route_of(Quantity quantity) {
  for (const Route& route : kRoutes)
    if (route.quantity == quantity) return &route;
  return nullptr;
}

// Whether motors change it, and its method must include them.
bool has_rotors_inside(Quantity quantity, const Arm& arm) {
  return arm.has_motors() && motor_effect(quantity) == MotorEffect::inside;
}

// The same for an arm, and for doubles or floats. Of what divides by M with its rotors, there is a kernel for fd in double; the rest
// is computed state by state.
const Route* route_of(Quantity quantity, const Arm& arm, bool floats) {
  const Route* const route = route_of(quantity);
  if (!route || (has_rotors_inside(quantity, arm) && (quantity != Quantity::fd || floats))) return nullptr;
  return floats || arm.dof() <= route->most ? route : nullptr;
}

// The generated function for this call, which has the gravity of its arm built in.
const detail::Generated::Function* code_for(const Workspace::Impl& w, Call call, const Chain<double>& chain) {
  const Vec3<double>& g = chain.gravity();
  const bool same = g.x == w.gravity.x && g.y == w.gravity.y && g.z == w.gravity.z;
  const bool matters = std::any_of(std::begin(kRoutes), std::end(kRoutes), [&](const Route& route) {
    return route.call == call && info(route.quantity).needs(Input::gravity);
  });
  return w.generated[call].code && (same || !matters) ? &w.generated[call] : nullptr;
}

// --- in double ----------------------------------------------------------------------------------------------

// Generated code forms M, and has marked the states whose pivots it cannot be trusted with: their results are not numbers.
// The kernel computes them again with articulated bodies, which keep the digits that the arm's data permit.
void compute_again(const Workspace::Impl& w, std::size_t thread, std::size_t each, Job<double>& part) {
  const auto marked = [&](std::size_t k) { return std::isnan(part.out[detail::place(part, k, 0, each)]); };
  Job<double> again = part;
  again.code = nullptr, again.turned = nullptr, again.turned_count = 0;
  again.delta_least = w.least_regular.data();
  again.delta_trusted = nullptr;
  again.singular = kNone;
  for (std::size_t k = part.singular; k < part.last;) {
    again.first = k;
    while (k < part.last && marked(k)) ++k;
    again.last = k;
    if (again.first == k)
      ++k;
    else
      w.kernels->run(w.packed[0].object, w.scratch[thread].object, again);
  }
  part.singular = again.singular, part.joint = again.joint, part.delta = again.delta;
}

// Whether these calls divide by pivots in the kernels too, which do without M.
constexpr bool is_articulated(Call call) { return call == Call::fd || call == Call::udut; }

void run_on(Workspace::Impl& w, std::size_t thread, std::size_t each, Job<double>& part) {
  w.kernels->run(w.packed[0].object, w.scratch[thread].object, part);
  if (part.code && is_articulated(part.call) && part.singular != kNone) [[unlikely]]
    compute_again(w, thread, each, part);
}

void prepare(Workspace::Impl& w, const detail::Generated::Function* f, const Route& route, Job<double>& job) {
  job.delta_least = (job.motors ? w.least_regular_with_rotors : w.least(route.trusted)).data();
  if (job.call == Call::christoffel)
    job.places = w.christoffel_places.data(), job.numbers = christoffel_numbers(w.n);
  if (w.n < kLongPacks && !w.felt.empty() && !job.motors) job.delta_trusted = w.least_trusted.data();
  if (!f) return;
  job.code = f->code, job.turned = f->turned.data(), job.turned_count = f->turned.size();
  if (job.call == Call::christoffel) job.places = f->places.data(), job.numbers = f->numbers;
  if (job.call == Call::fd_derivatives) job.fd_code = w.generated[Call::fd].code;
  if (is_articulated(job.call)) job.delta_least = w.least_trusted.data();
}

std::vector<Job<double>>& found_by(Workspace::Impl& w, double) { return w.found; }

// --- in floats ----------------------------------------------------------------------------------------------

// Computes states in double that were widened, and rounds the results.
void compute_widened(Workspace::Impl& w, std::size_t thread, std::size_t each, Job<float>& part) {
  detail::Widened& some = w.single->widened[thread];
  Job<double> job = {.call = part.call,
                     .joint_major = false,
                     .N = some.count,
                     .first = 0,
                     .last = some.count,
                     .q = some.q.data(),
                     .qd = some.qd.data(),
                     .u = some.u.data(),
                     .v = nullptr,
                     .tip = some.tip.data(),
                     .out = some.out.data(),
                     .second = nullptr,
                     .third = nullptr,
                     .gravity = part.gravity,
                     .delta_least = w.least_regular.data()};
  w.kernels->run(w.packed[0].object, w.scratch[thread].object, job);
  for (std::size_t s = 0; s < some.count; ++s)
    for (std::size_t i = 0; i < each; ++i)
      part.out[detail::place(part, some.state[s], i, each)] = static_cast<float>(some.out[s * each + i]);
  if (job.singular != kNone && part.singular == kNone)
    part.singular = some.state[job.singular], part.joint = job.joint, part.delta = job.delta;
  some.count = 0;
}

// The states whose results the kernel marked are computed again in double, several at a time as the others. States that are not
// finite are among them, and have been recorded.
void widen(Workspace::Impl& w, std::size_t thread, std::size_t each, Job<float>& part) {
  const auto n = static_cast<std::size_t>(w.n);
  detail::Widened& some = w.single->widened[thread];
  const std::size_t first = part.singular;
  part.singular = kNone;
  for (std::size_t k = first; k < part.last; ++k) {
    if (!std::isnan(part.out[detail::place(part, k, 0, each)])) continue;
    const auto copy = [&](const float* from, std::size_t count, std::vector<double>& to) {
      for (std::size_t i = 0; from && i < count; ++i)
        to[some.count * count + i] = from[detail::place(part, k, i, count)];
    };
    copy(part.q, n, some.q), copy(part.qd, n, some.qd), copy(part.u, n, some.u), copy(part.tip, 6, some.tip);
    some.state[some.count++] = k;
    if (some.count == detail::Widened::kMost) compute_widened(w, thread, each, part);
  }
  if (some.count > 0) compute_widened(w, thread, each, part);
}

void run_on(Workspace::Impl& w, std::size_t thread, std::size_t each, Job<float>& part) {
  w.float_kernels->run(w.single->packed.object, w.single->scratch[thread].object, part);
  if (part.singular != kNone) [[unlikely]]
    widen(w, thread, each, part);
}

void prepare(Workspace::Impl& w, const detail::Generated::Function*, const Route&, Job<float>& job) {
  job.delta_least = w.single->least.data();
}

std::vector<Job<float>>& found_by(Workspace::Impl& w, float) { return w.single->found; }

// Whether the kernels compute this in these numbers.
bool computes(Workspace::Impl&, const Arm&, const Route* route, double) { return route; }
bool computes(Workspace::Impl& w, const Arm& arm, const Route* route, float) {
  if (!route || !takes_floats(route->call)) return false;
  if (!w.single) w.single = std::make_unique<detail::Single>(w, arm.chain());
  return w.single->fits;
}

// --- in both -----------------------------------------------------------------------------------------------

template <class Number>
void run(Quantity quantity, const Arm& arm, Layout layout, const StatesOf<Number>& states, Workspace& work,
         std::span<const std::span<Number>> out) {
  const QuantityInfo& about = info(quantity);
  const auto where = [&] { return fmt::format("batch::{}", about.name); };
  const Route* const route = route_of(quantity, arm, std::is_same_v<Number, float>);
  if (about.requires_wrenches())
    throw Error(ErrorKind::usage, where(), "it needs a wrench for each link, which batches do not take")
        .hint("call Arm::eval for each state");
  if (out.size() != about.results().size())
    throw Error(ErrorKind::usage, where(), "wrong number of arrays for the results")
        .given(fmt::format("{}", out.size()))
        .need(fmt::format("{}", about.results().size()));
  const auto n = static_cast<std::size_t>(arm.dof());
  const bool tips = about.needs(Input::tip) && !states.tip.empty();
  std::array<detail::Named<Number>, 6> given = {{{"q", states.q, n}}};  // of fixed size: nothing allocates
  std::size_t count = 1;
  if (about.needs(Input::qd)) given[count++] = {"qd", states.qd, n};
  if (about.needs(Input::qdd)) given[count++] = {"qdd", states.qdd, n};
  if (about.needs(Input::tau)) given[count++] = {"tau", states.tau, n};
  const std::size_t v_at = count;  // beside qdd or tau
  if (about.needs(Input::v)) given[count++] = {"v", states.v.empty() ? states.qd : states.v, n};
  if (tips) given[count++] = {"tip", states.tip, 6, "number"};
  const std::span<const detail::Named<Number>> inputs(given.data(), count);
  std::array<detail::ResultArray<Number>, kMostArrays> arrays = {};
  for (std::size_t k = 0; k < out.size() && k < arrays.size(); ++k)
    arrays[k] = {about.several()        ? about.arrays[k].name
                 : about.symbol.empty() ? about.name
                                        : about.symbol,
                 out[k], size_of(about.arrays[k].shape, arm.dof()).count()};
  const std::span<const detail::ResultArray<Number>> results(arrays.data(),
                                                             std::min(out.size(), arrays.size()));
  const std::span<const Number> q = inputs[0].values;
  const std::size_t N = q.size() / n;
  if (N * n != q.size())
    throw Error(ErrorKind::usage, where(), "'q' does not hold a whole number of states")
        .given(text::counted(q.size(), "number"))
        .need(fmt::format("a multiple of {}, since '{}' has that many joints", n, arm.name()));
  const auto require = [&](std::string_view what, std::size_t size, std::size_t each) {
    if (size == N * each) return;
    throw Error(ErrorKind::usage, where(), fmt::format("'{}' has the wrong size", what))
        .given(text::counted(size, "number"))
        .need(fmt::format("{} x {} = {}, since 'q' holds {} states", N, each, N * each, N));
  };
  for (const detail::Named<Number>& input : inputs) require(input.name, input.values.size(), input.each);
  for (const detail::ResultArray<Number>& result : results)
    require(result.name, result.values.size(), result.each);
  Workspace::Impl& w = work.impl();
  if (!w.made_for(arm.chain()))
    throw Error(ErrorKind::usage, where(), fmt::format("the workspace was not made for '{}'", arm.name()))
        .hint("make one batch::Workspace for each Arm, from that Arm or a copy of it");

  if (!computes(w, arm, route, Number())) {
    Job<Number> job = {};
    job.joint_major = layout == Layout::joint_major;
    job.N = N;
    detail::choose_stores(results, job);
    return detail::run_one_by_one(quantity, arm, job, inputs, results, w, where());
  }
  const Call call = tips ? route->with_tip : route->call;
  const Vec3<double>& g = arm.chain().gravity();
  const double gravity[3] = {g.x, g.y, g.z};
  const auto pointer = [&](std::size_t i) { return i < inputs.size() ? inputs[i].values.data() : nullptr; };
  Job<Number> whole = {.call = call,
                       .joint_major = layout == Layout::joint_major,
                       .N = N,
                       .first = 0,
                       .last = N,
                       .q = pointer(0),
                       .qd = pointer(1),
                       .u = pointer(2),
                       .v = about.needs(Input::v) ? pointer(v_at) : nullptr,
                       .tip = tips ? pointer(count - 1) : nullptr,
                       .out = results[0].values.data(),
                       .second = results.size() > 1 ? results[1].values.data() : nullptr,
                       .third = results.size() > 2 ? results[2].values.data() : nullptr,
                       .gravity = gravity,
                       .motors = arm.has_motors() && motor_effect(quantity) != MotorEffect::none,
                       .delta_least = nullptr};
  detail::choose_stores(results, whole);
  const bool derivatives = call == Call::id_derivatives || call == Call::fd_derivatives;
  const bool leaves_code = (derivatives && tips) || has_rotors_inside(quantity, arm);
  prepare(w, leaves_code ? nullptr : code_for(w, call, arm.chain()), *route, whole);
  const std::size_t each = results[0].each;
  Job<Number> worst = whole;
  if (w.pool.threads() == 1 || N <= kTask) {
    run_on(w, 0, each, worst);
  } else {
    const auto reduce = [](Job<Number> a, const Job<Number>& b) {
      if (b.singular < a.singular) a.singular = b.singular, a.joint = b.joint, a.delta = b.delta;
      a.not_finite = std::min(a.not_finite, b.not_finite);
      return a;
    };
    std::vector<Job<Number>>& found = found_by(w, Number());
    found.assign(w.scratch.size(), whole);
    const std::size_t tasks = (N + kTask - 1) / kTask;
    w.pool.for_ranges(tasks, [&](std::size_t first, std::size_t last, std::size_t t) {
      Job<Number> part = whole;
      part.first = first == 0 ? 0 : first * kTask + whole.lead;  // where cache lines begin
      part.last = std::min(N, last * kTask + whole.lead);
      run_on(w, t, each, part);
      found[t] = reduce(found[t], part);
    });
    for (const Job<Number>& job : found) worst = reduce(worst, job);
  }
  if constexpr (std::is_same_v<Number, double>)
    if (worst.singular != kNone && route->trusted != LeastPivot::regular) [[unlikely]]
      return detail::compute_marked(quantity, arm, worst, inputs, results, w, where());
  if (worst.not_finite != kNone) detail::throw_not_finite(where(), worst, inputs);
  if (worst.singular != kNone)
    throw Error(ErrorKind::numerical, where(),
                fmt::format("the inertia matrix of '{}' is singular here", arm.name()))
        .at_state(worst.singular)
        .given(fmt::format("joint {} (joints are counted from 1, states from 0): pivot {:.3g}",
                           worst.joint + 1, worst.delta))
        .hint("run 'catena check' on the robot; all states with a result have been computed");
}

}  // namespace

std::optional<Call> detail::call_of(Quantity quantity) {
  const Route* const route = route_of(quantity);
  return route ? std::optional(route->call) : std::nullopt;
}

bool has_kernel(Quantity quantity) { return route_of(quantity) != nullptr; }
bool has_float_kernel(Quantity quantity) {
  const Route* const route = route_of(quantity);
  return route && takes_floats(route->call);
}

const Method<double>& method(Quantity quantity, const Arm& arm) {
  const Route* const route = route_of(quantity, arm, false);
  if (!route || has_rotors_inside(quantity, arm)) return arm.method(quantity);
  if (quantity == Quantity::fd && solves_by_inertia(arm.chain(), arm.has_motors()))
    return *library_method(quantity, "crba_udu");
  return *library_method(quantity, arm.dof() < kLongChain ? route->method : route->of_long_chains);
}

void eval(Quantity quantity, const Arm& arm, Layout layout, const States& states, Workspace& work,
          std::initializer_list<Out> out) {
  run<double>(quantity, arm, layout, states, work, {out.begin(), out.size()});
}
void eval(Quantity quantity, const Arm& arm, Layout layout, const FloatStates& states, Workspace& work,
          std::initializer_list<FloatOut> out) {
  run<float>(quantity, arm, layout, states, work, {out.begin(), out.size()});
}

}  // namespace catena::batch
