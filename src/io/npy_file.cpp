// SPDX-License-Identifier: Apache-2.0
// .npy files on the disk, by rows.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "catena/core/text.hpp"
#include "catena/io/npy.hpp"
#include "catena/system/files_read.hpp"
#include "catena/system/whole_file.hpp"
#include "io/npy_numbers.hpp"

namespace catena {
namespace {

Error failed(const std::string& path, const char* what, int reason) {
  Error error(ErrorKind::io, path, what);
  error.given(std::strerror(reason));
  if (reason == ESPIPE) error.need("a regular file, not a pipe: it is not read sequentially");
  return error;
}

std::size_t product_of(std::span<const std::size_t> sizes) {
  std::size_t product = 1;
  for (const std::size_t size : sizes) product *= size;
  return product;
}

}  // namespace

// --- reading ------------------------------------------------------------------------------------------------

NpyReader::NpyReader(std::string path) : path_(std::move(path)) {
  fd_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // does not block on a pipe
  if (fd_ < 0) throw failed(path_, "the file cannot be opened", errno);
  try {
    struct stat about;
    if (::fstat(fd_, &about) != 0) throw failed(path_, "cannot read", errno);
    if (S_ISDIR(about.st_mode)) throw failed(path_, "the file cannot be opened", EISDIR);
    if (!S_ISREG(about.st_mode)) throw failed(path_, "cannot read", ESPIPE);
    system::note_file_read(fd_, path_);
    const auto size = static_cast<std::size_t>(about.st_size);
    std::string begin(std::min<std::size_t>(size, 4096), '\0');
    read_at(0, begin.size(), begin.data());
    if (const std::size_t whole = npy_head_size(begin); whole > begin.size()) {  // rare: a long header
      begin.resize(std::min(size, whole));
      read_at(0, begin.size(), begin.data());
    }
    head_ = parse_npy_head(begin, path_);
    if (size - head_.offset < head_.bytes())
      throw Error(ErrorKind::io, path_, "the .npy file is truncated")
          .given(fmt::format("{} bytes of numbers", size - head_.offset))
          .need(fmt::format("{} for the shape {}", head_.bytes(), npy_shape_text(head_.shape)));
    if (head_.shape.size() > 1) row_size_ = product_of(std::span(head_.shape).subspan(1));
  } catch (...) {
    ::close(fd_);
    throw;
  }
}

NpyReader::NpyReader(NpyReader&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      head_(std::move(other.head_)),
      row_size_(other.row_size_),
      raw_(std::move(other.raw_)) {}

NpyReader::~NpyReader() {
  if (fd_ >= 0) ::close(fd_);
}

void NpyReader::read_at(std::size_t offset, std::size_t bytes, char* to) {
  while (bytes > 0) {
    const ssize_t got = ::pread(fd_, to, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw failed(path_, "cannot read", errno);
    if (got == 0) throw Error(ErrorKind::io, path_, "the file became shorter while it was read");
    offset += static_cast<std::size_t>(got);
    to += got;
    bytes -= static_cast<std::size_t>(got);
  }
}

void NpyReader::read_rows(std::size_t first, std::size_t count, std::span<double> values) {
  if (first > rows() || count > rows() - first || values.size() != count * row_size_)
    throw Error(ErrorKind::usage, path_, "the rows are out of range")
        .given(fmt::format("rows {} to {} into {}", first, first + count,
                           text::counted(values.size(), "number")))
        .need(fmt::format("rows of {} up to {}", text::counted(row_size_, "number"), rows()));
  if (values.empty()) return;
  const auto read = [&](std::size_t begin, std::size_t numbers, std::size_t stride, double* to) {
    raw_.resize(numbers * head_.item);
    read_at(head_.offset + begin * head_.item, raw_.size(), raw_.data());
    io::detail::widen(head_, raw_.data(), numbers, stride, to, path_);
  };
  if (!head_.fortran_order || head_.shape.size() < 2)
    return read(first * row_size_, values.size(), 1, values.data());
  const std::vector<std::size_t> places = io::detail::column_places(head_.shape);
  for (std::size_t k = 0; k < row_size_; ++k)
    read(k * rows() + first, count, row_size_, values.data() + places[k]);
}

NpyArray read_npy(const std::string& path) {
  NpyReader file(path);
  NpyArray array = {file.head().shape, std::vector<double>(file.head().numbers)};
  if (!array.values.empty()) file.read_rows(0, file.rows(), array.values);
  return array;
}

// --- writing ------------------------------------------------------------------------------------------------

NpyWriter::NpyWriter(std::string path, NpyShape row_shape) : path_(std::move(path)), shape_({0}) {
  shape_.insert(shape_.end(), row_shape.begin(), row_shape.end());
  row_size_ = product_of(row_shape);
  if (row_size_ == 0)
    throw Error(ErrorKind::usage, path_, "a row has no numbers").given(npy_shape_text(row_shape));
  shape_[0] = std::numeric_limits<std::size_t>::max();
  offset_ = npy_head(shape_).size();
  shape_[0] = 0;
  file_ = std::make_unique<system::UnfinishedFile>(path_);
  write_head();
}

NpyWriter::NpyWriter(NpyWriter&& other) noexcept = default;
NpyWriter::~NpyWriter() = default;

void NpyWriter::write_head() {
  const std::string text = npy_head(shape_, offset_);
  write_at(0, text.data(), text.size());
}

void NpyWriter::write_at(std::size_t offset, const char* from, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t put = ::pwrite(file_->descriptor(), from, bytes, static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) throw failed(path_, "cannot write", errno);
    offset += static_cast<std::size_t>(put);
    from += put;
    bytes -= static_cast<std::size_t>(put);
  }
}

void NpyWriter::append(std::span<const double> values) {
  if (values.size() % row_size_ != 0)
    throw Error(ErrorKind::usage, path_, "not a whole number of rows")
        .given(text::counted(values.size(), "number"))
        .need(fmt::format("a multiple of {}", row_size_));
  const std::size_t end = offset_ + rows() * row_size_ * sizeof(double);
  try {
    std::vector<char> swapped;
    const char* bytes = reinterpret_cast<const char*>(values.data());
    if constexpr (std::endian::native != std::endian::little) {
      swapped.resize(values.size_bytes());
      io::detail::narrow(values, swapped.data());
      bytes = swapped.data();
    }
    write_at(end, bytes, values.size_bytes());
  } catch (const Error&) {
    shorten(rows());
    throw;
  }
  shape_[0] += values.size() / row_size_;
}

void NpyWriter::shorten(std::size_t rows) {
  shape_[0] = std::min(shape_[0], rows);
  const std::size_t end = offset_ + shape_[0] * row_size_ * sizeof(double);
  if (::ftruncate(file_->descriptor(), static_cast<off_t>(end)) != 0) {
    // The header states the number of rows; what follows them is not read.
  }
}

void NpyWriter::close() { close(std::span(this, 1)); }

void NpyWriter::close(std::span<NpyWriter> files) {
  std::vector<system::UnfinishedFile*> all;
  for (NpyWriter& file : files) {
    if (!file.file_) continue;
    file.write_head();
    all.push_back(file.file_.get());
  }
  system::UnfinishedFile::publish(all);
  for (NpyWriter& file : files) file.file_.reset();
}

}  // namespace catena
