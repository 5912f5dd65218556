// SPDX-License-Identifier: Apache-2.0
#include "choose/sweep/sweep_message.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

#include "choose/store/lasting_unit.hpp"

namespace catena::choose::detail {
namespace {

class Writer {
 public:
  explicit Writer(Say what) : bytes_(1, static_cast<char>(what)) {}

  template <class T>
  Writer& put(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes_.append(raw, sizeof value);
    return *this;
  }
  Writer& put(std::string_view text) {
    put(text.size());
    bytes_ += text;
    return *this;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view message) : rest_(message.substr(1)) {}

  template <class T>
  T get() {
    T value;
    std::memcpy(&value, cut(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(cut(get<std::size_t>())); }

 private:
  std::string_view cut(std::size_t size) {
    if (size > rest_.size()) throw Error(ErrorKind::bug, "sweep", "a message from a rank is truncated");
    const std::string_view piece = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return piece;
  }
  std::string_view rest_;
};

void put_row(Writer& out, const SweepRow& row) {
  out.put(row.point).put(row.search.value_or(-1)).put(row.parameters.size());
  for (const double p : row.parameters) out.put(p);
  out.put(row.scores.size());
  for (const Score& s : row.scores) out.put(s.value).put(s.error).put(std::string_view(s.why)).put(s.unit);
  out.put(std::string_view(row.why));
}

SweepRow get_row(Reader& in) {
  SweepRow row;
  row.point = in.get<std::int64_t>();
  if (const int search = in.get<int>(); search >= 0) row.search = search;
  for (auto left = in.get<std::size_t>(); left > 0; --left) row.parameters.push_back(in.get<double>());
  for (auto left = in.get<std::size_t>(); left > 0; --left) {
    const auto value = in.get<double>(), error = in.get<double>();
    std::string why = in.text();
    row.scores.push_back({value, error, std::move(why), lasting_unit(in.text())});
  }
  row.why = in.text();
  return row;
}

}  // namespace

Say what_is_said(std::string_view message) {
  if (!message.empty())
    for (const Say each : {Say::design, Say::chunk, Say::end, Say::ready, Say::rows, Say::failed})
      if (message[0] == static_cast<char>(each)) return each;
  throw Error(ErrorKind::bug, "sweep", "a message from a rank is invalid");
}

std::string say_design(std::string_view text) { return Writer(Say::design).put(text).take(); }
std::string say_chunk(PointRange chunk) { return Writer(Say::chunk).put(chunk).take(); }
std::string say_end() { return Writer(Say::end).take(); }
std::string say_ready(const Ready& ready) { return Writer(Say::ready).put(ready).take(); }

std::string say_rows(const Computed& computed) {
  Writer out(Say::rows);
  out.put(computed.chunk).put(computed.seconds).put(computed.rows.size());
  for (const SweepRow& row : computed.rows) put_row(out, row);
  return out.take();
}

std::string say_failed(const Failed& failed) {
  return Writer(Say::failed).put(failed.kind).put(std::string_view(failed.what)).take();
}

std::string hear_design(std::string_view message) { return Reader(message).text(); }
PointRange hear_chunk(std::string_view message) { return Reader(message).get<PointRange>(); }
Ready hear_ready(std::string_view message) { return Reader(message).get<Ready>(); }

Computed hear_rows(std::string_view message) {
  Reader in(message);
  Computed computed;
  computed.chunk = in.get<PointRange>();
  computed.seconds = in.get<double>();
  for (auto left = in.get<std::size_t>(); left > 0; --left) computed.rows.push_back(get_row(in));
  return computed;
}

Failed hear_failed(std::string_view message) {
  Reader in(message);
  Failed failed;
  failed.kind = in.get<ErrorKind>();
  failed.what = in.text();
  return failed;
}

}  // namespace catena::choose::detail
