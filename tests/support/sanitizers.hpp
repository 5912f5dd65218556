// SPDX-License-Identifier: Apache-2.0
// CATENA_ASAN, CATENA_TSAN: defined in builds with AddressSanitizer and ThreadSanitizer. GCC and clang say so in different ways.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define CATENA_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define CATENA_TSAN 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(CATENA_ASAN)
#define CATENA_ASAN 1
#endif
#if __has_feature(thread_sanitizer) && !defined(CATENA_TSAN)
#define CATENA_TSAN 1
#endif
#endif
