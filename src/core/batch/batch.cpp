// SPDX-License-Identifier: Apache-2.0
#include "catena/core/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "catena/core/library_methods.hpp"
#include "catena/core/model/pivot.hpp"
#include "catena/core/motors.hpp"
#include "catena/core/threads.hpp"
#include "core/batch/generated.hpp"
#include "core/kernels/batch.hpp"
#include "core/kernels/kernels.hpp"
#include "core/util/finite.hpp"
#include "core/util/thread_pool.hpp"

namespace catena::batch {
namespace {

// The number of states of a task: enough to hide its overhead, few enough to fit in the L1 cache.
constexpr std::size_t kTask = 64;

// The numbers of an arm in the order of kernels/batch.hpp, passed to `put` one by one.
template <class Put>
void flatten(const Chain<double>& arm, Put put) {
  const auto vec = [&](const Vec3<double>& v) { put(v.x), put(v.y), put(v.z); };
  const auto sym = [&](const Sym3<double>& s) {
    for (const double x : {s.xx, s.yy, s.zz, s.xy, s.xz, s.yz}) put(x);
  };
  const auto pose = [&](const Pose<double>& X) {
    const Mat3<double>& R = X.R;
    for (const double x : {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz}) put(x);
    vec(X.p);
  };
  for (int i = 0; i < arm.dof(); ++i) {
    const ChainLink<double>& l = arm.link(i);
    for (const double x : {l.ca, l.sa, l.a, l.theta, l.ct, l.st, l.d, l.body.m}) put(x);
    vec(l.body.h);
    sym(l.body.I);
    sym(l.spread);
  }
  pose(arm.base());
  pose(arm.tool());
}

// The quantities with a kernel: which one runs without and with wrenches at the tool, and by which method, for arms shorter
// and not shorter than kLongChain. All others are computed state by state.
struct Route {
  Quantity quantity;
  Call call, with_tip;
  std::string_view method, of_long_chains = method;
};
constexpr Route kRoutes[] = {{Quantity::id, Call::id, Call::id_tip, "rnea"},
                             {Quantity::fd, Call::fd, Call::fd_tip, "aba"},
                             {Quantity::bias, Call::bias, Call::bias, "rnea"},
                             {Quantity::gravity, Call::gravity, Call::gravity, "gravity"},
                             {Quantity::inertia, Call::inertia, Call::inertia, "crba", "gdahj"},
                             {Quantity::jacobian, Call::jacobian, Call::jacobian, "kinematics"},
                             {Quantity::udut, Call::udut, Call::udut, "udut"}};

const Route* route_of(Quantity quantity) {
  for (const Route& route : kRoutes)
    if (route.quantity == quantity) return &route;
  return nullptr;
}

// The same for an arm: what its motors change is computed state by state.
const Route* route_of(Quantity quantity, const Arm& arm) {
  return arm.has_motors() && motor_effect(quantity) != MotorEffect::none ? nullptr : route_of(quantity);
}

struct Handle {
  void* object = nullptr;
  void (*drop)(void*) = nullptr;
  Handle(void* made, void (*how)(void*)) : object(made), drop(how) {}
  Handle(Handle&& other) noexcept : object(std::exchange(other.object, nullptr)), drop(other.drop) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (object) drop(object);
  }
};

// What one thread needs to compute state by state.
struct OneByOne {
  explicit OneByOne(const Arm& arm) : work(arm) {}
  catena::Workspace work;
  std::vector<double> in, out;
  std::size_t not_finite = kNone, refused = kNone;  // the first such states
  std::optional<Error> why;                         // that one was refused
};

}  // namespace

struct Workspace::Impl {
  Impl(const Arm& arm, const Options& options)
      : level(options.level.value_or(simd_level())),
        kernels(catena::detail::kernels_at(level)->batch),
        n(arm.dof()),
        gravity(arm.chain().gravity()),
        pool(thread_count(options.threads)) {
    const Chain<double>& chain = arm.chain();
    flatten(chain, [&](double x) { numbers.push_back(x); });
    turning = std::make_unique<bool[]>(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) turning[i] = chain.link(i).revolute();
    delta_least = pivot_scale(chain);
    for (double& d : delta_least) d *= kLeastPivot;
    packed.emplace_back(kernels->make_arm(n, turning.get(), numbers.data()), kernels->drop_arm);
    scratch.reserve(static_cast<std::size_t>(pool.threads()));
    for (int t = 0; t < pool.threads(); ++t)
      scratch.emplace_back(kernels->make_scratch(packed[0].object), kernels->drop_scratch);
  }

