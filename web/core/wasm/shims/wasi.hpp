// SPDX-License-Identifier: Apache-2.0
// Included before every file that is compiled to WebAssembly: what Debian's libc++ for wasm32-wasi leaves out and the sources
// or the headers of toml++ name. There is one thread, and there are no files.
#pragma once

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <istream>
#include <mutex>
#include <string>
#include <system_error>

namespace std {

// libc++ for one thread has none.
struct mutex {
  void lock() {}
  void unlock() {}
  bool try_lock() { return true; }
};

// toml::parse_file names it and is never called.
template <>
class basic_ifstream<char, char_traits<char>> : public istream {
 public:
  basic_ifstream() : istream(nullptr) {}
  explicit basic_ifstream(const string&, ios_base::openmode = ios_base::in) : istream(nullptr) {}
  void open(const string&, ios_base::openmode) {}
  bool is_open() const { return false; }
  void close() {}
};

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
// std::from_chars for double came with libc++ 20. As the standard describes it for chars_format::general: strtod without white
// space, a plus sign and hexadecimal numbers. strtod of wasi-libc rounds correctly.
inline from_chars_result from_chars(const char* first, const char* last, double& value,
                                    chars_format = chars_format::general) {
  const char* const digits = first != last && *first == '-' ? first + 1 : first;
  const bool starts =
      digits != last && ((*digits >= '0' && *digits <= '9') || *digits == '.' || *digits == 'i' ||
                         *digits == 'I' || *digits == 'n' || *digits == 'N');
  if (!starts) return {first, errc::invalid_argument};
  string text(first, last);
  const size_t x = text.find_first_of("xX");  // 0x1p3 is the number 0
  if (x != string::npos) text.resize(x);
  char* end = nullptr;
  const double found = strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  const char* const stop = first + (end - text.c_str());
  const bool infinite = *digits == 'i' || *digits == 'I' || *digits == 'n' || *digits == 'N';
  const auto is_zero = [&] {  // as it is written
    for (const char* c = digits; c != stop && *c != 'e' && *c != 'E'; ++c)
      if (*c >= '1' && *c <= '9') return false;
    return true;
  };
  if (!infinite &&
      (found > 1.7976931348623157e308 || found < -1.7976931348623157e308 || (found == 0 && !is_zero())))
    return {stop, errc::result_out_of_range};
  value = found;
  return {stop, errc{}};
}
#endif

namespace filesystem {

// There is no file system: no mesh of a URDF is found.
inline path canonical(const path&, error_code& error) {
  error = make_error_code(errc::function_not_supported);
  return {};
}
inline bool is_regular_file(const path&, error_code& error) {
  error = make_error_code(errc::function_not_supported);
  return false;
}

}  // namespace filesystem
}  // namespace std
