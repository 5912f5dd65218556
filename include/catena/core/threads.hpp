// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace catena::detail {
class ThreadPool;
}

namespace catena {

// The number of threads for a setting: 0 means as many as there are processors that this process may run on. `processes` of
// one program on a machine that are not bound to processors of their own share them equally. 1 in a build without threads.
int thread_count(int setting, int processes = 1);

// Threads for work that is done in shares: `count` of them including the caller's, or fewer if the system refuses to start
// that many.
class Threads {
 public:
  explicit Threads(int count);
  ~Threads();
  Threads(Threads&&) noexcept;
  Threads& operator=(Threads&&) noexcept;

  // Runs share(0) to share(shares - 1) side by side. Rethrows what a share threw.
  void run(std::size_t shares, const std::function<void(std::size_t)>& share);

 private:
  std::unique_ptr<detail::ThreadPool> pool_;
};

// How many threads the system has refused to start in this process. The work was then done by fewer threads.
int refused_threads();

}  // namespace catena
