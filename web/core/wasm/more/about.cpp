// SPDX-License-Identifier: Apache-2.0
#include "catena/version.hpp"
#include "model.hpp"

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(about, [](int, const Arguments&, Results& out) {
  Json about = Json::object();
  about["version"] = CATENA_VERSION;
  out.set(about);
  return 0;
})
