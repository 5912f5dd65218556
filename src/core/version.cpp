// SPDX-License-Identifier: Apache-2.0
#include "catena/version.hpp"

namespace catena {

const char* version() { return CATENA_VERSION; }

}  // namespace catena
