// SPDX-License-Identifier: Apache-2.0
// Errors and notes in their parts: who wants one of them need not read the text.
#include <gtest/gtest.h>

#include <string>

#include "catena/core/error.hpp"
#include "catena/io/robot_file.hpp"

namespace catena {
namespace {

TEST(ErrorParts, AreThoseThatWereGiven) {
  const Error error = Error(ErrorKind::io, "a.toml:3", "cannot read")
                          .given("12\n  need    34")  // looks like a line of the text
                          .need("more than 5")
                          .hint("try 6");
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_EQ(error.where(), "a.toml:3");
  EXPECT_EQ(error.problem(), "cannot read");
  EXPECT_EQ(error.given(), "12\n  need    34");
  EXPECT_EQ(error.need(), "more than 5");
  EXPECT_EQ(error.hint(), "try 6");
  EXPECT_STREQ(error.what(),
               "a.toml:3: cannot read\n"
               "  given   12\\x0a  need    34\n"
               "  need    more than 5\n"
               "  hint    try 6");
}

TEST(ErrorParts, IncludeTheStateOfABatch) {
  EXPECT_FALSE(Error(ErrorKind::usage, "batch::id", "not finite").state());
  const Error bare = Error(ErrorKind::usage, "batch::id", "not finite").at_state(12);
  EXPECT_EQ(bare.state(), 12u);
  EXPECT_STREQ(bare.what(), "batch::id: not finite\n  given   state 12 (counted from 0)");
  const Error full = Error(ErrorKind::usage, "batch::id", "not finite").given("joint 3: nan").at_state(12);
  EXPECT_EQ(full.given(), "joint 3: nan");
  EXPECT_STREQ(full.what(), "batch::id: not finite\n  given   state 12, joint 3: nan");
}

TEST(ErrorParts, AreEmptyUnlessGiven) {
  const Error error(ErrorKind::usage, "", "nothing to do");
  EXPECT_TRUE(error.where().empty() && error.given().empty() && error.need().empty() && error.hint().empty());
  EXPECT_STREQ(error.what(), "nothing to do");
}

TEST(NoteParts, StandInOneLineAsThoseOfAnError) {
  const Note bare = {"", "nothing was done"};
  EXPECT_EQ(bare.line(), "nothing was done");
  EXPECT_EQ(bare.kind, NoteKind::remark);
  Note note = {"arm.urdf:7", "the mass is large", NoteKind::mistake, "7000 kg"};
  EXPECT_EQ(note.line(), "arm.urdf:7: the mass is large; given 7000 kg");
  note.need = "kilograms";
  note.hint = "is it in grams?";
  EXPECT_EQ(note.line(), "arm.urdf:7: the mass is large; given 7000 kg; need kilograms; is it in grams?");
  note.given.clear();
  EXPECT_EQ(note.line(), "arm.urdf:7: the mass is large; need kilograms; is it in grams?");
}

TEST(NoteParts, HaveAKindWithAName) {
  EXPECT_STREQ(name(NoteKind::remark), "remark");
  EXPECT_STREQ(name(NoteKind::negative_mass), "negative_mass");
  EXPECT_STREQ(name(NoteKind::impossible_inertia), "impossible_inertia");
  EXPECT_STREQ(name(NoteKind::mistake), "mistake");
}

// A link of the given mass and moment about its axis, in a file that lets everything pass.
NoteKind kind_of_body(const std::string& mass, const std::string& zz) {
  Notes notes;
  parse_robot_file(
      "catena = 1\nname = \"arm\"\nconvention = \"standard\"\nangle_unit = \"rad\"\nallow_nonphysical = "
      "true\n"
      "[[link]]\njoint = \"revolute\"\ndh = { a = 1, alpha = 0, d = 0, theta = 0 }\ncom = [0, 0, 0]\nmass "
      "= " +
          mass + "\ninertia = { about = \"com\", xx = 1, yy = 1, zz = " + zz + " }\n",
      "arm.toml", notes);
  return notes.empty() ? NoteKind::remark : notes.front().kind;
}

TEST(NoteKind, NamesWhatIsWrongWithABody) {
  EXPECT_EQ(kind_of_body("2", "1"), NoteKind::remark);
  EXPECT_EQ(kind_of_body("2", "3"), NoteKind::impossible_inertia);
  EXPECT_EQ(kind_of_body("-2", "1"), NoteKind::negative_mass);
}

}  // namespace
}  // namespace catena
