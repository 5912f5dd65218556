// SPDX-License-Identifier: Apache-2.0
#include "choose/store/store_schema.hpp"

#include <cctype>
#include <set>

#include "choose/store/sqlite.hpp"

namespace catena::choose::detail {
namespace {

// Names of columns, which SQLite compares without regard to case.
class ColumnNames {
 public:
  std::string free(std::string name) {
    while (!taken_.insert(lower(name)).second) name += '_';
    return name;
  }

 private:
  static std::string lower(std::string name) {
    for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return name;
  }
  std::set<std::string> taken_;
};

// A view with the names of the design instead of p1, c1, for human readers.
std::string result_view(const StoreHead& head) {
  ColumnNames names;
  for (const char* own : {"point", "search", "feasible", "why"}) names.free(own);
  std::string criteria;
  std::string why = "why";
  for (std::size_t k = 0; k < head.criteria.size(); ++k) {
    const std::string n = std::to_string(k + 1), stem = head.criteria[k].stem;
    criteria += ",\n  c" + n + " AS " + quoted_name(names.free(stem));
    criteria += ", e" + n + " AS " + quoted_name(names.free(stem + "_error"));
    criteria += ", coalesce(u" + n + ", (SELECT unit FROM criterion WHERE position = " + n + ")) AS " +
                quoted_name(names.free(stem + "_unit"));
    why += ", w" + n;
  }
  std::string parameters;
  for (std::size_t k = 0; k < head.parameters.size(); ++k)
    parameters +=
        ",\n  p" + std::to_string(k + 1) + " AS " + quoted_name(names.free(head.parameters[k].name));
  const std::string reason = head.criteria.empty() ? "why" : "coalesce(" + why + ")";
  return "CREATE VIEW result AS SELECT point, search" + parameters + criteria +
         ",\n  why IS NULL AS feasible, " + reason + " AS why\nFROM point;\n";
}

}  // namespace

std::string point_columns(const StoreHead& head) {
  std::string list = "point,search,why";
  for (std::size_t k = 1; k <= head.parameters.size(); ++k) list += ",p" + std::to_string(k);
  for (std::size_t k = 1; k <= head.criteria.size(); ++k) {
    const std::string n = std::to_string(k);
    list += ",c" + n;
    list += ",e" + n;
    list += ",u" + n;
    list += ",w" + n;
  }
  return list;
}

int point_column_count(const StoreHead& head) {
  return static_cast<int>(3 + head.parameters.size() + 4 * head.criteria.size());
}

std::string store_schema(const StoreHead& head) {
  std::string columns;
  for (std::size_t k = 1; k <= head.parameters.size(); ++k)
    columns += ", p" + std::to_string(k) + (head.parameters[k - 1].words.empty() ? " REAL" : " TEXT");
  for (std::size_t k = 1; k <= head.criteria.size(); ++k) {
    const std::string n = std::to_string(k);
    columns += ", c" + n + " REAL, e" + n + " REAL, u" + n + " TEXT, w" + n + " TEXT";
  }
  return "CREATE TABLE sweep (name TEXT, design TEXT, points INTEGER, catena TEXT, begun TEXT);\n"
         "CREATE TABLE parameter (position INTEGER PRIMARY KEY, name TEXT, unit TEXT);\n"
         "CREATE TABLE word (parameter INTEGER, value INTEGER, word TEXT, PRIMARY KEY (parameter, value));\n"
         "CREATE TABLE criterion (position INTEGER PRIMARY KEY, stem TEXT, unit TEXT, better TEXT, what "
         "TEXT);\n"
         "CREATE TABLE point (point INTEGER PRIMARY KEY, search INTEGER, why TEXT" +
         columns +
         ");\n"
         "CREATE TABLE run (run INTEGER PRIMARY KEY, begun TEXT, ended TEXT, host TEXT, process INTEGER,\n"
         "  ranks INTEGER, threads INTEGER, catena TEXT, simd TEXT, points INTEGER);\n" +
         result_view(head);
}

}  // namespace catena::choose::detail
