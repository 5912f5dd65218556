// SPDX-License-Identifier: Apache-2.0
#include "call.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/path/path_error.hpp"
#include "catena/core/text.hpp"

namespace catena::wasm {
namespace {

// Both live as long as the module.
void* memory = nullptr;
std::size_t room = 0;

Results& the_results() {
  static Results one;
  return one;
}

std::size_t padded(std::size_t bytes) { return (bytes + 7) & ~std::size_t{7}; }

std::string quoted(std::string_view text) { return "'" + text::printable(text) + "'"; }

std::string joined(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) out += (out.empty() ? "" : ", ") + std::string(word);
  return out;
}

Error wrong(std::string_view name, const char* what) {
  return Error(ErrorKind::usage, std::string(name), what);
}

}  // namespace

std::span<const std::byte> argument_bytes(unsigned bytes) {
  if (bytes > room) throw Error(ErrorKind::bug, "call", "the arguments are larger than their memory");
  return {static_cast<const std::byte*>(memory), bytes};
}

Results& results() { return the_results(); }

Place place_in_text(const std::string& where) {
  // "FILE:12" or "FILE:12:3", possibly with words behind it
  const auto digits = [&](std::size_t at, int& value) {
    std::size_t k = at;
    for (value = 0; k < where.size() && where[k] >= '0' && where[k] <= '9' && k < at + 8; ++k)
      value = 10 * value + (where[k] - '0');
    return k;
  };
  for (std::size_t colon = where.find(':'); colon != std::string::npos; colon = where.find(':', colon + 1)) {
    Place place;
    const std::size_t end = digits(colon + 1, place.line);
    if (end == colon + 1) continue;
    if (end < where.size() && where[end] == ':') digits(end + 1, place.column);
    return place;
  }
  return {};
}

int refused() noexcept {
  // Without memory even the description may fail: this one needs none.
  constexpr const char* kNoMemory =
      R"({"kind":"memory","where":"WebAssembly","problem":"not enough memory","given":"","need":"","hint":"","line":0,"column":0,"text":"WebAssembly: not enough memory"})";
  Results& out = the_results();
  out.numbers.clear();
  try {
    out.text.clear();
    const auto parts = [](const char* kind, const std::string& where, const std::string& problem,
                          const std::string& given, const std::string& need, const std::string& hint,
                          const std::string& text) {
      const Place place = place_in_text(where);
      return Json{{"kind", kind},       {"where", where},         {"problem", problem},
                  {"given", given},     {"need", need},           {"hint", hint},
                  {"line", place.line}, {"column", place.column}, {"text", text}};
    };
    try {
      throw;
    } catch (const path::PathError& e) {
      Json json = parts(name(e.kind()), e.where(), e.problem(), e.given(), e.need(), e.hint(), e.what());
      json["s"] = e.s();
      out.set(json);
    } catch (const Error& e) {
      out.set(parts(name(e.kind()), e.where(), e.problem(), e.given(), e.need(), e.hint(), e.what()));
    } catch (const std::bad_alloc&) {
      out.text = kNoMemory;
    } catch (const std::exception& e) {
      out.set(parts("bug", "", e.what(), "", "", "", e.what()));
    }
  } catch (...) {
    try {
      out.text = kNoMemory;
    } catch (...) {
      out.text.clear();
    }
  }
  return -1;
}

Arguments::Arguments(std::span<const std::byte> all) {
  const auto number = [](const std::byte* p) {
    std::uint32_t x = 0;
    std::memcpy(&x, p, sizeof x);
    return static_cast<std::size_t>(x);
  };
  for (std::size_t at = 0; at + 16 <= all.size();) {
    const std::byte* const head = all.data() + at;
    const std::size_t name = number(head), text = number(head + 4), count = number(head + 8);
    const std::size_t value = at + 16 + padded(name);
    const std::size_t end = value + padded(text != 0 ? count : 8 * count);
    if (end > all.size()) throw Error(ErrorKind::bug, "call", "the arguments are damaged");
    Entry entry{{reinterpret_cast<const char*>(head + 16), name}, text != 0, {}, {}};
    if (entry.is_text)
      entry.text = {reinterpret_cast<const char*>(all.data() + value), count};
    else
      entry.numbers = {reinterpret_cast<const double*>(all.data() + value), count};
    entries_.push_back(entry);
    at = end;
  }
}

