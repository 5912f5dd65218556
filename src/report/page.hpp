// SPDX-License-Identifier: Apache-2.0
// The page that web/ builds, as it is before and after the place of the document. Empty in a Catena without it.
#pragma once

#include <span>
#include <string_view>

namespace catena::report {

extern const std::span<const std::string_view> kPageBefore;
extern const std::span<const std::string_view> kPageAfter;

}  // namespace catena::report
