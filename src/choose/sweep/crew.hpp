// SPDX-License-Identifier: Apache-2.0
// The threads of this process: each repeatedly takes a chunk, computes its rows and hands them over.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "catena/choose/sweep/sweep.hpp"
#include "choose/sweep/bounded_queue.hpp"
#include "choose/sweep/chunks.hpp"
#include "choose/sweep/sweep_message.hpp"
#include "core/util/thread_pool.hpp"

namespace catena::choose::detail {

// Rows, or the exception thrown instead.
struct Done {
  Computed computed;
  std::exception_ptr error = {};
};

class Crew {
 public:
  // `threads` 0: all (thread_count).
  Crew(int threads, const Rows& rows, Chunks& chunks, BoundedQueue<Done>& done);
  ~Crew();  // ends the chunks, discards rows not yet fetched, joins the threads
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int threads() const { return std::max(1, pool_.threads()); }
  bool resting() const { return busy_ == 0; }  // no thread has a chunk

  // Computes one chunk in the calling thread if the system refused to start any other; call it before each look into the
  // queue, which must have room.
  void work_without_threads();

 private:
  void work();
  Done compute(PointRange chunk) const;

  const Rows& rows_;
  Chunks& chunks_;
  BoundedQueue<Done>& done_;
  std::atomic<int> busy_ = 0, working_ = 0;
  catena::detail::ThreadPool pool_;
};

}  // namespace catena::choose::detail
