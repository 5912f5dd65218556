// SPDX-License-Identifier: Apache-2.0
#include "tinyxml.h"

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <string_view>

TiXmlElement& TiXmlElement::operator=(const TiXmlElement& other) {
  if (this == &other) return *this;
  name_ = other.name_;
  row_ = other.row_;
  attributes_ = other.attributes_;
  children_.clear();
  for (const auto& child : other.children_) InsertEndChild(*child);
  return *this;
}

const char* TiXmlElement::Attribute(const char* name) const {
  for (const auto& [key, value] : attributes_)
    if (key == name) return value.c_str();
  return nullptr;
}

void TiXmlElement::SetAttribute(const std::string& name, const std::string& value) {
  for (auto& [key, old] : attributes_)
    if (key == name) {
      old = value;
      return;
    }
  attributes_.emplace_back(name, value);
}

const TiXmlElement* TiXmlElement::child(const char* name, std::size_t from) const {
  for (std::size_t k = from; k < children_.size(); ++k)
    if (children_[k]->name_ == name) return children_[k].get();
  return nullptr;
}
const TiXmlElement* TiXmlElement::FirstChildElement(const char* name) const { return child(name, 0); }
const TiXmlElement* TiXmlElement::NextSiblingElement(const char* name) const {
  return parent_ == nullptr ? nullptr : parent_->child(name, place_ + 1);
}

void TiXmlElement::InsertEndChild(const TiXmlElement& child) {
  children_.push_back(std::make_unique<TiXmlElement>(child));
  children_.back()->parent_ = this;
  children_.back()->place_ = children_.size() - 1;
}

void TiXmlElement::Accept(TiXmlPrinter* printer) const {
  std::string& out = printer->text_;
  out += '<' + name_;
  for (const auto& [key, value] : attributes_) {
    out += ' ' + key + "=\"";
    for (const char c : value) {
      const std::string_view from = "&<>\"'";
      constexpr const char* kTo[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
      if (const std::size_t k = from.find(c); k != from.npos)
        out += kTo[k];
      else
        out += c;
    }
    out += '"';
  }
  out += '>';
  for (const auto& child : children_) child->Accept(printer);
  out += "</" + name_ + '>';
}

namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) {  // every byte of a character beyond ASCII is one
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 127 || std::isalpha(byte) != 0;
}
bool in_name(char c) {
  return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 ||
         std::strchr("_-.:", c) != nullptr;
}

void append_utf8(std::string& out, unsigned long code) {
  const auto last = [&](int shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    last(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    last(6), last(0);
  } else if (code < 0x200000) {
    out += static_cast<char>(0xF0 | (code >> 18));
    last(12), last(6), last(0);
  }
}

// The character that a reference such as &lt; or &#65; stands for; null for an invalid number. Other ampersands are left out.
const char* append_reference(const char* p, std::string& out) {
  struct Named {
    std::string_view text;
    char is;
  };
  for (const Named& named :
       {Named{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}})
    if (std::strncmp(p, named.text.data(), named.text.size()) == 0) {
      out += named.is;
      return p + named.text.size();
    }
  if (p[1] == '#' && p[2] != '\0') {
    const bool hex = p[2] == 'x';
    const char* digit = p + (hex ? 3 : 2);
    const char* const end = std::strchr(digit, ';');
    if (end == nullptr) return nullptr;
    unsigned long code = 0;
    for (; digit != end; ++digit) {
      const auto byte = static_cast<unsigned char>(*digit);
      if (hex ? std::isxdigit(byte) == 0 : std::isdigit(byte) == 0) return nullptr;
      const int value = std::isdigit(byte) != 0 ? byte - '0' : std::tolower(byte) - 'a' + 10;
      code = code * (hex ? 16 : 10) + static_cast<unsigned long>(value);
    }
    append_utf8(out, code);
    return end + 1;
  }
  return p + 1;
}

}  // namespace

// Reads elements and their attributes; comments, declarations and text between tags are skipped. Every function returns where
// it stopped, or null after an error.
class TiXmlReader {
 public:
  TiXmlReader(const char* text, TiXmlDocument& document) : text_(text), document_(document) {}

  void read() {
    const char* p = skip_space(text_);
    if (*p == '\0') {
      fail("Error document empty.", nullptr);
      return;
    }
    while (p != nullptr && *p == '<') {
      if (is_element(p)) {
        TiXmlElement element{std::string()};
        p = read_element(p, element);
        if (document_.root_ == nullptr) document_.root_ = std::make_unique<TiXmlElement>(element);
      } else {
        p = skip_other(p);
      }
      if (p != nullptr) p = skip_space(p);
    }
  }

