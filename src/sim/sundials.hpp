// SPDX-License-Identifier: Apache-2.0
// Owning handles for SUNDIALS' objects, callbacks that call a System, and messages for its error flags.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>

#include <memory>
#include <span>
#include <string>

#include "sim/integrator.hpp"

namespace catena::sim::detail {

// One for each thread, made when it is first needed and kept: SUNDIALS 6.4 does not survive a lack of memory while it makes one.
class SundialsContext {
 public:
  SundialsContext();
  operator SUNContext() const { return context_; }

 private:
  SUNContext context_ = nullptr;
};

// A SUNDIALS vector over memory that it does not own.
using SundialsVector = std::unique_ptr<std::remove_pointer_t<N_Vector>, decltype(&N_VDestroy)>;
SundialsVector wrap(std::span<double> numbers, SUNContext context);

// Throw Error(bug), since a call failed that cannot fail with these arguments, or std::bad_alloc.
void must(int flag, const char* call);
void* must(void* made);

// For calls that evaluate the rate of the state: throws Error(numerical) if it has no value there, else as `must`.
void must_have_value(int flag, const char* call, const std::string& message);

// Throws std::bad_alloc if SUNDIALS could not allocate a vector since the last call: its results are then meaningless.
void require_memory();

// Callbacks and their user data.
struct Asked {
  System& system;
  System::Value answer = System::Value::found;  // the last one
};
int sundials_rate(double t, N_Vector y, N_Vector yd, void* asked);
int sundials_watched(double t, N_Vector y, double* g, void* asked);

// Keeps SUNDIALS' last message in the string that is the user data, instead of printing it.
void keep_message(int code, const char* module, const char* function, char* message, void* text);

// The meaning of a negative flag of a step. ARKODE and CVODE use the same numbers for these.
Complaint complaint_of(int flag, const std::string& message);

}  // namespace catena::sim::detail
