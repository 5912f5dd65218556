// SPDX-License-Identifier: Apache-2.0
#include "catena/error.hpp"

#include <utility>

namespace catena {

Error::Error(ErrorKind kind, std::string where, std::string what)
    : kind_(kind), where_(std::move(where)), headline_(std::move(what)) {
  compose();
}

Error& Error::given(std::string text) {
  given_ = std::move(text);
  compose();
  return *this;
}

Error& Error::need(std::string text) {
  need_ = std::move(text);
  compose();
  return *this;
}

Error& Error::hint(std::string text) {
  hint_ = std::move(text);
  compose();
  return *this;
}

void Error::compose() {
  text_ = where_.empty() ? headline_ : where_ + ": " + headline_;
  if (!given_.empty()) text_ += "\n  given   " + given_;
  if (!need_.empty()) text_ += "\n  need    " + need_;
  if (!hint_.empty()) text_ += "\n  hint    " + hint_;
}

}  // namespace catena
