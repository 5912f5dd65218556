// SPDX-License-Identifier: Apache-2.0
#include "core/batch/one_by_one.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "core/batch/workspace.hpp"
#include "core/util/finite.hpp"

namespace catena::batch::detail {

template <class Number>
void throw_not_finite(const std::string& where, const Job<Number>& job,
                      std::span<const Named<Number>> inputs) {
  const std::size_t k = job.not_finite;
  for (const Named<Number>& in : inputs)
    for (std::size_t i = 0; i < in.each; ++i) {
      const Number x = in.values[place(job, k, i, in.each)];
      if (!std::isfinite(x))
        throw Error(ErrorKind::usage, where, fmt::format("'{}' is not finite", in.name))
            .at_state(k)
            .given(fmt::format("{} {}: {} (counted from 0)", in.counts, i, x))
            .hint("all other states have been computed");
    }
  throw Error(ErrorKind::bug, where, fmt::format("state {} is not finite, but its values are", k));
}

namespace {

// One OneByOne for each thread, with room for the results of `states` states.
void prepare(Quantity quantity, const Arm& arm, std::size_t states, Workspace::Impl& w) {
  if (!w.one_by_one.empty() && !arm.fits(w.one_by_one.front().work)) w.one_by_one.clear();
  while (w.one_by_one.size() < w.scratch.size()) w.one_by_one.emplace_back(arm);
  for (OneByOne& thread : w.one_by_one) {
    thread.not_finite = thread.refused = kNone;
    thread.in.resize(5 * static_cast<std::size_t>(w.n) + 6);  // q, qd, qdd, tau, v and the wrench at the tool
    thread.out.resize(size_of(quantity, w.n) * states);
  }
}

// Joint-major results are stored for several states at once: one number of each of them fills a cache line, which one number alone would
// bring in and write back. A power of two of states, fewer if the results of a state are large, or if threads would have nothing to do.
template <class Number>
std::size_t states_together(Quantity quantity, const Job<Number>& job, const Workspace::Impl& w) {
  if (!job.joint_major) return 1;
  constexpr std::size_t line = 64 / sizeof(Number), most_numbers = std::size_t{1} << 19;
  const std::size_t threads = std::max<std::size_t>(1, w.scratch.size());
  return std::bit_floor(
      std::max<std::size_t>(1, std::min({line, most_numbers / size_of(quantity, w.n), job.N / threads})));
}

// The arrays of a result, each from its place on.
catena::Result<double> result_at(Quantity quantity, int n, const std::array<double*, kMostArrays>& places) {
  const QuantityInfo& about = info(quantity);
  std::array<MatView<double>, kMostArrays> arrays = {};
  for (std::size_t a = 0; a < about.results().size(); ++a) {
    const Size size = size_of(about.arrays[a].shape, n);
    arrays[a] = {places[a], size.rows, size.cols, size.rows};
  }
  return {arrays[0], arrays[1], arrays[2], arrays[3]};
}

void fill(const catena::Result<double>& result, double value) {
  for (std::size_t a = 0; a < kMostArrays; ++a) {
    const MatView<double>& A = result.matrix(a);
    if (A.data) std::fill_n(A.data, A.rows * A.cols, value);
  }
}

// The numbers of state k: where they are, if they are doubles side by side, else copied to `room`, which moves on.
template <class Number>
std::span<const double> values_of(const Named<Number>& in, const Job<Number>& job, std::size_t k,
                                  double*& room) {
  if constexpr (std::is_same_v<Number, double>)
    if (!job.joint_major) return in.values.subspan(k * in.each, in.each);
  double* const copy = room;
  for (std::size_t i = 0; i < in.each; ++i) *room++ = in.values[place(job, k, i, in.each)];
  return {copy, in.each};
}

// State k, into `out`.
template <class Number>
void compute(Quantity quantity, const Arm& arm, const Job<Number>& job, std::span<const Named<Number>> inputs,
             std::size_t k, OneByOne& thread, const catena::Result<double>& out) {
  double* room = thread.in.data();
  bool finite = true;
  At at;
  for (const Named<Number>& in : inputs) {
    const std::span<const double> values = values_of(in, job, k, room);
    finite = finite && catena::detail::all_finite(values.data(), values.size());
    const std::string_view name = in.name;
    if (name == "q") at.q = values;
    if (name == "qd") at.qd = values;
    if (name == "qdd") at.qdd = values;
    if (name == "tau") at.tau = values;
    if (name == "v") at.v = values;
    if (name == "tip") at.tip = {{values[0], values[1], values[2]}, {values[3], values[4], values[5]}};
  }
  try {
    if (finite) return arm.eval(quantity, at, thread.work, out);
    thread.not_finite = std::min(thread.not_finite, k);
  } catch (const Error& error) {
    if (k < thread.refused) thread.refused = k, thread.why = error;
  }
  fill(out, NAN);
}

// Number after number of `count` states, of which each begins `next` numbers after the one before.
template <class Number>
void put_across(const double* from, std::size_t next, std::size_t each, std::size_t count, Number* to,
                std::size_t N) {
  for (std::size_t i = 0; i < each; ++i, to += N)
    for (std::size_t s = 0; s < count; ++s) to[s] = static_cast<Number>(from[s * next + i]);
}

// The results of states k.. that `out` of the thread holds one after the other.
template <class Number>
void put(const Job<Number>& job, std::span<const ResultArray<Number>> results, std::size_t k,
         std::size_t count, const OneByOne& thread, const PackKernels<double>& kernels) {
  constexpr std::size_t line = 64 / sizeof(Number);
  std::size_t next = 0;
  for (const ResultArray<Number>& result : results) next += result.each;
  const double* from = thread.out.data();
  for (const ResultArray<Number>& result : results) {
    Number* const to = result.values.data() + place(job, k, 0, result.each);
    from += result.each;
    if (!job.joint_major) {
      std::transform(from - result.each, from, to, [](double x) { return static_cast<Number>(x); });
      continue;
    }
    if constexpr (std::is_same_v<Number, double>)
      if (count == line) {
        const bool begins_line = reinterpret_cast<std::uintptr_t>(to) % 64 == 0;
        kernels.put_states(from - result.each, next, result.each, to, job.N, job.past_cache && begins_line);
        continue;
      }
    put_across(from - result.each, next, result.each, count, to, job.N);
  }
}

// State k where it belongs: doubles at once, others by way of the thread's own memory.
template <class Number>
void compute_one(Quantity quantity, const Arm& arm, const Job<Number>& job,
                 std::span<const Named<Number>> inputs, std::span<const ResultArray<Number>> results,
                 std::size_t k, OneByOne& thread, const PackKernels<double>& kernels) {
  if constexpr (std::is_same_v<Number, double>)
    if (!job.joint_major) {
      std::array<double*, kMostArrays> places = {};
      for (std::size_t a = 0; a < results.size(); ++a)
        places[a] = results[a].values.data() + place(job, k, 0, results[a].each);
      return compute(quantity, arm, job, inputs, k, thread, result_at(quantity, arm.dof(), places));
    }
  compute(quantity, arm, job, inputs, k, thread,
          catena::Result<double>(quantity, arm.dof(), {thread.out.data(), size_of(quantity, arm.dof())}));
  put(job, results, k, 1, thread, kernels);
}

template <class Number>
void throw_first(const Job<Number>& job, std::span<const Named<Number>> inputs, const Workspace::Impl& w,
                 const std::string& where) {
  const auto first = [&](std::size_t OneByOne::*state) {
    return &*std::min_element(w.one_by_one.begin(), w.one_by_one.end(),
                              [&](const OneByOne& a, const OneByOne& b) { return a.*state < b.*state; });
  };
  Job<Number> found = job;
  found.not_finite = std::min(job.not_finite, first(&OneByOne::not_finite)->not_finite);
  if (found.not_finite != kNone) throw_not_finite(where, found, inputs);
  if (const OneByOne& worst = *first(&OneByOne::refused); worst.refused != kNone)
    throw Error(worst.why->kind(), where, worst.why->problem())
        .at_state(worst.refused)
        .given(worst.why->given())
        .hint("all states with a result have been computed");
}

}  // namespace

template <class Number>
void run_one_by_one(Quantity quantity, const Arm& arm, const Job<Number>& job,
                    std::span<const Named<Number>> inputs, std::span<const ResultArray<Number>> results,
                    Workspace::Impl& w, const std::string& where) {
  const std::size_t together = states_together(quantity, job, w), each = size_of(quantity, w.n);
  const std::size_t lead = job.lead % together;  // states before the first group
  const auto begin = [&](std::size_t group) {
    return group == 0 || lead == 0 ? group * together : (group - 1) * together + lead;
  };
  const std::size_t groups = (job.N - lead + together - 1) / together + (lead > 0);
  prepare(quantity, arm, together, w);
  w.pool.for_ranges(groups, [&](std::size_t first, std::size_t last, std::size_t t) {
    OneByOne& thread = w.one_by_one[t];
    for (std::size_t group = first; group < last; ++group) {
      const std::size_t k = begin(group), count = std::min(job.N, begin(group + 1)) - k;
      if (count == 1) {
        compute_one(quantity, arm, job, inputs, results, k, thread, *w.kernels);
        continue;
      }
      for (std::size_t s = 0; s < count; ++s)
        compute(quantity, arm, job, inputs, k + s, thread,
                catena::Result<double>(quantity, arm.dof(), {thread.out.data() + s * each, each}));
      put(job, results, k, count, thread, *w.kernels);
    }
  });
  throw_first(job, inputs, w, where);
}

template <class Number>
void compute_marked(Quantity quantity, const Arm& arm, const Job<Number>& job,
                    std::span<const Named<Number>> inputs, std::span<const ResultArray<Number>> results,
                    Workspace::Impl& w, const std::string& where) {
  prepare(quantity, arm, 1, w);
  OneByOne& thread = w.one_by_one.front();
  for (std::size_t k = job.singular; k < job.N; ++k)
    if (std::isnan(results.front().values[place(job, k, 0, results.front().each)]))
      compute_one(quantity, arm, job, inputs, results, k, thread, *w.kernels);
  throw_first(job, inputs, w, where);
}

template void throw_not_finite(const std::string&, const Job<double>&, std::span<const Named<double>>);
template void throw_not_finite(const std::string&, const Job<float>&, std::span<const Named<float>>);
template void run_one_by_one(Quantity, const Arm&, const Job<double>&, std::span<const Named<double>>,
                             std::span<const ResultArray<double>>, Workspace::Impl&, const std::string&);
template void run_one_by_one(Quantity, const Arm&, const Job<float>&, std::span<const Named<float>>,
                             std::span<const ResultArray<float>>, Workspace::Impl&, const std::string&);
template void compute_marked(Quantity, const Arm&, const Job<double>&, std::span<const Named<double>>,
                             std::span<const ResultArray<double>>, Workspace::Impl&, const std::string&);

}  // namespace catena::batch::detail
