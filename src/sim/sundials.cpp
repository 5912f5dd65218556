// SPDX-License-Identifier: Apache-2.0
#include "sim/sundials.hpp"

#include <new>

#include <arkode/arkode.h>
#include <cvode/cvode.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace catena::sim::detail {
namespace {

// ARKODE and CVODE use the same numbers.
constexpr std::array kArkode = {ARK_TOO_MUCH_ACC,      ARK_ERR_FAILURE,       ARK_CONV_FAILURE,
                                ARK_RHSFUNC_FAIL,      ARK_FIRST_RHSFUNC_ERR, ARK_REPTD_RHSFUNC_ERR,
                                ARK_UNREC_RHSFUNC_ERR, ARK_RTFUNC_FAIL};
constexpr std::array kCvode = {CV_TOO_MUCH_ACC,      CV_ERR_FAILURE,       CV_CONV_FAILURE,
                               CV_RHSFUNC_FAIL,      CV_FIRST_RHSFUNC_ERR, CV_REPTD_RHSFUNC_ERR,
                               CV_UNREC_RHSFUNC_ERR, CV_RTFUNC_FAIL};
static_assert(kArkode == kCvode && ARK_MEM_FAIL == CV_MEM_FAIL);

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

// SUNDIALS 6.4 uses what N_VClone and N_VCloneEmpty return without checking it. So a copy that cannot be allocated is replaced by a spare
// vector, and the call that asked for it counts as failed (require_memory). What the integrators of a thread share is here; it is plain
// data, since the C library ends the program if it has no memory to register the destructor of a thread's object. The last
// SundialsContext of the thread releases it.
struct Shared {
  int users;
  SUNContext context;
  N_Vector vector, empty;  // spare vectors; the latter without numbers of its own
  double* numbers;         // of the former
  std::size_t size;
  bool used;  // a spare vector
};
constinit thread_local Shared shared = {};
static_assert(std::is_trivially_destructible_v<Shared>);

void drop_spare() {
  if (shared.vector) N_VDestroy_Serial(std::exchange(shared.vector, nullptr));
  if (shared.empty) N_VDestroy_Serial(std::exchange(shared.empty, nullptr));
  delete[] std::exchange(shared.numbers, nullptr);
  shared.size = 0;
}

N_Vector clone(N_Vector like) {
  if (const N_Vector made = N_VClone_Serial(like)) return made;
  shared.used = true;
  NV_LENGTH_S(shared.vector) = NV_LENGTH_S(like);
  return shared.vector;
}

N_Vector clone_empty(N_Vector like) {
  if (const N_Vector made = N_VCloneEmpty_Serial(like)) return made;
  shared.used = true;
  NV_LENGTH_S(shared.empty) = NV_LENGTH_S(like);
  return shared.empty;
}

void destroy(N_Vector vector) {
  if (vector != shared.vector && vector != shared.empty) N_VDestroy_Serial(vector);
}

N_Vector vector_over(std::span<double> numbers, SUNContext context) {
  const N_Vector made = N_VMake_Serial(static_cast<sunindextype>(numbers.size()), numbers.data(), context);
  must(made);
  if (N_VEnableFusedOps_Serial(made, SUNTRUE) != 0) {  // faster; clones inherit all of these
    N_VDestroy_Serial(made);
    throw std::bad_alloc();
  }
  made->ops->nvlinearcombination = linear_combination;
  made->ops->nvclone = clone;
  made->ops->nvcloneempty = clone_empty;
  made->ops->nvdestroy = destroy;
  return made;
}

}  // namespace

SundialsContext::SundialsContext() {
  if (!shared.context) {
    assure_memory();
    if (SUNContext_Create(nullptr, &shared.context) != 0) {
      shared.context = nullptr;
      throw std::bad_alloc();  // it has no other reason to fail
    }
  }
  ++shared.users;
}

SundialsContext::~SundialsContext() {
  if (--shared.users > 0) return;
  drop_spare();
  SUNContext_Free(&shared.context);
  shared.used = false;
}

SundialsContext::operator SUNContext() const { return shared.context; }

SundialsVector wrap(std::span<double> numbers, SUNContext context) {
  if (!shared.vector || !shared.empty || shared.size < numbers.size()) {
    drop_spare();
    shared.numbers = new double[numbers.size()]();
    shared.size = numbers.size();
    shared.vector = vector_over({shared.numbers, shared.size}, context);
    shared.empty = N_VCloneEmpty_Serial(shared.vector);
    must(shared.empty);
  }
  return {vector_over(numbers, context), &N_VDestroy};
}

void assure_memory() {
  constexpr std::size_t kAmple = std::size_t{1} << 16;
  void* volatile block = std::malloc(kAmple);  // volatile: a compiler may leave out what is only freed
  if (block == nullptr) throw std::bad_alloc();
  std::free(block);
}

void require_memory(int flag) {
  if (std::exchange(shared.used, false) || flag == ARK_MEM_FAIL) throw std::bad_alloc();
}

void must(int flag, const char* call) {
  require_memory(flag);
  if (flag < 0) throw Error(ErrorKind::bug, "simulate", fmt::format("SUNDIALS: {} returned {}", call, flag));
}

void must_have_value(int flag, const char* call, const std::string& message) {
  if (std::find(kArkode.begin(), kArkode.end(), flag) == kArkode.end()) return must(flag, call);
  const Complaint complaint = complaint_of(flag, message);
  throw Error(ErrorKind::numerical, "simulate", "no sample can be taken between two steps: " + complaint.what)
      .hint(complaint.hint);
}

void* must(void* made) {
  require_memory(0);
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
  auto& kept = *static_cast<std::string*>(text);
  try {
    kept = message;
  } catch (const std::bad_alloc&) {  // SUNDIALS is C: an exception must not pass through it
    kept.clear();
  }
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
