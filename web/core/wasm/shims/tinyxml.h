// SPDX-License-Identifier: Apache-2.0
// The part of TinyXML's interface that src/io uses: Debian has TinyXML only as a library for its own processors. It accepts the
// same texts and reports the same errors on the same lines; web/core/test compares both on broken files. The text has passed
// safe_xml_text (src/io/xml_text.cpp), so that tags are closed, nested and short.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

enum TiXmlEncoding { TIXML_ENCODING_UTF8 };

class TiXmlPrinter;

class TiXmlElement {
 public:
  explicit TiXmlElement(std::string name) : name_(std::move(name)) {}
  TiXmlElement(const TiXmlElement& other) { *this = other; }  // without its parent
  TiXmlElement& operator=(const TiXmlElement& other);

  const std::string& ValueStr() const { return name_; }
  int Row() const { return row_; }  // from 1

  const char* Attribute(const char* name) const;  // null if there is none
  void SetAttribute(const std::string& name, const std::string& value);

  const TiXmlElement* FirstChildElement(const char* name) const;
  const TiXmlElement* NextSiblingElement(const char* name) const;  // of an element that has a parent
  void InsertEndChild(const TiXmlElement& child);
  void Accept(TiXmlPrinter* printer) const;

 private:
  friend class TiXmlReader;
  std::string name_;
  int row_ = 0;
  std::vector<std::pair<std::string, std::string>> attributes_;
  std::vector<std::unique_ptr<TiXmlElement>> children_;
  const TiXmlElement* parent_ = nullptr;
  std::size_t place_ = 0;  // among its children

  const TiXmlElement* child(const char* name, std::size_t from) const;
};

class TiXmlDocument {
 public:
  void Parse(const char* text, void* nothing, TiXmlEncoding encoding);
  bool Error() const { return !error_.empty(); }
  int ErrorRow() const { return error_row_; }  // 0: unknown
  const char* ErrorDesc() const { return error_.c_str(); }
  const TiXmlElement* RootElement() const { return root_.get(); }

 private:
  friend class TiXmlReader;
  std::unique_ptr<TiXmlElement> root_;
  std::string error_;
  int error_row_ = 0;
};

class TiXmlPrinter {
 public:
  const std::string& Str() const { return text_; }

 private:
  friend class TiXmlElement;
  std::string text_;
};
