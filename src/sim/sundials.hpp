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

// What the integrators of a thread share; it exists as long as one of these does. To be destroyed on the thread that made it, after the
// vectors.
class SundialsContext {
 public:
  SundialsContext();
  ~SundialsContext();
  SundialsContext(const SundialsContext&) = delete;
  SundialsContext& operator=(const SundialsContext&) = delete;
  operator SUNContext() const;
};

// A SUNDIALS vector over memory that it does not own.
using SundialsVector = std::unique_ptr<std::remove_pointer_t<N_Vector>, decltype(&N_VDestroy)>;
SundialsVector wrap(std::span<double> numbers, SUNContext context);

// Throw Error(bug), since a call failed that cannot fail with these arguments, or std::bad_alloc.
void must(int flag, const char* call);
void* must(void* made);

// For calls that evaluate the rate of the state: throws Error(numerical) if it has no value there, else as `must`.
void must_have_value(int flag, const char* call, const std::string& message);

// Throws std::bad_alloc if SUNDIALS says so by its flag, or could not allocate a vector since the last call: its results are then
// meaningless.
void require_memory(int flag);

// For calls by which SUNDIALS 6.4 allocates some hundred bytes and does not check whether it got them: allocates more than that and frees
// it again, so that the call finds memory. Throws std::bad_alloc if there is none.
void assure_memory();

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
