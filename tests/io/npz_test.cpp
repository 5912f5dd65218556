// SPDX-License-Identifier: Apache-2.0
// Archives of arrays: the fields of the zip format, by PKWARE's description of it.
#include "io/npz.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace catena {
namespace {

std::uint32_t field(const std::string& bytes, std::size_t at, int size) {
  std::uint32_t value = 0;
  for (int k = 0; k < size; ++k)
    value |= std::uint32_t{static_cast<unsigned char>(bytes.at(at + k))} << (8 * k);
  return value;
}

TEST(Npz, HasHeadersSizesAndTheChecksumOfEachMember) {
  const std::string archive = io::detail::npz({{"a", "123456789"}, {"long", "x"}});
  EXPECT_EQ(field(archive, 0, 4), 0x04034b50u);
  EXPECT_EQ(field(archive, 14, 4), 0xCBF43926u);  // the check value of CRC-32, that of "123456789"
  EXPECT_EQ(field(archive, 18, 4), 9u);           // stored: both sizes are the same
  EXPECT_EQ(field(archive, 22, 4), 9u);
  EXPECT_EQ(field(archive, 26, 2), 5u);
  EXPECT_EQ(archive.substr(30, 14), "a.npy123456789");
  EXPECT_EQ(field(archive, 44, 4), 0x04034b50u);
  EXPECT_EQ(archive.substr(74, 9), "long.npyx");
  const std::size_t directory = 83, end = archive.size() - 22;
  EXPECT_EQ(field(archive, directory, 4), 0x02014b50u);
  EXPECT_EQ(field(archive, directory + 16, 4), 0xCBF43926u);
  EXPECT_EQ(field(archive, directory + 42, 4), 0u);
  EXPECT_EQ(field(archive, directory + 46 + 5 + 42, 4), 44u);  // where the second member begins
  EXPECT_EQ(field(archive, end, 4), 0x06054b50u);
  EXPECT_EQ(field(archive, end + 8, 2), 2u);
  EXPECT_EQ(field(archive, end + 10, 2), 2u);
  EXPECT_EQ(field(archive, end + 12, 4), end - directory);
  EXPECT_EQ(field(archive, end + 16, 4), directory);
}

}  // namespace
}  // namespace catena
