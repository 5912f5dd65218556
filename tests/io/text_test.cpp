// SPDX-License-Identifier: Apache-2.0
// How untrusted text is made printable, also in errors.
#include "catena/core/text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "catena/core/error.hpp"

namespace catena::text {
namespace {

TEST(Printable, LeavesWordsOfAllLanguagesAlone) {
  for (const std::string text : {"forearm", "Ellbogen, groß", "前腕", "предплечье", "ساعد", "\U0001F9BE"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, SpellsWhatWouldSteerATerminal) {
  EXPECT_EQ(printable("\x1b[2J"), "\\x1b[2J");
  EXPECT_EQ(printable("a\r\n\tb\x7f"), "a\\x0d\\x0a\\x09b\\x7f");
  EXPECT_EQ(printable("\u0080 \u009b \u00a0"), "\\u0080 \\u009b \u00a0");
  EXPECT_EQ(printable("\u2028\u2029\u202a\u202e\u2066\u2069"), "\\u2028\\u2029\\u202a\\u202e\\u2066\\u2069");
  EXPECT_EQ(printable("\u2027\u202f\u2065\u206a"), "\u2027\u202f\u2065\u206a");
  EXPECT_EQ(printable("\xff\xc2"), "\\xff\\xc2");
}

TEST(Printable, CutsWhatIsLongUnlessAskedForAll) {
  const std::string text(100, 'x');
  EXPECT_EQ(printable(text), text.substr(0, 60).append("..."));
  EXPECT_EQ(printable(text, kWhole), text);
}

TEST(Printable, ChangesNothingTheSecondTime) {
  const std::string once = printable("a\x1b\u202e\xff\\");
  EXPECT_EQ(printable(once), once);
}

TEST(ErrorText, HasOneLineForEachPartWhateverIsInIt) {
  const Error error = Error(ErrorKind::io, "a\nb", "c\x1b").given("d\r").need("e\u009b").hint("f\n");
  EXPECT_STREQ(error.what(), "a\\x0ab: c\\x1b\n  given   d\\x0d\n  need    e\\u009b\n  hint    f\\x0a");
  EXPECT_EQ(error.where(), "a\nb");  // as it is, for a program
}

}  // namespace
}  // namespace catena::text
