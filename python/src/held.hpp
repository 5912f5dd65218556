// SPDX-License-Identifier: Apache-2.0
// Objects of C++ that objects of Python keep: capsules.
#pragma once

#include <memory>

#include "catena/core/path/pose_path.hpp"
#include "catena/core/path/timed_path.hpp"
#include "raise.hpp"

namespace catena::python {

template <class T>
inline constexpr const char* kCapsuleName = nullptr;
template <>
inline constexpr const char* kCapsuleName<path::PosePath> = "catena.PosePath";
template <>
inline constexpr const char* kCapsuleName<path::JointPath> = "catena.JointPath";
template <>
inline constexpr const char* kCapsuleName<path::TimeLaw> = "catena.TimeLaw";
template <>
inline constexpr const char* kCapsuleName<path::TimedPath> = "catena.TimedPath";

template <class T>
Ref capsule(T object) {
  auto kept = std::make_unique<T>(std::move(object));
  Ref made = Ref::made(PyCapsule_New(kept.get(), kCapsuleName<T>, [](PyObject* capsule) {
    delete static_cast<T*>(PyCapsule_GetPointer(capsule, kCapsuleName<T>));
  }));
  kept.release();  // the capsule owns it
  return made;
}

// Throws Raised if it is another object.
template <class T>
const T& held(PyObject* capsule) {
  const void* const object = PyCapsule_GetPointer(capsule, kCapsuleName<T>);
  if (!object) throw Raised();
  return *static_cast<const T*>(object);
}

}  // namespace catena::python
