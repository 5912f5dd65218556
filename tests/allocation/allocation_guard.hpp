// SPDX-License-Identifier: Apache-2.0
// Counts every allocation of the process, malloc itself and its family, not operator new alone; or makes one of them fail.
#pragma once

namespace catena::test {

class AllocationGuard {
 public:
  AllocationGuard();
  long count() const;  // since it was made, on all threads

 private:
  long start_;
};

// While it exists, one allocation of this thread fails: the first that is asked for if `at` is 1.
class AllocationFailure {
 public:
  explicit AllocationFailure(long at);
  ~AllocationFailure();
  AllocationFailure(const AllocationFailure&) = delete;
  AllocationFailure& operator=(const AllocationFailure&) = delete;

  bool happened() const;
  static bool possible();  // false with a sanitizer that has an allocator of its own
};

}  // namespace catena::test
