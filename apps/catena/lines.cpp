// SPDX-License-Identifier: Apache-2.0
#include "lines.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <istream>
#include <ostream>

#include "command.hpp"
#include "interrupts.hpp"

namespace catena::cli {

bool LineSource::next(std::string_view& line, const std::function<void()>& before_wait) {
  too_long_ = false;
  std::size_t searched = begin_;
  for (;;) {
    std::size_t end = buffer_.find('\n', searched);
    const bool last = end == std::string::npos;
    if (last) {
      if (buffer_.size() - begin_ > kLongest) {  // keep only the beginning, so that memory stays bounded
        buffer_.resize(begin_ + kLongest);
        too_long_ = true;
      }
      searched = buffer_.size() - begin_;
      if (fill(before_wait)) continue;  // fill moves the unread part to the front
      if (begin_ == buffer_.size()) return false;
      end = buffer_.size();
    }
    too_long_ = too_long_ || end - begin_ > kLongest;
    line = std::string_view(buffer_).substr(begin_, std::min(end - begin_, kLongest));
    begin_ = last ? end : end + 1;
    ++number_;
    return true;
  }
}

bool LineSource::fill(const std::function<void()>& before_wait) try {
  std::streambuf& source = *in_.rdbuf();
  std::streamsize ready = source.in_avail();
  if (ready <= 0) {
    before_wait();
    if (source.sgetc() == std::istream::traits_type::eof()) {
      in_.setstate(std::ios::eofbit);
      return false;
    }
    ready = std::max<std::streamsize>(source.in_avail(), 1);
  }
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t old = buffer_.size();
  const std::streamsize block = std::min<std::streamsize>(ready, std::streamsize{1} << 16);
  buffer_.resize(old + static_cast<std::size_t>(block));
  const std::streamsize got = source.sgetn(buffer_.data() + old, block);
  buffer_.resize(old + static_cast<std::size_t>(got));
  return got > 0;
} catch (const std::ios_base::failure&) {
  throw Error(ErrorKind::io, "input", "cannot read").given(errno != 0 ? std::strerror(errno) : "");
}

void LineSink::write() {
  if (file_) return write_to_file();
  {
    const HoldInterrupts hold;
    errno = 0;
    out_->write(text_.data(), static_cast<std::streamsize>(text_.size()));
    out_->flush();
  }
  text_.clear();
  require_written(*out_, where_);
}

void LineSink::write_to_file() {
  int reason = 0;
  {
    const HoldInterrupts hold;
    reason = file_->try_write(text_);
  }
  text_.clear();
  if (reason == EPIPE) throw ReaderGone{};
  if (reason != 0) throw Error(ErrorKind::io, where_, "cannot write").given(std::strerror(reason));
}

}  // namespace catena::cli