const Arguments::Entry* Arguments::find(std::string_view name) const {
  for (const Entry& entry : entries_)
    if (entry.name == name) {
      entry.read = true;
      return &entry;
    }
  return nullptr;
}

bool Arguments::has(std::string_view name) const { return find(name) != nullptr; }

bool Arguments::has_any(std::string_view prefix) const {
  for (const Entry& entry : entries_)
    if (entry.name.starts_with(prefix)) return true;
  return false;
}

std::string_view Arguments::text(std::string_view name) const {
  const Entry* const entry = find(name);
  if (entry == nullptr) throw wrong(name, "is missing").need("a text");
  if (!entry->is_text) throw wrong(name, "is not a text");
  return entry->text;
}

std::string Arguments::text_or(std::string_view name, std::string_view otherwise) const {
  return std::string(has(name) ? text(name) : otherwise);
}

std::span<const double> Arguments::numbers(std::string_view name) const {
  const Entry* const entry = find(name);
  if (entry == nullptr) return {};
  if (entry->is_text) throw wrong(name, "is not a number").given(quoted(entry->text));
  return entry->numbers;
}

std::span<const double> Arguments::numbers(std::string_view name, int size) const {
  const Entry* const entry = find(name);
  if (entry == nullptr) throw wrong(name, "is missing").need(std::to_string(size) + " numbers");
  const std::span<const double> x = numbers(name);
  if (x.size() != static_cast<std::size_t>(size))
    throw wrong(name, "has the wrong size")
        .given(std::to_string(x.size()) + " numbers")
        .need(std::to_string(size) + " numbers");
  return x;
}

double Arguments::number(std::string_view name) const { return numbers(name, 1)[0]; }
double Arguments::number_or(std::string_view name, double otherwise) const {
  return has(name) ? number(name) : otherwise;
}

int Arguments::whole_or(std::string_view name, int otherwise) const {
  if (!has(name)) return otherwise;
  const double x = number(name);
  if (!(x >= -2e9 && x <= 2e9) || x != static_cast<int>(x))
    throw wrong(name, "is not a whole number").given(Json(x).text(-1));
  return static_cast<int>(x);
}

bool Arguments::flag_or(std::string_view name, bool otherwise) const {
  return has(name) ? number(name) != 0 : otherwise;
}

Eigen::VectorXd Arguments::vector(std::string_view name, int size) const {
  return Eigen::Map<const Eigen::VectorXd>(numbers(name, size).data(), size);
}

Eigen::VectorXd Arguments::joints(std::string_view name, int n) const {
  const std::span<const double> x = numbers(name);
  if (x.size() == 1) return Eigen::VectorXd::Constant(n, x[0]);
  return vector(name, n);
}

Eigen::Matrix4d Arguments::pose(std::string_view name) const {
  return Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(numbers(name, 16).data());
}

void Arguments::throw_unknown(std::string_view name, std::string_view given,
                              const std::vector<std::string_view>& known) {
  throw wrong(name, "is unknown")
      .given(quoted(given))
      .need(joined(known))
      .hint(text::did_you_mean(std::string(given), known));
}

void Arguments::require_all_read() const {
  for (const Entry& entry : entries_)
    if (!entry.read) throw wrong(entry.name, "there is no such option");
}

void Results::add_pose(const Eigen::Matrix4d& pose) {
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) numbers.push_back(pose(i, j));
}

}  // namespace catena::wasm

#define EXPORT(name) extern "C" __attribute__((export_name(#name), used))

// At least `bytes`, for the arguments of the next calls; null without memory. What was there is lost.
EXPORT(argument_memory) void* catena_argument_memory(unsigned bytes) {
  using namespace catena::wasm;
  if (bytes > room) {
    std::free(memory);
    memory = std::malloc(bytes);
    room = memory == nullptr ? 0 : bytes;
  }
  return room == 0 ? nullptr : memory;
}
EXPORT(text_data) const char* catena_text_data() { return catena::wasm::results().text.data(); }
EXPORT(text_size) unsigned catena_text_size() {
  return static_cast<unsigned>(catena::wasm::results().text.size());
}
EXPORT(number_data) const double* catena_number_data() { return catena::wasm::results().numbers.data(); }
EXPORT(number_count) unsigned catena_number_count() {
  return static_cast<unsigned>(catena::wasm::results().numbers.size());
}
