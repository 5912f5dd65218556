// SPDX-License-Identifier: Apache-2.0
#include "io/json_tree.hpp"

#include <type_traits>
#include <utility>

namespace catena::io::detail {
namespace {

using nlohmann::json;

std::string dump_scalar(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

static_assert(std::is_nothrow_move_constructible_v<JsonTree>);

// What nlohmann's parser calls.
class JsonBuilder {
 public:
  JsonBuilder(JsonTree& root, const JsonWatch& watch) : root_(root), watch_(watch) {}

  bool null() { return scalar(nullptr); }
  bool boolean(bool value) { return scalar(value); }
  bool number_integer(json::number_integer_t value) { return scalar(value); }
  bool number_unsigned(json::number_unsigned_t value) { return scalar(value); }
  bool number_float(json::number_float_t value, const std::string&) { return scalar(value); }
  bool string(std::string& value) { return scalar(std::move(value)); }
  bool binary(json::binary_t&) { return false; }  // not in a text
  bool start_array(std::size_t) { return open(false); }
  bool start_object(std::size_t) { return open(true); }
  bool end_array() { return close(); }
  bool end_object() { return close(); }

  bool key(std::string& name) {
    JsonTree::Branch& object = *open_.back();
    const auto found = object.places.find(name);
    watch_.key(open_.size(), name, found != object.places.end());
    if (found != object.places.end()) {
      value_ = &object.items[found->second];
      return true;
    }
    const auto added = object.places.emplace(std::move(name), object.items.size()).first;
    object.keys.push_back(&added->first);
    value_ = &object.items.emplace_back();
    return true;
  }

  template <class Exception>
  bool parse_error(std::size_t, const std::string&, const Exception& error) {
    throw error;
  }

 private:
  // Where the next value belongs.
  JsonTree& place() {
    if (open_.empty()) return root_;
    if (!open_.back()->is_object) return open_.back()->items.emplace_back();
    *value_ = {};
    return *value_;
  }
  template <class Value>
  bool scalar(Value&& value) {
    place().scalar_ = std::forward<Value>(value);
    return true;
  }
  bool open(bool is_object) {
    watch_.open(open_.size());
    JsonTree& made = place();
    made.branch_ = std::make_unique<JsonTree::Branch>();
    made.branch_->is_object = is_object;
    open_.push_back(made.branch_.get());
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  JsonTree& root_;
  const JsonWatch& watch_;
  std::vector<JsonTree::Branch*> open_;  // from the outermost
  JsonTree* value_ = nullptr;            // of the last key
};

const JsonTree* JsonTree::find(std::string_view key) const {
  if (!is_object()) return nullptr;
  const auto found = branch_->places.find(key);
  return found == branch_->places.end() ? nullptr : &branch_->items[found->second];
}

std::string JsonTree::dump() const {
  if (!branch_) return dump_scalar(scalar_);
  std::string out(1, is_object() ? '{' : '[');
  for (std::size_t i = 0; i < size(); ++i) {
    if (i > 0) out += ',';
    if (is_object()) (out += dump_scalar(key(i))) += ':';
    out += (*this)[i].dump();
  }
  return out += is_object() ? '}' : ']';
}

JsonTree parse_json(std::string_view text, const JsonWatch& watch) {
  JsonTree root;
  JsonBuilder builder(root, watch);
  json::sax_parse(text, &builder);
  return root;
}

}  // namespace catena::io::detail
