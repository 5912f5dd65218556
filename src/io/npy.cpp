// SPDX-License-Identifier: Apache-2.0
// The header of a .npy file, which is a Python dictionary, and arrays in memory.
#include "catena/io/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>

#include "catena/core/text.hpp"
#include "io/npy_numbers.hpp"

namespace catena {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLongestHead = std::size_t{1} << 20;
constexpr std::size_t kMostIndices = 64;

Error wrong(const std::string& where, const std::string& what) { return {ErrorKind::io, where, what}; }

// The dictionary: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 7), }
class Dictionary {
 public:
  Dictionary(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  std::optional<std::string> descr;
  std::optional<bool> fortran_order;
  std::optional<NpyShape> shape;

  void parse() {
    require('{');
    while (!next('}')) {
      const std::string key = string();
      require(':');
      if (key == "descr" && !descr)
        descr = type();
      else if (key == "fortran_order" && !fortran_order)
        fortran_order = boolean();
      else if (key == "shape" && !shape)
        shape = tuple();
      else
        throw damaged(fmt::format("the key '{}', unknown or repeated", text::printable(key)));
      if (next('}')) break;
      require(',');
    }
    skip();
    if (at_ != text_.size()) throw damaged(seen());
    if (!descr || !fortran_order || !shape)
      throw damaged(fmt::format("'{}' is missing", !descr           ? "descr"
                                                   : !fortran_order ? "fortran_order"
                                                                    : "shape"));
  }

 private:
  Error damaged(const std::string& found) const {
    return wrong(where_, "the header of the .npy file is damaged")
        .given(found)
        .need("'descr', 'fortran_order' and 'shape', each once, as NumPy writes them");
  }
  std::string seen() const {
    return at_ == text_.size() ? "its end" : fmt::format("'{}'", text::printable(text_.substr(at_), 20));
  }
  void skip() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }
  bool next(char c) {
    skip();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void require(char c) {
    if (!next(c)) throw damaged(fmt::format("{} where '{}' should be", seen(), c));
  }
  std::string string() {
    skip();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    const std::size_t end = quote == '\'' || quote == '"' ? text_.find(quote, at_ + 1) : text_.npos;
    if (end == text_.npos) throw damaged(fmt::format("{} where a name should be", seen()));
    std::string found(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return found;
  }
  std::string type() {
    skip();
    if (at_ < text_.size() && text_[at_] == '[')
      throw wrong(where_, "the array holds records, not numbers")
          .given(text::printable(text_.substr(at_)))
          .need("float64, float32 or integers")
          .hint("save one field of it: np.save(file, array['name'])");
    return string();
  }
  bool boolean() {
    skip();
    for (const auto& [word, value] : {std::pair<std::string_view, bool>{"True", true}, {"False", false}})
      if (text_.substr(at_).starts_with(word)) return at_ += word.size(), value;
    throw damaged(fmt::format("{} where True or False should be", seen()));
  }
  NpyShape tuple() {
    NpyShape sizes;
    require('(');
    while (!next(')')) {
      skip();
      std::size_t size = 0;
      const auto [stop, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), size);
      if (error == std::errc::invalid_argument) throw damaged(fmt::format("{} in the shape", seen()));
      if (error != std::errc{} || sizes.size() == kMostIndices) throw wrong(where_, "the shape is too large");
      at_ = static_cast<std::size_t>(stop - text_.data());
      if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // as Python 2 wrote long integers
      sizes.push_back(size);
      if (next(')')) break;
      require(',');
    }
    return sizes;
  }

  std::string_view text_;
  const std::string& where_;
  std::size_t at_ = 0;
};

// "<f8"
void set_type(const std::string& descr, const std::string& where, NpyHead& head) {
  const char order = descr.empty() ? ' ' : descr[0];
  head.kind = descr.size() < 2 ? ' ' : descr[1];
  const std::string size = descr.size() < 3 ? "" : descr.substr(2);
  head.item = size == "1" ? 1 : size == "2" ? 2 : size == "4" ? 4 : size == "8" ? 8 : 0;
  head.big_endian = order == '>';
  const bool whole = head.kind == 'i' || head.kind == 'u';
  const bool ordered = order == '<' || order == '>' || (order == '|' && head.item == 1);
  if (ordered && ((whole && head.item > 0) || (head.kind == 'f' && head.item >= 4))) return;
  Error error = wrong(where, head.kind == 'O' ? "the array holds Python objects, not numbers"
                                              : "numbers of this type are not supported");
  error.given(fmt::format("'{}'", text::printable(descr))).need("float64, float32 or integers");
  error.hint(head.kind == 'O'   ? "its rows may differ in length"
             : head.kind == 'c' ? "save array.real"
                                : "save array.astype(float)");
  throw error;
}

}  // namespace

std::string npy_shape_text(std::span<const std::size_t> shape) {
  std::string text = "(";
  for (std::size_t k = 0; k < shape.size(); ++k) text += fmt::format("{}{}", k > 0 ? ", " : "", shape[k]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::size_t npy_head_size(std::string_view bytes) {
  if (bytes.size() < 12 || !bytes.starts_with(kMagic)) return 0;
  const std::size_t begin = bytes[6] == 1 ? 10 : 12;
  std::size_t length = 0;
  for (std::size_t k = begin; k-- > 8;) length = length * 256 + static_cast<unsigned char>(bytes[k]);
  return length > kLongestHead ? 0 : begin + length;
}

NpyHead parse_npy_head(std::string_view bytes, const std::string& where) {
  const auto cut = [&] {
    return wrong(where, "the .npy file is truncated").given(fmt::format("{} bytes", bytes.size()));
  };
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(bytes[k]); };
  if (bytes.substr(0, kMagic.size()) != kMagic.substr(0, bytes.size())) {
    Error error = wrong(where, "this is not a .npy file");
    error.given(fmt::format("it begins with '{}'", text::printable(bytes.substr(0, 8))));
    error.need("a file that np.save has written");
    if (bytes.starts_with("PK")) error.hint("an .npz file holds several arrays: save one with np.save");
    throw error;
  }
  if (bytes.size() < 10) throw cut();
  const int major = byte(6), minor = byte(7);
  if (major < 1 || major > 3 || minor != 0)
    throw wrong(where, "this version of the .npy format is not supported")
        .given(fmt::format("{}.{}", major, minor))
        .need("1.0, 2.0 or 3.0");
  const std::size_t begin = major == 1 ? 10 : 12;
  if (bytes.size() < begin) throw cut();
  std::size_t length = 0;
  for (std::size_t k = begin; k-- > 8;) length = length * 256 + byte(k);
  if (length > kLongestHead)
    throw wrong(where, "the header of the .npy file is too long")
        .given(fmt::format("{} bytes", length))
        .need(fmt::format("{} bytes or less", kLongestHead));
  if (bytes.size() - begin < length) throw cut();

  Dictionary found(bytes.substr(begin, length), where);
  found.parse();
  NpyHead head;
  set_type(*found.descr, where, head);
  head.fortran_order = *found.fortran_order;
  head.shape = *found.shape;
  head.offset = begin + length;
  // A size of zero makes the array empty, but the other sizes are checked all the same.
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max() / 16;
  std::size_t product = 1;
  for (const std::size_t size : head.shape) {
    const std::size_t factor = std::max<std::size_t>(size, 1);
    if (product > kMost / factor)
      throw wrong(where, "the shape is too large").given(npy_shape_text(head.shape));
    product *= factor;
  }
  const bool empty = std::find(head.shape.begin(), head.shape.end(), 0U) != head.shape.end();
  head.numbers = empty ? 0 : product;
  return head;
}

std::string npy_head(std::span<const std::size_t> shape, std::size_t least) {
  if (shape.size() > kMostIndices)
    throw Error(ErrorKind::usage, "npy_head", "the shape has too many indices")
        .given(fmt::format("{}", shape.size()))
        .need(fmt::format("{} or fewer", kMostIndices));
  const std::string dictionary =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': {}, }}", npy_shape_text(shape));
  constexpr std::size_t kBegin = 10;
  const std::size_t whole = std::max((kBegin + dictionary.size() + 1 + 63) / 64 * 64, least);
  std::string head(kMagic);
  head += {'\1', '\0', static_cast<char>((whole - kBegin) & 0xff), static_cast<char>((whole - kBegin) >> 8)};
  head += dictionary;
  head.append(whole - head.size() - 1, ' ');
  return head + '\n';
}

NpyArray parse_npy(std::string_view bytes, const std::string& where) {
  const NpyHead head = parse_npy_head(bytes, where);
  if (bytes.size() - head.offset < head.bytes())
    throw wrong(where, "the .npy file is truncated")
        .given(fmt::format("{} bytes of numbers", bytes.size() - head.offset))
        .need(fmt::format("{} for the shape {}", head.bytes(), npy_shape_text(head.shape)));
  NpyArray array = {head.shape, std::vector<double>(head.numbers)};
  if (head.numbers == 0) return array;  // whatever the other sizes are
  const char* raw = bytes.data() + head.offset;
  if (!head.fortran_order || head.shape.size() < 2) {
    io::detail::widen(head, raw, head.numbers, 1, array.values.data(), where);
    return array;
  }
  // The first index runs fastest in the file: consecutive numbers go to consecutive rows.
  const std::size_t rows = head.shape[0], row = head.numbers / rows;
  const std::vector<std::size_t> places = io::detail::column_places(head.shape);
  for (std::size_t k = 0; k < row; ++k)
    io::detail::widen(head, raw + k * rows * head.item, rows, row, array.values.data() + places[k], where);
  return array;
}

std::string write_npy(std::span<const std::size_t> shape, std::span<const double> values) {
  std::size_t numbers = 1;
  for (const std::size_t size : shape) numbers *= size;
  if (numbers != values.size())
    throw Error(ErrorKind::usage, "write_npy", "the shape does not match the number of values")
        .given(fmt::format("{} and {}", npy_shape_text(shape), text::counted(values.size(), "number")));
  std::string bytes = npy_head(shape);
  const std::size_t begin = bytes.size();
  bytes.resize(begin + 8 * values.size());
  io::detail::narrow(values, bytes.data() + begin);
  return bytes;
}

}  // namespace catena
