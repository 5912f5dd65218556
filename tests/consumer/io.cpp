// SPDX-License-Identifier: Apache-2.0
// A user's program with a robot of the catalogue, and nothing else.
#include <catena/io/load.hpp>
#include <cstdio>

int main() {
  catena::Notes notes;
  std::printf("%s\n", catena::load_robot("planar2", notes).name.c_str());
}
