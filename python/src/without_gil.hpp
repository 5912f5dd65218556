// SPDX-License-Identifier: Apache-2.0
// Long computations without the GIL, which an interrupt (Ctrl-C) can end.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>

#include "numpy.hpp"

namespace catena::python {

// Releases the GIL for as long as it exists.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil() { PyEval_RestoreThread(state_); }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

  // Takes the GIL if it is time, every 50 ms, for as long as signals are handled. False from when a handler raised an
  // exception on.
  bool handle_signals();

 private:
  using Clock = std::chrono::steady_clock;
  PyThreadState* state_;
  bool fine_ = true;
  Clock::time_point next_ = Clock::now() + kEvery;
  static constexpr std::chrono::milliseconds kEvery = std::chrono::milliseconds(50);
};

// Runs body(first, count) on parts of 0..count without the GIL. Parts grow from `fewest` to `most` as long as each takes little
// time, so that an interrupt need not wait. Throws Raised if the handler of a signal raised an exception.
void for_parts(std::size_t count, std::size_t fewest, std::size_t most,
               const std::function<void(std::size_t first, std::size_t count)>& body);

}  // namespace catena::python
