// SPDX-License-Identifier: Apache-2.0
// The page, src/report/page/report.html, as it is before and after the place of the document.
#pragma once

#include <span>
#include <string_view>

namespace catena::report::detail {

extern const std::span<const std::string_view> kPageBefore;
extern const std::span<const std::string_view> kPageAfter;

}  // namespace catena::report::detail