  bool made_for(const Chain<double>& chain) const {
    if (chain.dof() != n) return false;
    bool same = true;
    for (int i = 0; i < n; ++i) same = same && turning[i] == chain.link(i).revolute();
    const double* mine = numbers.data();
    flatten(chain, [&](double x) { same = same && *mine++ == x; });
    return same;
  }

  // The generated function for this call, which has the gravity of its arm built in.
  const Generated::Function* code_for(Call call, const Chain<double>& chain) const {
    const Vec3<double>& g = chain.gravity();
    const bool same = g.x == gravity.x && g.y == gravity.y && g.z == gravity.z;
    const bool matters = std::any_of(std::begin(kRoutes), std::end(kRoutes), [&](const Route& route) {
      return route.call == call && info(route.quantity).needs(Input::gravity);
    });
    return generated[call].code && (same || !matters) ? &generated[call] : nullptr;
  }

  SimdLevel level;
  const PackKernels* kernels;
  int n;
  std::vector<double> numbers;
  std::unique_ptr<bool[]> turning;  // (n)
  std::vector<double> delta_least;  // (n)
  std::vector<Handle> packed;       // (1) the arm on packs
  std::vector<Handle> scratch;      // one for each thread
  std::vector<Job> found;           // what was wrong, for each thread
  std::vector<OneByOne>
      one_by_one;        // for each thread; made when a quantity without a kernel is first asked for
  Generated generated;   // empty unless requested
  Vec3<double> gravity;  // of the arm, which generated code has built in
  std::optional<Note> note;
  detail::ThreadPool pool;
};

Workspace::Workspace(const Arm& arm, const Options& options) {
  if (options.threads < 0)
    throw Error(ErrorKind::usage, "batch", "the number of threads is negative")
        .given(fmt::format("{}", options.threads))
        .need("1 or more, or 0 for as many as the machine has");
  if (options.level && !simd_supported(*options.level))
    throw Error(ErrorKind::usage, "batch", "this machine lacks the requested vector instructions")
        .given(std::string(simd_name(*options.level)))
        .hint("leave the level unset to use the best one available");
  impl_ = std::make_unique<Impl>(arm, options);
}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;
int Workspace::threads() const { return impl_->pool.threads(); }
SimdLevel Workspace::level() const { return impl_->level; }
bool Workspace::native() const { return impl_->generated.library != nullptr; }
const std::optional<Note>& Workspace::note() const { return impl_->note; }

std::optional<Call> call_of(Quantity quantity) {
  const Route* const route = route_of(quantity);
  return route ? std::optional(route->call) : std::nullopt;
}

std::size_t pack_width(const Workspace& work) { return work.impl().kernels->width; }

void register_generated(Workspace& work, Generated code, std::optional<Note> note) {
  work.impl().generated = std::move(code);
  work.impl().note = std::move(note);
}

