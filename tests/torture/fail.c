/* SPDX-License-Identifier: Apache-2.0
 * A library to be preloaded, which makes one call of a kind fail, or cuts the power (torture.py).
 *
 *   TORTURE_KIND   memory, write, sync, open, rename, thread, cut
 *   TORTURE_AT     which call of that kind fails, from 1; 0: none, they are only counted
 *   TORTURE_UNTIL  1: that call and all later ones of the kind fail, as on a full disk
 *   TORTURE_COUNT  a file that receives the number of calls when the program ends
 *   TORTURE_DISK   cut: a folder that receives what is on the disk for certain: the contents of each file as of its last
 *                  fsync, and the names in each folder as of the last fsync of that folder. "cut" counts the calls that
 *                  change files, and kills the program at the chosen one.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

enum Kind { kNone, kMemory, kWrite, kSync, kOpen, kRename, kThread, kCut };
static enum Kind kind;
static long at;
static int until, started;
static atomic_long calls;
static const char* disk;
static pid_t owner; /* children, such as the compiler, are left alone */

static ssize_t (*next_write)(int, const void*, size_t);
static ssize_t (*next_pwrite)(int, const void*, size_t, off64_t);
static ssize_t (*next_writev)(int, const struct iovec*, int);
static int (*next_fsync)(int);
static int (*next_fdatasync)(int);
static int (*next_open)(const char*, int, ...);
static int (*next_openat)(int, const char*, int, ...);
static FILE* (*next_fopen)(const char*, const char*);
static int (*next_rename)(const char*, const char*);
static int (*next_unlink)(const char*);
static int (*next_ftruncate)(int, off64_t);
static int (*next_link)(const char*, const char*);
static int (*next_thread)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

__attribute__((constructor)) static void start(void) {
  static const char* const kNames[] = {"", "memory", "write", "sync", "open", "rename", "thread", "cut"};
  next_write = dlsym(RTLD_NEXT, "write");
  next_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  next_writev = dlsym(RTLD_NEXT, "writev");
  next_fsync = dlsym(RTLD_NEXT, "fsync");
  next_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  next_open = dlsym(RTLD_NEXT, "open64");
  next_openat = dlsym(RTLD_NEXT, "openat64");
  next_fopen = dlsym(RTLD_NEXT, "fopen64");
  next_rename = dlsym(RTLD_NEXT, "rename");
  next_unlink = dlsym(RTLD_NEXT, "unlink");
  next_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  next_link = dlsym(RTLD_NEXT, "link");
  next_thread = dlsym(RTLD_NEXT, "pthread_create");
  const char* name = getenv("TORTURE_KIND");
  for (int k = kMemory; name && k <= kCut; ++k)
    if (strcmp(name, kNames[k]) == 0) kind = (enum Kind)k;
  at = getenv("TORTURE_AT") ? atol(getenv("TORTURE_AT")) : 0;
  until = getenv("TORTURE_UNTIL") && atoi(getenv("TORTURE_UNTIL"));
  disk = getenv("TORTURE_DISK");
  owner = getpid();
  unsetenv("LD_PRELOAD");
}

/* The program begins with this call. What fails before, while libraries are initialised, no program can catch. */
sighandler_t signal(int number, sighandler_t handler) {
  started = 1;
  return ((sighandler_t(*)(int, sighandler_t))dlsym(RTLD_NEXT, "signal"))(number, handler);
}

__attribute__((destructor)) static void stop(void) {
  const char* path = getenv("TORTURE_COUNT");
  if (!started || !path || getpid() != owner) return;
  started = 0;
  char text[32];
  const int fd = next_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int size = snprintf(text, sizeof text, "%ld\n", (long)calls);
  if (fd >= 0 && next_write(fd, text, (size_t)size) != size) abort();
  if (fd >= 0) close(fd);
}

/* Whether this call, one of the kind, fails. */
static int fails(enum Kind which) {
  if (!started || kind != which || getpid() != owner) return 0;
  const long call = atomic_fetch_add(&calls, 1) + 1;
  if (kind == kCut && call == at) kill(owner, SIGKILL);
  return at > 0 && kind != kCut && (call == at || (until && call > at));
}

/* Standard output and error are not part of the disk. */
static int is_file(int fd) {
  struct stat about;
  return fd > 2 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
}

/* After an fsync: what a power cut cannot take away any more. */
static void keep(int fd) {
  struct stat about;
  if (!started || kind != kCut || getpid() != owner || fstat(fd, &about) != 0) return;
  char from[64], path[4096], part[4200];
  snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
  snprintf(path, sizeof path, "%s/%s-%lu", disk, S_ISDIR(about.st_mode) ? "names" : "file", (unsigned long)about.st_ino);
  snprintf(part, sizeof part, "%s.part", path);
  const int out = next_open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (out < 0) abort();
  if (S_ISDIR(about.st_mode)) {
    DIR* folder = opendir(from);
    for (struct dirent* entry; folder && (entry = readdir(folder));)
      if (entry->d_type == DT_REG) dprintf(out, "%lu %s\n", (unsigned long)entry->d_ino, entry->d_name);
    if (folder) closedir(folder);
  } else {
    static char block[1 << 16];
    const int in = next_open(from, O_RDONLY);
    for (ssize_t size; in >= 0 && (size = read(in, block, sizeof block)) > 0;)
      if (next_write(out, block, (size_t)size) != size) abort();
    if (in >= 0) close(in);
  }
  close(out);
  next_rename(part, path);
}

