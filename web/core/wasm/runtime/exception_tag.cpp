// SPDX-License-Identifier: Apache-2.0
// The tag of C++ exceptions in WebAssembly, for versions of clang that do not define it in every file.
__asm__(".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n");
