// SPDX-License-Identifier: Apache-2.0
// The text of the error that a call throws.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "catena/core/error.hpp"

namespace catena::test {

// "no error" if there is none.
template <class Call>
std::string error_text(const Call& call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

// The same for an error that must be of this kind.
template <class Call>
std::string error_text(ErrorKind kind, const Call& call) {
  try {
    call();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), kind) << e.what();
    return e.what();
  }
  return "no error";
}

}  // namespace catena::test