namespace {

struct Named {
  const char* name;
  In values;
  std::size_t each;  // numbers of a state
  const char* counts = "joint";
};

struct Result {
  std::string_view name;
  Out values;
  std::size_t each;
};

// Number i of `each` of state k.
std::size_t place(const Job& job, std::size_t k, std::size_t i, std::size_t each) {
  return job.joint_major ? i * job.N + k : k * each + i;
}

// The first state with a value that is not finite, and that value.
[[noreturn]] void throw_not_finite(const std::string& where, const Job& job, std::span<const Named> inputs) {
  const std::size_t k = job.not_finite;
  for (const Named& in : inputs)
    for (std::size_t i = 0; i < in.each; ++i) {
      const double x = in.values[place(job, k, i, in.each)];
      if (!std::isfinite(x))
        throw Error(ErrorKind::usage, where, fmt::format("'{}' is not finite", in.name))
            .given(fmt::format("state {}, {} {}: {} (counted from 0)", k, in.counts, i, x))
            .hint("all other states have been computed");
    }
  throw Error(ErrorKind::bug, where, fmt::format("state {} is not finite, but its values are", k));
}

// A quantity without a kernel: by the method of `Arm`, state by state on all threads.
void run_one_by_one(Quantity quantity, const Arm& arm, const Job& job, std::span<const Named> inputs,
                    std::span<const Result> results, Workspace::Impl& w, const std::string& where) {
  if (!w.one_by_one.empty() && !arm.fits(w.one_by_one.front().work)) w.one_by_one.clear();
  while (w.one_by_one.size() < w.scratch.size()) w.one_by_one.emplace_back(arm);
  for (OneByOne& thread : w.one_by_one) {
    thread.not_finite = thread.refused = kNone;
    thread.out.resize(size_of(quantity, w.n));
  }
  w.pool.for_ranges(job.N, [&](std::size_t first, std::size_t last, std::size_t t) {
    OneByOne& thread = w.one_by_one[t];
    for (std::size_t k = first; k < last; ++k) {
      thread.in.clear();
      for (const Named& in : inputs)
        for (std::size_t i = 0; i < in.each; ++i) thread.in.push_back(in.values[place(job, k, i, in.each)]);
      At at;
      const double* from = thread.in.data();
      for (const Named& in : inputs) {
        const std::span<const double> values(from, in.each);
        from += in.each;
        if (in.name == std::string_view("q")) at.q = values;
        if (in.name == std::string_view("qd")) at.qd = values;
        if (in.name == std::string_view("qdd")) at.qdd = values;
        if (in.name == std::string_view("tau")) at.tau = values;
        if (in.name == std::string_view("tip"))
          at.tip = {{values[0], values[1], values[2]}, {values[3], values[4], values[5]}};
      }
      std::fill(thread.out.begin(), thread.out.end(), NAN);
      try {
        if (catena::detail::all_finite(thread.in.data(), thread.in.size()))
          arm.eval(quantity, at, thread.work, catena::Result<double>(quantity, w.n, thread.out));
        else
          thread.not_finite = std::min(thread.not_finite, k);
      } catch (const Error& error) {
        std::fill(thread.out.begin(), thread.out.end(), NAN);
        if (k < thread.refused) thread.refused = k, thread.why = error;
      }
      const double* value = thread.out.data();
      for (const Result& result : results)
        for (std::size_t i = 0; i < result.each; ++i) result.values[place(job, k, i, result.each)] = *value++;
    }
  });
  const auto first = [&](std::size_t OneByOne::*state) {
    return &*std::min_element(w.one_by_one.begin(), w.one_by_one.end(),
                              [&](const OneByOne& a, const OneByOne& b) { return a.*state < b.*state; });
  };
  if (Job found = job; (found.not_finite = first(&OneByOne::not_finite)->not_finite) != kNone)
    throw_not_finite(where, found, inputs);
  if (const OneByOne& worst = *first(&OneByOne::refused); worst.refused != kNone)
    throw Error(worst.why->kind(), where, worst.why->problem())
        .given(fmt::format("state {} (counted from 0){}{}", worst.refused,
                           worst.why->given().empty() ? "" : ": ", worst.why->given()))
        .hint("all states with a result have been computed");
}

void run(Quantity quantity, const Arm& arm, Layout layout, const States& states, Workspace& work,
         std::span<const Out> out) {
  const QuantityInfo& about = info(quantity);
  const auto where = [&] { return fmt::format("batch::{}", about.name); };
  const Route* const route = route_of(quantity, arm);
  if (about.requires_wrenches())
    throw Error(ErrorKind::usage, where(), "it needs a wrench for each link, which batches do not take")
        .hint("call Arm::eval for each state");
  if (out.size() != about.results().size())
    throw Error(ErrorKind::usage, where(), "wrong number of arrays for the results")
        .given(fmt::format("{}", out.size()))
        .need(fmt::format("{}", about.results().size()));
  const auto n = static_cast<std::size_t>(arm.dof());
  const bool tips = about.needs(Input::tip) && !states.tip.empty();
  std::array<Named, 5> given = {{{"q", states.q, n}}};  // of fixed size: nothing allocates
  std::size_t count = 1;
  if (about.needs(Input::qd)) given[count++] = {"qd", states.qd, n};
  if (about.needs(Input::qdd)) given[count++] = {"qdd", states.qdd, n};
  if (about.needs(Input::tau)) given[count++] = {"tau", states.tau, n};
  if (tips) given[count++] = {"tip", states.tip, 6, "number"};
  const std::span<const Named> inputs(given.data(), count);
  std::array<Result, kMostArrays> arrays = {};
  for (std::size_t k = 0; k < out.size() && k < arrays.size(); ++k)
    arrays[k] = {about.several()        ? about.arrays[k].name
                 : about.symbol.empty() ? about.name
                                        : about.symbol,
                 out[k], size_of(about.arrays[k].shape, arm.dof()).count()};
  const std::span<const Result> results(arrays.data(), std::min(out.size(), arrays.size()));
  const In q = inputs[0].values;
  const std::size_t N = q.size() / n;
  if (N * n != q.size())
    throw Error(ErrorKind::usage, where(), "'q' does not hold a whole number of states")
        .given(fmt::format("{} numbers", q.size()))
        .need(fmt::format("a multiple of {}, since '{}' has that many joints", n, arm.name()));
  const auto require = [&](std::string_view what, std::size_t size, std::size_t each) {
    if (size == N * each) return;
    throw Error(ErrorKind::usage, where(), fmt::format("'{}' has the wrong size", what))
        .given(fmt::format("{} numbers", size))
        .need(fmt::format("{} x {} = {}, since 'q' holds {} states", N, each, N * each, N));
  };
  for (const Named& input : inputs) require(input.name, input.values.size(), input.each);
  for (const Result& result : results) require(result.name, result.values.size(), result.each);
  Workspace::Impl& w = work.impl();
  if (!w.made_for(arm.chain()))
    throw Error(ErrorKind::usage, where(), fmt::format("the workspace was not made for '{}'", arm.name()))
        .hint("make one batch::Workspace for each Arm, from that Arm or a copy of it");

  if (!route) {
    Job job = {};
    job.joint_major = layout == Layout::joint_major;
    job.N = N;
    return run_one_by_one(quantity, arm, job, inputs, results, w, where());
  }
  const Call call = tips ? route->with_tip : route->call;
  const Vec3<double>& g = arm.chain().gravity();
  const double gravity[3] = {g.x, g.y, g.z};
  const auto pointer = [&](std::size_t i) { return i < inputs.size() ? inputs[i].values.data() : nullptr; };
  Job whole = {.call = call,
               .joint_major = layout == Layout::joint_major,
               .N = N,
               .first = 0,
               .last = N,
               .q = pointer(0),
               .qd = pointer(1),
               .u = pointer(2),
               .tip = pointer(3),
               .out = results[0].values.data(),
               .diagonal = results.size() > 1 ? results[1].values.data() : nullptr,
               .gravity = gravity,
               .delta_least = w.delta_least.data()};
  if (const Generated::Function* f = w.code_for(call, arm.chain()))
    whole.code = f->code, whole.turned = f->turned.data(), whole.turned_count = f->turned.size();
  Job worst = whole;
  if (w.pool.threads() == 1 || N <= kTask) {
    w.kernels->run(w.packed[0].object, w.scratch[0].object, worst);
  } else {
    const auto reduce = [](Job a, const Job& b) {
      if (b.singular < a.singular) a.singular = b.singular, a.joint = b.joint, a.delta = b.delta;
      a.not_finite = std::min(a.not_finite, b.not_finite);
      return a;
    };
    w.found.assign(w.scratch.size(), whole);
    const std::size_t tasks = (N + kTask - 1) / kTask;
    w.pool.for_ranges(tasks, [&](std::size_t first, std::size_t last, std::size_t t) {
      Job part = whole;
      part.first = first * kTask;
      part.last = std::min(N, last * kTask);
      w.kernels->run(w.packed[0].object, w.scratch[t].object, part);
      w.found[t] = reduce(w.found[t], part);
    });
    for (const Job& job : w.found) worst = reduce(worst, job);
  }
  if (worst.not_finite != kNone) throw_not_finite(where(), worst, inputs);
  if (worst.singular != kNone)
    throw Error(ErrorKind::numerical, where(),
                fmt::format("the inertia matrix of '{}' is singular here", arm.name()))
        .given(fmt::format("state {} (counted from 0), joint {} (counted from 1): pivot {:.3g}",
                           worst.singular, worst.joint + 1, worst.delta))
        .hint("run 'catena check' on the robot; all states with a result have been computed");
}

}  // namespace

bool has_kernel(Quantity quantity) { return route_of(quantity) != nullptr; }

const Method<double>& method(Quantity quantity, const Arm& arm) {
  const Route* const route = route_of(quantity, arm);
  if (!route) return arm.method(quantity);
  return *library_method(quantity, arm.dof() < kLongChain ? route->method : route->of_long_chains);
}

void eval(Quantity quantity, const Arm& arm, Layout layout, const States& states, Workspace& work,
          std::initializer_list<Out> out) {
  run(quantity, arm, layout, states, work, {out.begin(), out.size()});
}

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
