// SPDX-License-Identifier: Apache-2.0
// C++ exceptions over WebAssembly's own exception handling (-fwasm-exceptions), for one thread. Debian builds libc++abi for
// wasm32-wasi without them; the rest of libc++abi, such as the types that compare in `can_catch`, is used as it is.
//
// The compiler describes the handlers of a function in a table (LSDA) in the format of the Itanium C++ ABI
// (https://itanium-cxx-abi.github.io/cxx-abi/exceptions.pdf). A throw unwinds to the nearest landing pad, which stores its
// number and the table in __wasm_lpad_context and calls _Unwind_CallPersonality, which selects a handler by its type.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <typeinfo>

namespace __cxxabiv1 {
// The type_info of libc++abi, by the order of its virtual functions.
struct __shim_type_info : std::type_info {
  virtual ~__shim_type_info();
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};
}  // namespace __cxxabiv1

namespace {

using CatchType = __cxxabiv1::__shim_type_info;

// Stands in front of every thrown object.
struct alignas(16) Thrown {
  const std::type_info* type;
  void* (*destroy)(void*);  // a destructor returns its object in WebAssembly
  void* seen;               // the object as the selected handler sees it
  Thrown* outer;            // caught earlier, still being handled
  int handlers;             // that have it now
  bool rethrown;
};

Thrown* handled = nullptr;  // innermost

Thrown* of(void* object) { return static_cast<Thrown*>(object) - 1; }

// Kept for throwing without memory.
constexpr std::size_t kReserve = 1024;
alignas(16) unsigned char reserve[kReserve];
bool reserve_taken = false;

void release(Thrown* thrown) {
  if (reinterpret_cast<unsigned char*>(thrown) == reserve)
    reserve_taken = false;
  else
    std::free(thrown);
}

// Numbers of variable length, seven bits in each byte, the lowest first.
std::uintptr_t read_unsigned(const std::uint8_t*& p) {
  std::uintptr_t value = 0;
  unsigned shift = 0;
  std::uint8_t byte;
  do {
    byte = *p++;
    value |= static_cast<std::uintptr_t>(byte & 0x7f) << shift;
    shift += 7;
  } while (byte & 0x80);
  return value;
}
std::intptr_t read_signed(const std::uint8_t*& p) {
  std::uintptr_t value = 0;
  unsigned shift = 0;
  std::uint8_t byte;
  do {
    byte = *p++;
    value |= static_cast<std::uintptr_t>(byte & 0x7f) << shift;
    shift += 7;
  } while (byte & 0x80);
  if ((byte & 0x40) && shift < 8 * sizeof value) value |= ~std::uintptr_t{0} << shift;
  return static_cast<std::intptr_t>(value);
}

}  // namespace

extern "C" {

struct {
  std::uintptr_t landing_pad;
  const std::uint8_t* table;
  std::uintptr_t selector;
} __wasm_lpad_context;

void* __cxa_allocate_exception(std::size_t size) noexcept {
  const std::size_t bytes = sizeof(Thrown) + size;
  void* memory = std::malloc(bytes);
  if (memory == nullptr) {
    if (reserve_taken || bytes > kReserve) std::abort();
    reserve_taken = true;
    memory = reserve;
  }
  std::memset(memory, 0, sizeof(Thrown));
  return static_cast<Thrown*>(memory) + 1;
}
void __cxa_free_exception(void* object) noexcept { release(of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  Thrown* const thrown = of(object);
  thrown->type = type;
  thrown->destroy = destroy;
  thrown->seen = object;
  __builtin_wasm_throw(0, object);
}

// Sets the selector to the handler that takes the exception, by its place in the table of types; 0: none, unwind further.
int _Unwind_CallPersonality(void* object) {
  __wasm_lpad_context.selector = 0;
  const std::uint8_t* p = __wasm_lpad_context.table;
  if (p == nullptr) return 0;
  constexpr std::uint8_t kOmitted = 0xff;
  if (*p++ != kOmitted) read_unsigned(p);  // where landing pads start, which WebAssembly does not need
  const std::uint8_t* types = nullptr;     // its entries are in front of it
  if (*p++ != kOmitted) {
    const std::uintptr_t distance = read_unsigned(p);
    types = p + distance;
  }
  ++p;  // how call sites are written
  const std::uintptr_t sites = read_unsigned(p);
  const std::uint8_t* const actions = p + sites;
  std::uintptr_t action = 0;
  for (std::uintptr_t k = 0; k <= __wasm_lpad_context.landing_pad; ++k) {
    read_unsigned(p);  // the site
    action = read_unsigned(p);
  }
  if (action == 0) return 0;
  for (const std::uint8_t* record = actions + action - 1;;) {
    const std::intptr_t filter = read_signed(record);
    if (filter > 0) {
      const CatchType* type = nullptr;
      std::memcpy(&type, types - filter * static_cast<std::intptr_t>(sizeof type), sizeof type);
      void* seen = object;
      if (type == nullptr || type->can_catch(static_cast<const CatchType*>(of(object)->type), seen)) {
        of(object)->seen = seen;
        __wasm_lpad_context.selector = static_cast<std::uintptr_t>(filter);
        return 0;
      }
    }
    const std::uint8_t* const here = record;
    const std::intptr_t next = read_signed(record);
    if (next == 0) return 0;
    record = here + next;
  }
}

void* __cxa_begin_catch(void* object) noexcept {
  Thrown* const thrown = of(object);
  thrown->rethrown = false;
  ++thrown->handlers;
  if (handled != thrown) {
    thrown->outer = handled;
    handled = thrown;
  }
  return thrown->seen;
}

void __cxa_end_catch() {
  Thrown* const thrown = handled;
  if (thrown == nullptr || --thrown->handlers > 0) return;
  handled = thrown->outer;
  if (thrown->rethrown) return;  // another handler will have it
  if (thrown->destroy != nullptr) thrown->destroy(thrown + 1);
  release(thrown);
}

[[noreturn]] void __cxa_rethrow() {
  if (handled == nullptr) std::terminate();
  handled->rethrown = true;
  __builtin_wasm_throw(0, handled + 1);
}

void* __cxa_get_exception_ptr(void* object) noexcept { return of(object)->seen; }
void _Unwind_DeleteException(void*) {}
[[noreturn]] void _Unwind_Resume(void* object) { __builtin_wasm_throw(0, object); }

}  // extern "C"

// Those of libc++abi stop the program instead of throwing. The other forms of new call these.
void* operator new(std::size_t size) {
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept {
  return operator new(size, nothrow);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

// There is no environment; that of wasi-libc would ask the page for one.
extern "C" char* getenv(const char*) { return nullptr; }
