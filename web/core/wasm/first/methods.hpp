// SPDX-License-Identifier: Apache-2.0
// The methods of the first module: for each quantity that the first view of a page, its matrices and its motions need, those that
// arms of any size choose, and the stable one. The second module has all.
#pragma once

#include <string_view>

#include "catena/core/quantity.hpp"

namespace catena::wasm {

enum class Runs { templates, kernels };  // of src/core/kernels

struct FirstMethod {
  Quantity quantity;
  std::string_view name;
  Runs runs = Runs::templates;
};
inline constexpr FirstMethod kFirstMethods[] = {
    {Quantity::inertia, "crba", Runs::kernels},
    {Quantity::inertia, "gdahj_sums", Runs::kernels},
    {Quantity::coriolis, "coriolis"},
    {Quantity::coriolis, "rnea_derivatives", Runs::kernels},
    {Quantity::christoffel, "augmented_body"},
    {Quantity::bias, "rnea"},
    {Quantity::gravity, "gravity"},
    {Quantity::id, "rnea"},
    {Quantity::nle, "rnea"},
    {Quantity::fd, "aba"},  // the template is that of Stepper
    {Quantity::fd, "aba_rotors"},
    {Quantity::inertia_inverse, "crba_udu", Runs::kernels},
    {Quantity::inertia_inverse, "aba_response", Runs::kernels},
    {Quantity::inertia_inverse, "aba_columns"},
    {Quantity::udut, "crba_udu"},
    {Quantity::udut, "udut"},
    {Quantity::kinetic_energy, "energy"},
    {Quantity::potential_energy, "energy"},
    {Quantity::jacobian, "kinematics"},
    {Quantity::pose, "kinematics"},
    {Quantity::manipulability, "kinematics"},
    {Quantity::frame_velocity, "frame_motion"},
    {Quantity::wrench_torques, "wrench_torques"},
    {Quantity::rotor_inertia, "actuation"},
    {Quantity::friction, "actuation"},
};

constexpr bool in_first_module(Quantity quantity, std::string_view name, Runs runs) {
  for (const FirstMethod& one : kFirstMethods)
    if (one.quantity == quantity && one.name == name) return one.runs == runs;
  return false;
}

}  // namespace catena::wasm

// In the table of templates (core/instantiate), and in the tables that complete it (core/library_methods.cpp, core/motors.cpp).
#ifdef CATENA_ONLY_TEMPLATES
#define CATENA_HAS_METHOD(quantity, name) \
  ::catena::wasm::in_first_module(quantity, name, ::catena::wasm::Runs::templates)
#else
#define CATENA_HAS_METHOD(quantity, name)                                            \
  (::catena::wasm::in_first_module(quantity, name, ::catena::wasm::Runs::kernels) || \
   ::catena::wasm::in_first_module(quantity, name, ::catena::wasm::Runs::templates))
#endif
