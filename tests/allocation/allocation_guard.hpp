// SPDX-License-Identifier: Apache-2.0
// Counts every allocation of the process: malloc itself and its family, not operator new alone.
#pragma once

namespace catena::test {

class AllocationGuard {
 public:
  AllocationGuard();
  long count() const;  // since it was made, on all threads

 private:
  long start_;
};

}  // namespace catena::test
