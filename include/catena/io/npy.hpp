// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy files: arrays of numbers in and out, whole or row by row for those that do not fit into memory.
//
//   catena::NpyReader q("q.npy");                        // float64, float32 and integers, either order of storage
//   q.read_rows(first, count, block);                    // as doubles, the last index running fastest
//   catena::NpyWriter tau("tau.npy", {7});               // (0, 7)
//   tau.append(block);                                   // (count, 7), and the file can be read at any time
//   tau.close();
//
// Written are little-endian doubles with the last index running fastest ('C'), in format 1.0. Read are the formats 1.0, 2.0 and 3.0. Bytes behind the array are no part of it, as for
// NumPy. Whatever else is in a file gives an Error(io) that names it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/error.hpp"

namespace catena {

using NpyShape = std::vector<std::size_t>;

// "(3, 7)", "(7,)", "()"
std::string npy_shape_text(std::span<const std::size_t> shape);

// What stands before the numbers.
struct NpyHead {
  char kind = 'f';             // f, i or u
  std::size_t item = 8;        // bytes of a number
  bool big_endian = false;     // as stored
  bool fortran_order = false;  // the first index runs fastest
  NpyShape shape;
  std::size_t numbers = 0;  // the product of the shape
  std::size_t offset = 0;   // of the numbers, in bytes

  std::size_t bytes() const { return numbers * item; }  // never overflows
};

// How many bytes of the file to read for its head, from its first 12; 0 if they are no head, or too long a one.
std::size_t npy_head_size(std::string_view bytes);
// `bytes` may end anywhere behind the head. Throws Error(io) with `where` for the file.
NpyHead parse_npy_head(std::string_view bytes, const std::string& where);

// The whole head for little-endian doubles in C order, padded to a multiple of 64 bytes and to `least`.
std::string npy_head(std::span<const std::size_t> shape, std::size_t least = 0);

// An array in memory; the last index runs fastest.
struct NpyArray {
  NpyShape shape;
  std::vector<double> values;
};

NpyArray parse_npy(std::string_view bytes, const std::string& where);
std::string write_npy(std::span<const std::size_t> shape, std::span<const double> values);
NpyArray read_npy(const std::string& path);

// A file, read by rows: its first index.
class NpyReader {
 public:
  explicit NpyReader(std::string path);  // of a file, not a pipe
  ~NpyReader();
  NpyReader(NpyReader&& other) noexcept;
  NpyReader& operator=(NpyReader&&) = delete;

  const std::string& path() const { return path_; }
  const NpyHead& head() const { return head_; }
  std::size_t rows() const { return head_.shape.empty() ? 1 : head_.shape[0]; }
  std::size_t row_size() const { return row_size_; }

  // The rows first .. first + count, count * row_size() numbers.
  void read_rows(std::size_t first, std::size_t count, std::span<double> values);

 private:
  void read_at(std::size_t offset, std::size_t bytes, char* to);

  std::string path_;
  int fd_ = -1;
  NpyHead head_;
  std::size_t row_size_ = 1;
  std::vector<char> raw_;
};

// A file that grows by rows. Its head is brought up to date after each block, so that what is there can be read
// whenever the program ends; a block that cannot be written whole is taken back.
class NpyWriter {
 public:
  NpyWriter(std::string path, NpyShape row_shape);  // replaces a file that exists
  ~NpyWriter();                                     // without close(), errors are lost
  NpyWriter(NpyWriter&& other) noexcept;
  NpyWriter& operator=(NpyWriter&&) = delete;

  const std::string& path() const { return path_; }
  std::size_t rows() const { return shape_[0]; }
  std::size_t row_size() const { return row_size_; }

  void append(std::span<const double> values);  // whole rows
  void close();

 private:
  std::string head() const;
  void write_at(std::size_t offset, const char* from, std::size_t bytes);

  std::string path_;
  int fd_ = -1;
  NpyShape shape_;  // with the rows
  std::size_t row_size_ = 1;
  std::size_t offset_ = 0;  // of the numbers, the same for any number of rows
};

}  // namespace catena
