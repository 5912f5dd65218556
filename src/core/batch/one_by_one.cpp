// SPDX-License-Identifier: Apache-2.0
#include "core/batch/one_by_one.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

// One OneByOne for each thread.
void prepare(Quantity quantity, const Arm& arm, Workspace::Impl& w) {
  if (!w.one_by_one.empty() && !arm.fits(w.one_by_one.front().work)) w.one_by_one.clear();
  while (w.one_by_one.size() < w.scratch.size()) w.one_by_one.emplace_back(arm);
  for (OneByOne& thread : w.one_by_one) {
    thread.not_finite = thread.refused = kNone;
    thread.out.resize(size_of(quantity, w.n));
  }
}

// State k, into `out` of the thread.
template <class Number>
void compute(Quantity quantity, const Arm& arm, const Job<Number>& job, std::span<const Named<Number>> inputs,
             std::size_t k, OneByOne& thread) {
  thread.in.clear();
  for (const Named<Number>& in : inputs)
    for (std::size_t i = 0; i < in.each; ++i) thread.in.push_back(in.values[place(job, k, i, in.each)]);
  At at;
  const double* from = thread.in.data();
  for (const Named<Number>& in : inputs) {
    const std::span<const double> values(from, in.each);
    from += in.each;
    if (in.name == std::string_view("q")) at.q = values;
    if (in.name == std::string_view("qd")) at.qd = values;
    if (in.name == std::string_view("qdd")) at.qdd = values;
    if (in.name == std::string_view("tau")) at.tau = values;
    if (in.name == std::string_view("v")) at.v = values;
    if (in.name == std::string_view("tip"))
      at.tip = {{values[0], values[1], values[2]}, {values[3], values[4], values[5]}};
  }
  std::fill(thread.out.begin(), thread.out.end(), NAN);
  try {
    if (catena::detail::all_finite(thread.in.data(), thread.in.size()))
      arm.eval(quantity, at, thread.work, catena::Result<double>(quantity, arm.dof(), thread.out));
    else
      thread.not_finite = std::min(thread.not_finite, k);
  } catch (const Error& error) {
    std::fill(thread.out.begin(), thread.out.end(), NAN);
    if (k < thread.refused) thread.refused = k, thread.why = error;
  }
}

template <class Number>
void put(const Job<Number>& job, std::span<const ResultArray<Number>> results, std::size_t k,
         const OneByOne& thread) {
  const double* value = thread.out.data();
  for (const ResultArray<Number>& result : results)
    for (std::size_t i = 0; i < result.each; ++i)
      result.values[place(job, k, i, result.each)] = static_cast<Number>(*value++);
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
  prepare(quantity, arm, w);
  w.pool.for_ranges(job.N, [&](std::size_t first, std::size_t last, std::size_t t) {
    for (std::size_t k = first; k < last; ++k) {
      compute(quantity, arm, job, inputs, k, w.one_by_one[t]);
      put(job, results, k, w.one_by_one[t]);
    }
  });
  throw_first(job, inputs, w, where);
}

template <class Number>
void compute_marked(Quantity quantity, const Arm& arm, const Job<Number>& job,
                    std::span<const Named<Number>> inputs, std::span<const ResultArray<Number>> results,
                    Workspace::Impl& w, const std::string& where) {
  prepare(quantity, arm, w);
  OneByOne& thread = w.one_by_one.front();
  for (std::size_t k = job.singular; k < job.N; ++k) {
    if (!std::isnan(results.front().values[place(job, k, 0, results.front().each)])) continue;
    compute(quantity, arm, job, inputs, k, thread);
    put(job, results, k, thread);
  }
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
