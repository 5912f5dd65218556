// SPDX-License-Identifier: Apache-2.0
#include "sim/sundials.hpp"

#include <new>

#include <arkode/arkode.h>
#include <cvode/cvode.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace catena::sim::detail {
namespace {

// ARKODE and CVODE use the same numbers.
constexpr std::array kArkode = {ARK_TOO_MUCH_ACC,      ARK_ERR_FAILURE,       ARK_CONV_FAILURE,
                                ARK_RHSFUNC_FAIL,      ARK_FIRST_RHSFUNC_ERR, ARK_REPTD_RHSFUNC_ERR,
                                ARK_UNREC_RHSFUNC_ERR, ARK_RTFUNC_FAIL};
constexpr std::array kCvode = {CV_TOO_MUCH_ACC,      CV_ERR_FAILURE,       CV_CONV_FAILURE,
                               CV_RHSFUNC_FAIL,      CV_FIRST_RHSFUNC_ERR, CV_REPTD_RHSFUNC_ERR,
                               CV_UNREC_RHSFUNC_ERR, CV_RTFUNC_FAIL};
static_assert(kArkode == kCvode);

int code(System::Value value) {  // 1: try a smaller step, -1: give up
  return value == System::Value::found ? 0 : value == System::Value::none ? 1 : -1;
}

std::span<double> numbers(N_Vector v) { return {NV_DATA_S(v), static_cast<std::size_t>(NV_LENGTH_S(v))}; }

// z = Σ c_k x_k, where z may be one of the x_k: the main operation of Runge-Kutta stages. With SUNDIALS'
// own version, it would take a fifth of the run time for a six-joint arm.
int linear_combination(int count, double* c, N_Vector* x, N_Vector z) {
  constexpr int kMost = 16, kBlock = 4;
  if (count > kMost) return N_VLinearCombination_Serial(count, c, x, z);
  std::array<const double*, kMost> from;
  for (int k = 0; k < count; ++k) from[k] = NV_DATA_S(x[k]);
  const std::span<double> to = numbers(z);
  const auto size = static_cast<std::ptrdiff_t>(to.size());
  std::ptrdiff_t i = 0;
  for (; i + kBlock <= size; i += kBlock) {
    std::array<double, kBlock> sum = {};
    for (int k = 0; k < count; ++k)
      for (int j = 0; j < kBlock; ++j) sum[j] += c[k] * from[k][i + j];
    std::copy(sum.begin(), sum.end(), to.begin() + i);
  }
  for (; i < size; ++i) {
    double sum = 0;
    for (int k = 0; k < count; ++k) sum += c[k] * from[k][i];
    to[i] = sum;
  }
  return 0;
}

}  // namespace

SundialsContext::SundialsContext() { must(SUNContext_Create(nullptr, &context_), "SUNContext_Create"); }

SundialsVector wrap(std::span<double> numbers, SUNContext context) {
  const N_Vector made = N_VMake_Serial(static_cast<sunindextype>(numbers.size()), numbers.data(), context);
  must(made);
  must(N_VEnableFusedOps_Serial(made, SUNTRUE),
       "N_VEnableFusedOps_Serial");  // faster; clones inherit it
  made->ops->nvlinearcombination = linear_combination;
  return {made, &N_VDestroy};
}

void must(int flag, const char* call) {
  constexpr int kNoMemory = -20;  // of ARKODE and CVODE alike
  if (flag == kNoMemory) throw std::bad_alloc();
  if (flag < 0) throw Error(ErrorKind::bug, "simulate", fmt::format("SUNDIALS: {} returned {}", call, flag));
}

void* must(void* made) {
  if (made == nullptr) throw std::bad_alloc();
  return made;
}

int sundials_rate(double t, N_Vector y, N_Vector yd, void* asked) {
  auto& a = *static_cast<Asked*>(asked);
  a.answer = a.system.rate(t, numbers(y), numbers(yd));
  return code(a.answer);
}

int sundials_watched(double t, N_Vector y, double* g, void* asked) {
  auto& a = *static_cast<Asked*>(asked);
  a.answer = a.system.watched(t, numbers(y), {g, static_cast<std::size_t>(a.system.events())});
  return code(a.answer);
}

void keep_message(int, const char*, const char*, char* message, void* text) {
  *static_cast<std::string*>(text) = message;
}

Complaint complaint_of(int flag, const std::string& message) {
  switch (flag) {
    case ARK_TOO_MUCH_ACC:
      return {"the tolerances are below the rounding error", "increase rtol or atol"};
    case ARK_ERR_FAILURE:
      return {"no step is small enough for the tolerances",
              "the motion may approach a singularity or a discontinuity: look at the last samples"};
    case ARK_CONV_FAILURE:
      return {"the implicit solver does not converge", "try dormand_prince, or smaller tolerances"};
    case ARK_RHSFUNC_FAIL:
    case ARK_FIRST_RHSFUNC_ERR:
    case ARK_REPTD_RHSFUNC_ERR:
    case ARK_UNREC_RHSFUNC_ERR:
    case ARK_RTFUNC_FAIL:
      return {"the motion has no finite acceleration here", "check the drive and the last samples"};
    default:
      return {fmt::format("SUNDIALS failed ({}): {}", flag, message), "try another integrator"};
  }
}

}  // namespace catena::sim::detail
