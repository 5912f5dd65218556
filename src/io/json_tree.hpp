// SPDX-License-Identifier: Apache-2.0
// A JSON document. Arrays and objects of nlohmann::json are not used, because their destructors allocate, and so end the program if there
// is no memory.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace catena::io::detail {

class JsonTree {
 public:
  bool is_array() const { return branch_ && !branch_->is_object; }
  bool is_object() const { return branch_ && branch_->is_object; }
  const nlohmann::json& scalar() const { return scalar_; }  // null for an array or object

  // The elements of an array or object, in the order of the text.
  std::size_t size() const { return branch_ ? branch_->items.size() : 0; }
  const JsonTree& operator[](std::size_t i) const { return branch_->items[i]; }
  const std::string& key(std::size_t i) const { return *branch_->keys[i]; }
  const JsonTree* find(std::string_view key) const;  // null if there is none

  std::string dump() const;  // without spaces

 private:
  friend class JsonBuilder;
  struct Branch {
    bool is_object = false;
    std::vector<JsonTree> items;
    std::vector<const std::string*> keys;                    // in `places`
    std::map<std::string, std::size_t, std::less<>> places;  // of keys among the items
  };

  nlohmann::json scalar_;
  std::unique_ptr<Branch> branch_;
};

// Called for each array, object and key with the number of arrays and objects around it; may throw to refuse it. `repeated`: a key that the
// object has already. Without a refusal, its last value counts.
struct JsonWatch {
  std::function<void(std::size_t depth)> open;
  std::function<void(std::size_t depth, const std::string& key, bool repeated)> key;
};

// Throws nlohmann::json::exception if the text is not JSON.
JsonTree parse_json(std::string_view text, const JsonWatch& watch);

}  // namespace catena::io::detail
