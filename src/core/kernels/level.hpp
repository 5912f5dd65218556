// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__x86_64__) || defined(__i386__)
#define CATENA_X86 1  // the files *_avx2.cpp and *_avx512.cpp hold kernels
#endif
