// SPDX-License-Identifier: Apache-2.0
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
