// SPDX-License-Identifier: Apache-2.0
#include "json_page.hpp"

#include <ostream>

namespace catena::cli {

Json notes_json(const Notes& notes) {
  Json list = Json::array();
  for (const Note& note : notes)
    list.push_back({{"kind", name(note.kind)},
                    {"where", note.where},
                    {"what", note.what},
                    {"given", note.given},
                    {"need", note.need},
                    {"hint", note.hint}});
  return list;
}

void write_json(const Json& value, std::ostream& out) { out << value.text(2) << '\n'; }

}  // namespace catena::cli
