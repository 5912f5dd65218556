// SPDX-License-Identifier: Apache-2.0
// PathError: an arm cannot move along a path, and where.
#pragma once

#include "catena/core/error.hpp"

namespace catena::path {

class PathError : public Error {
 public:
  PathError(const Error& error, double s) : Error(error), s_(s) {}

  double s() const { return s_; }  // of the path

 private:
  double s_;
};

}  // namespace catena::path
