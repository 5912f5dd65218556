// SPDX-License-Identifier: Apache-2.0
// The elements of an XML text as views into it: of a mesh, nearly all of the text is numbers, which are then read once and
// never copied. TinyXML, which reads URDF files in io, would store every element and text separately.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/error.hpp"

namespace catena::report::detail {

class XmlTree {
 public:
  // Throws Error(model) unless tags are closed and nested, at most `kDeepest` inside each other. Document types, with the
  // entities that they may declare, are refused.
  XmlTree(std::string_view text, const std::string& where);
  XmlTree(const XmlTree&) = delete;
  XmlTree& operator=(const XmlTree&) = delete;

  static constexpr std::size_t kDeepest = 256;
  static constexpr std::size_t kMostElements = 4'000'000;
  static constexpr std::size_t kLongestTag = 16384;
  static constexpr std::size_t kNone = std::string_view::npos;

  // Elements are numbered in document order: the root is 0, its descendants follow it. The children of `e` are
  // for (std::size_t c = e + 1; c < end(e); c = end(c)).
  std::size_t end(std::size_t e) const { return elements_[e].end; }
  std::size_t size() const { return elements_.size(); }
  std::string_view name(std::size_t e) const;
  std::string_view text(std::size_t e) const {
    return elements_[e].text;
  }  // before its first child; comments are blanks
  std::string_view attribute(std::size_t e, std::string_view name) const;  // empty: none, or empty

  // An error at an element, or at a part of its text or tag.
  Error bad(std::size_t e, const std::string& what) const { return bad(elements_[e].tag, what); }
  Error bad(std::string_view part, const std::string& what) const;

 private:
  struct Element {
    std::string_view tag, text;  // the tag without its brackets
    std::size_t end;
  };
  void blank_comments();

  std::string text_;
  const std::string& where_;
  std::vector<Element> elements_;
};

}  // namespace catena::report::detail