 private:
  static const char* skip_space(const char* p) {
    while (*p != '\0' && is_space(*p)) ++p;
    return p;
  }
  static bool is_element(const char* p) { return is_letter(p[1]) || p[1] == '_'; }

  // A comment, a declaration, or something unknown.
  static const char* skip_other(const char* p) {
    const bool comment = std::strncmp(p, "<!--", 4) == 0;
    const char* const end = comment ? "-->" : ">";
    const char* const found = std::strstr(p, end);
    return found == nullptr ? p + std::strlen(p) : found + std::strlen(end);
  }

  // Lines end with \n, \r\n or \r.
  int row(const char* p) {
    for (; counted_ < p; ++counted_)
      row_ += *counted_ == '\n' || (*counted_ == '\r' && counted_[1] != '\n') ? 1 : 0;
    return row_;
  }
  const char* fail(const char* what, const char* at) {
    if (document_.error_.empty()) {
      document_.error_ = what;
      if (at != nullptr) document_.error_row_ = row(at);
    }
    return nullptr;
  }

  static const char* read_name(const char* p, std::string& name) {
    if (!is_letter(*p) && *p != '_') return nullptr;
    const char* const first = p;
    while (*p != '\0' && in_name(*p)) ++p;
    name.assign(first, p);
    return p;
  }

  const char* read_element(const char* p, TiXmlElement& element) {
    element.row_ = row(p);
    const char* const name = p + 1;
    p = read_name(name, element.name_);
    if (p == nullptr || *p == '\0') return fail("Failed to read Element name", name);
    for (;;) {
      const char* const before = p;
      p = skip_space(p);
      if (*p == '\0') return fail("Error reading Attributes.", before);
      if (*p == '/') return p[1] == '>' ? p + 2 : fail("Error: empty tag.", p + 1);
      if (*p == '>') return read_children(p + 1, element);
      const char* const attribute = p;
      std::string key, value;
      p = read_attribute(p, key, value);
      if (p == nullptr || *p == '\0' || element.Attribute(key.c_str()) != nullptr)
        return fail("Error parsing Element.", attribute);
      element.attributes_.emplace_back(std::move(key), std::move(value));
    }
  }

  const char* read_attribute(const char* p, std::string& key, std::string& value) {
    const char* const name = p;
    p = read_name(p, key);
    if (p == nullptr || *p == '\0') return fail("Error reading Attributes.", name);
    p = skip_space(p);
    if (*p != '=') return fail("Error reading Attributes.", *p == '\0' ? nullptr : p);
    p = skip_space(p + 1);
    if (*p == '\0') return fail("Error reading Attributes.", nullptr);
    if (*p == '"' || *p == '\'') {
      const char quote = *p++;
      while (*p != '\0' && *p != quote) {
        if (*p != '&')
          value += *p++;
        else if ((p = append_reference(p, value)) == nullptr)
          return nullptr;
      }
      return *p == '\0' ? nullptr : p + 1;
    }
    while (*p != '\0' && !is_space(*p) && *p != '/' && *p != '>') {  // without quotes
      if (*p == '"' || *p == '\'') return fail("Error reading Attributes.", p);
      value += *p++;
    }
    return p;
  }

  const char* read_children(const char* p, TiXmlElement& element) {
    for (;;) {
      for (std::string text; *p != '\0' && *p != '<';) {
        if (*p != '&')
          ++p;
        else if ((p = append_reference(p, text)) == nullptr)
          return fail("Error reading Element value.", nullptr);
      }
      if (*p == '\0') return fail("Error reading end tag.", p);
      if (p[1] == '/') {
        const std::string end = "</" + element.name_;
        if (std::strncmp(p, end.c_str(), end.size()) != 0) return fail("Error reading end tag.", p);
        p = skip_space(p + end.size());
        return *p == '>' ? p + 1 : fail("Error reading end tag.", p);
      }
      if (std::strncmp(p, "<![CDATA[", 9) == 0) {
        const char* const end = std::strstr(p, "]]>");
        if (end == nullptr) return fail("Error parsing CDATA.", p);
        p = end + 3;
        continue;
      }
      if (!is_element(p)) {
        p = skip_other(p);
        continue;
      }
      element.InsertEndChild(TiXmlElement{std::string()});
      p = read_element(p, *element.children_.back());
      if (p == nullptr) return nullptr;
    }
  }

  const char* text_;
  TiXmlDocument& document_;
  const char* counted_ = text_;
  int row_ = 1;
};

void TiXmlDocument::Parse(const char* text, void*, TiXmlEncoding) { TiXmlReader(text, *this).read(); }