/* SUNDIALS 6.4 uses some of what it allocates without a check, and crashes: in the two functions below, and where the first step of
 * ERKStep allocates its list of stages, which is what erkStep_Init allocates first. These calls are left out. Catena allocates and
 * frees more memory right before each of them (src/sim/sundials.hpp). */
static __thread int in_careless_call;
int SUNContext_Create(void* comm, void** context) {
  ++in_careless_call;
  const int result = ((int (*)(void*, void**))dlsym(RTLD_NEXT, "SUNContext_Create"))(comm, context);
  --in_careless_call;
  return result;
}
void* ARKodeButcherTable_LoadERK(int method) {
  ++in_careless_call;
  void* const table = ((void* (*)(int))dlsym(RTLD_NEXT, "ARKodeButcherTable_LoadERK"))(method);
  --in_careless_call;
  return table;
}
static int asked_carelessly(const char* caller) {
  static const char *first, *last, *stages;
  static int known;
  if (in_careless_call) return 1;
  if (!known) {
    Dl_info about;
    const ElfW(Sym)* symbol;
    known = 1; /* before the calls below, which may allocate */
    first = dlsym(RTLD_DEFAULT, "erkStep_Init");
    if (first && dladdr1(first, &about, (void**)&symbol, RTLD_DL_SYMENT)) last = first + symbol->st_size;
  }
  if (!stages && caller >= first && caller < last) stages = caller;
  return stages && caller == stages;
}
#define FAIL_MEMORY                                                                                        \
  if (started && kind == kMemory && !asked_carelessly(__builtin_return_address(0)) && fails(kMemory)) { \
    errno = ENOMEM;                                                                                        \
    return NULL;                                                                                           \
  }

#define FAIL(which, error, result) \
  if (fails(which)) {              \
    errno = error;                 \
    return result;                 \
  }

void* malloc(size_t size) {
  FAIL_MEMORY
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  FAIL_MEMORY
  return __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  FAIL_MEMORY
  return __libc_realloc(old, size);
}
void* memalign(size_t alignment, size_t size) {
  FAIL_MEMORY
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** out, size_t alignment, size_t size) {
  *out = memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}

ssize_t write(int fd, const void* data, size_t size) {
  if (is_file(fd)) fails(kCut);
  if (fd != 2) FAIL(kWrite, ENOSPC, -1) /* messages are not on the disk */
  return next_write(fd, data, size);
}
ssize_t writev(int fd, const struct iovec* parts, int count) {
  if (is_file(fd)) fails(kCut);
  if (fd != 2) FAIL(kWrite, ENOSPC, -1)
  return next_writev(fd, parts, count);
}
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t offset) {
  if (is_file(fd)) fails(kCut);
  FAIL(kWrite, ENOSPC, -1)
  return next_pwrite(fd, data, size, offset);
}
ssize_t pwrite(int fd, const void* data, size_t size, off_t offset) { return pwrite64(fd, data, size, offset); }

int fsync(int fd) {
  fails(kCut);
  FAIL(kSync, EIO, -1)
  const int result = next_fsync(fd);
  keep(fd);
  return result;
}
int fdatasync(int fd) {
  fails(kCut);
  FAIL(kSync, EIO, -1)
  const int result = next_fdatasync(fd);
  keep(fd);
  return result;
}

/* The descriptors that can run out, and files that cannot be created. */
static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }
#define OPEN(name, parameters, function, ...) \
  int name parameters {                       \
    va_list rest;                             \
    va_start(rest, flags);                    \
    const mode_t mode = mode_of(flags, rest); \
    va_end(rest);                             \
    if (flags & (O_CREAT | O_TRUNC)) fails(kCut); \
    FAIL(kOpen, EMFILE, -1)                   \
    return function(__VA_ARGS__, mode);       \
  }
OPEN(open, (const char* path, int flags, ...), next_open, path, flags)
OPEN(open64, (const char* path, int flags, ...), next_open, path, flags)
OPEN(openat, (int folder, const char* path, int flags, ...), next_openat, folder, path, flags)
OPEN(openat64, (int folder, const char* path, int flags, ...), next_openat, folder, path, flags)

FILE* fopen64(const char* path, const char* mode) {
  if (strchr(mode, 'w')) fails(kCut);
  FAIL(kOpen, EMFILE, NULL)
  return next_fopen(path, mode);
}
FILE* fopen(const char* path, const char* mode) { return fopen64(path, mode); }

int rename(const char* from, const char* to) {
  fails(kCut);
  FAIL(kRename, EACCES, -1)
  return next_rename(from, to);
}
int link(const char* from, const char* to) {
  fails(kCut);
  FAIL(kRename, EACCES, -1)
  return next_link(from, to);
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  fails(kCut);
  FAIL(kRename, EACCES, -1)
  return ((int (*)(int, const char*, int, const char*))dlsym(RTLD_NEXT, "renameat"))(from_folder, from, to_folder, to);
}
int unlinkat(int folder, const char* path, int flags) {
  fails(kCut);
  return ((int (*)(int, const char*, int))dlsym(RTLD_NEXT, "unlinkat"))(folder, path, flags);
}
int unlink(const char* path) {
  fails(kCut);
  return next_unlink(path);
}
int ftruncate64(int fd, off64_t size) {
  fails(kCut);
  FAIL(kWrite, ENOSPC, -1)
  return next_ftruncate(fd, size);
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*), void* data) {
  if (fails(kThread)) return EAGAIN;
  return next_thread(thread, attributes, work, data);
}
