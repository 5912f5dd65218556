// SPDX-License-Identifier: Apache-2.0
#include "without_gil.hpp"

#include <algorithm>

#include "raise.hpp"

namespace catena::python {

bool WithoutGil::handle_signals() {
  if (!fine_ || Clock::now() < next_) return fine_;
  PyEval_RestoreThread(state_);
  fine_ = PyErr_CheckSignals() == 0;
  state_ = PyEval_SaveThread();
  next_ = Clock::now() + kEvery;
  return fine_;
}

void for_parts(std::size_t count, std::size_t fewest, std::size_t most,
               const std::function<void(std::size_t first, std::size_t count)>& body) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kShort = std::chrono::milliseconds(5);
  bool fine = true;
  if (count <= fewest) {
    const WithoutGil without;
    return body(0, count);
  }
  {
    WithoutGil without;
    for (std::size_t first = 0, size = fewest; first < count && fine;) {
      const Clock::time_point before = Clock::now();
      const std::size_t part = std::min(size, count - first);
      body(first, part);
      first += part;
      if (Clock::now() - before < kShort) size = std::min(2 * size, most);
      fine = without.handle_signals();
    }
  }
  if (!fine) throw Raised();
}

}  // namespace catena::python
