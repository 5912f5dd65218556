// SPDX-License-Identifier: Apache-2.0
#include "allocation/allocation_guard.hpp"
#include "support/sanitizers.hpp"

#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

namespace {

std::atomic<long> allocations{0};
thread_local long left = 0;  // allocations until one fails, with it; 0: none fails
thread_local bool failed = false;

// SUNDIALS 6.4 uses some of what it allocates without a check, and crashes: in SUNContext_Create and ARKodeButcherTable_LoadERK, and where
// the first step of ERKStep allocates its list of stages, which is what erkStep_Init allocates first. These allocations do not fail here;
// src/sim/sundials.hpp makes up for them.
thread_local int careless_calls = 0;

struct Careless {
  Careless() { ++careless_calls; }
  ~Careless() { --careless_calls; }
};

bool asked_carelessly(const void* caller) {
  static const char *first = nullptr, *last = nullptr;
  static const void* stages = nullptr;
  static bool known = false;
  if (careless_calls > 0) return true;
  if (!known) {
    known = true;  // before the calls below, which may allocate
    Dl_info about;
    void* symbol = nullptr;
    void* const function = dlsym(RTLD_DEFAULT, "erkStep_Init");
    if (function && dladdr1(function, &about, &symbol, RTLD_DL_SYMENT)) {
      first = static_cast<const char*>(function);
      last = first + static_cast<const ElfW(Sym)*>(symbol)->st_size;
    }
  }
  if (!stages && caller >= first && caller < last) stages = caller;
  return stages && caller == stages;
}

// Whether this allocation fails.
[[maybe_unused]] bool fails(const void* caller) {
  ++allocations;
  if (left == 0 || asked_carelessly(caller) || --left > 0) return false;
  failed = true;
  errno = ENOMEM;
  return true;
}

}  // namespace

#if defined(CATENA_ASAN)
// The sanitizer owns malloc; it tells us. Declared by hand: Debian's gcc has the function without its header.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*));
namespace {
const int hooked = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { ++allocations; }, [](const volatile void*) {});
}
#else
// glibc's own functions stay reachable under these names when a program defines malloc itself.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

void* malloc(std::size_t size) { return fails(__builtin_return_address(0)) ? nullptr : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) {
  return fails(__builtin_return_address(0)) ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  return fails(__builtin_return_address(0)) ? nullptr : __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  return fails(__builtin_return_address(0)) ? nullptr : __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  *out = memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}
void free(void* old) { __libc_free(old); }

int SUNContext_Create(void* comm, void** context) {
  const Careless call;
  return reinterpret_cast<int (*)(void*, void**)>(dlsym(RTLD_NEXT, "SUNContext_Create"))(comm, context);
}
void* ARKodeButcherTable_LoadERK(int method) {
  const Careless call;
  return reinterpret_cast<void* (*)(int)>(dlsym(RTLD_NEXT, "ARKodeButcherTable_LoadERK"))(method);
}
}
#endif

namespace catena::test {

AllocationGuard::AllocationGuard() : start_(allocations) {}
long AllocationGuard::count() const { return allocations - start_; }

AllocationFailure::AllocationFailure(long at) {
  asked_carelessly(nullptr);  // looks it up
  failed = false;
  left = at;
}
AllocationFailure::~AllocationFailure() { left = 0; }
bool AllocationFailure::happened() const { return failed; }
bool AllocationFailure::possible() {
#if defined(CATENA_ASAN) || defined(CATENA_TSAN)
  return false;
#else
  return true;
#endif
}

}  // namespace catena::test
