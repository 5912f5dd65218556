// SPDX-License-Identifier: Apache-2.0
// The known word that a misspelled one was probably meant to be.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace catena::text {

// The nearest of `known`, or an empty string if none is near. Case is ignored, swapped letters count once.
std::string closest(std::string_view word, std::span<const std::string_view> known);

// "did you mean 'mass'?", or an empty string.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace catena::text
