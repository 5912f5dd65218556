// SPDX-License-Identifier: Apache-2.0
// How a page calls the module. Every call has the form
//
//   status = name(handle, bytes)
//
// with the arguments in the memory that argument_memory() returned: one entry after the other, each 16 bytes (sizes of name and
// value, and whether it is text), the name and the value, padded to multiples of 8. Numbers are doubles; nested objects and lists have
// names such as "rows.0.mass". A status below zero is an error: the text is then its parts as JSON. Otherwise the results are
// the text and the numbers. No exception leaves the module.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/system/json.hpp"

namespace catena::wasm {

class Arguments {
 public:
  explicit Arguments(std::span<const std::byte> memory);

  bool has(std::string_view name) const;
  bool has_any(std::string_view prefix) const;  // "payload." of nested objects

  // Each throws Error(usage) if the argument is missing or of the wrong type or size.
  std::string_view text(std::string_view name) const;
  std::string text_or(std::string_view name, std::string_view otherwise) const;
  double number(std::string_view name) const;
  double number_or(std::string_view name, double otherwise) const;
  int whole_or(std::string_view name, int otherwise) const;
  bool flag_or(std::string_view name, bool otherwise) const;
  std::span<const double> numbers(std::string_view name) const;            // empty if there is none
  std::span<const double> numbers(std::string_view name, int size) const;  // exactly `size`
  Eigen::VectorXd vector(std::string_view name, int size) const;
  // (n), from n numbers or one for all.
  Eigen::VectorXd joints(std::string_view name, int n) const;
  Eigen::Matrix4d pose(std::string_view name) const;
  template <class T, std::size_t N>
  T choice(std::string_view name, const std::pair<std::string_view, T> (&choices)[N]) const {
    if (!has(name)) return choices[0].second;
    const std::string_view given = text(name);
    std::vector<std::string_view> known;
    for (const auto& [word, value] : choices) {
      if (word == given) return value;
      known.push_back(word);
    }
    throw_unknown(name, given, known);
  }

  // Throws Error(usage) if a name was never asked for: a misspelled option.
  void require_all_read() const;

 private:
  struct Entry {
    std::string_view name;
    bool is_text;
    std::string_view text;
    std::span<const double> numbers;
    mutable bool read = false;
  };
  const Entry* find(std::string_view name) const;
  [[noreturn]] static void throw_unknown(std::string_view name, std::string_view given,
                                         const std::vector<std::string_view>& known);

  std::vector<Entry> entries_;
};

// The results of a call.
struct Results {
  std::string text;
  std::vector<double> numbers;

  void add(std::span<const double> x) { numbers.insert(numbers.end(), x.begin(), x.end()); }
  void add(const Eigen::VectorXd& x) {
    add(std::span<const double>(x.data(), static_cast<std::size_t>(x.size())));
  }
  void add_pose(const Eigen::Matrix4d& pose);  // row by row
  void set(const Json& json) { text = json.text(-1); }
};

// The place that Error::where names in a text, as in "arm.toml:12:3"; 0: none.
struct Place {
  int line = 0, column = 0;
};
Place place_in_text(const std::string& where);

// The arguments at argument_memory().
std::span<const std::byte> argument_bytes(unsigned bytes);
Results& results();
// Describes the exception that is being handled; the status to return.
int refused() noexcept;

template <class Body>
int guarded(unsigned bytes, const Body& body) noexcept {
  try {
    Results& out = results();
    out.text.clear();
    out.numbers.clear();
    const Arguments arguments(argument_bytes(bytes));
    return body(arguments, out);
  } catch (...) {
    return refused();
  }
}

}  // namespace catena::wasm

// CATENA_CALL(name, [](Handle handle, const Arguments& arguments, Results& out) -> int {...})
#define CATENA_CALL(name, ...)                                                                         \
  extern "C" __attribute__((export_name(#name), used)) int catena_##name(int handle, unsigned bytes) { \
    return ::catena::wasm::guarded(                                                                    \
        bytes, [&](const ::catena::wasm::Arguments& arguments, ::catena::wasm::Results& out) -> int {  \
          return (__VA_ARGS__)(handle, arguments, out);                                                \
        });                                                                                            \
  }
