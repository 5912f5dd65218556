// SPDX-License-Identifier: Apache-2.0
// CATENA_INLINE: for the few lines of arithmetic that a recursion repeats. Compilers judge them by their size and
// leave calls that pass twenty numbers through memory; when they are inlined, forward dynamics runs about 1.4 times as fast.
#pragma once

#if defined(__GNUC__)
#define CATENA_INLINE [[gnu::always_inline]] inline
#else
#define CATENA_INLINE inline
#endif
