// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy files: arrays of numbers in and out, whole or row by row for those that do not fit into memory.
//
//   catena::NpyReader q("q.npy");                        // float64, float32 and integers, either order of storage
//   q.read_rows(first, count, block);                    // as doubles, the last index running fastest
//   catena::NpyWriter tau("tau.npy", {7});               // (0, 7)
//   tau.append(block);                                   // (count, 7)
//   tau.close();                                         // tau.npy exists from now on
//
// Writes little-endian doubles with the last index running fastest ('C'), in format 1.0. Reads the formats 1.0, 2.0 and
// 3.0. Like NumPy, it ignores bytes after the array. Any other content throws an Error(io) that names it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/error.hpp"

namespace catena::system {
class UnfinishedFile;
}

namespace catena {

using NpyShape = std::vector<std::size_t>;

// "(3, 7)", "(7,)", "()"
std::string npy_shape_text(std::span<const std::size_t> shape);

// The header.
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

// The size of the header in bytes, from the first 12 bytes of the file; 0 if they are not a header, or it is too long.
std::size_t npy_head_size(std::string_view bytes);
// `bytes` may end anywhere after the header. Throws Error(io), in which `where` names the file.
NpyHead parse_npy_head(std::string_view bytes, const std::string& where);

// The complete header for little-endian doubles in C order, padded to a multiple of 64 bytes and to at least `least`.
std::string npy_head(std::span<const std::size_t> shape, std::size_t least = 0);

// An array in memory; the last index runs fastest.
struct NpyArray {
  NpyShape shape;
  std::vector<double> values;
};

NpyArray parse_npy(std::string_view bytes, const std::string& where);
std::string write_npy(std::span<const std::size_t> shape, std::span<const double> values);
NpyArray read_npy(const std::string& path);

// A file, read by rows; the rows are its first index.
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

  // `count` rows from `first` on: count * row_size() numbers.
  void read_rows(std::size_t first, std::size_t count, std::span<double> values);

 private:
  void read_at(std::size_t offset, std::size_t bytes, char* to);

  std::string path_;
  int fd_ = -1;
  NpyHead head_;
  std::size_t row_size_ = 1;
  std::vector<char> raw_;
};

// A file that is written by rows. It gets its name when it is closed, so that an incomplete file is never mistaken for a
// complete one; a block that cannot be written completely is removed again. A pipe or device that exists is written
// directly.
class NpyWriter {
 public:
  NpyWriter(std::string path, NpyShape row_shape);
  ~NpyWriter();  // discards what was not closed
  NpyWriter(NpyWriter&& other) noexcept;
  NpyWriter& operator=(NpyWriter&&) = delete;

  const std::string& path() const { return path_; }
  std::size_t rows() const { return shape_[0]; }
  std::size_t row_size() const { return row_size_; }

  void append(std::span<const double> values);  // whole rows
  void shorten(std::size_t rows);               // keeps the first ones
  void close();                                 // replaces a file that exists

  // The files of one result: none gets its name before all are complete.
  static void close(std::span<NpyWriter> files);

 private:
  void write_head();
  void write_at(std::size_t offset, const char* from, std::size_t bytes);

  std::string path_;
  std::unique_ptr<system::UnfinishedFile> file_;  // null when closed
  NpyShape shape_;                                // with the rows
  std::size_t row_size_ = 1;
  std::size_t offset_ = 0;  // of the numbers, the same for any number of rows
};

}  // namespace catena
