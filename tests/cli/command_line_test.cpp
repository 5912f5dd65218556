// SPDX-License-Identifier: Apache-2.0
// Wrong command lines, with the full text of their errors; control characters; the standard streams.
#include <gtest/gtest.h>

#include "catena/core/library_methods.hpp"
#include "catena/io/load.hpp"
#include "cli/shell.hpp"

namespace catena::test {
namespace {

struct Wrong {
  std::vector<std::string> args;
  int code;
  std::string error;
};

const Wrong kGallery[] = {
    {{"evla", "planar2"},
     2,
     "catena: error: 'evla': unknown command\n"
     "  need    one of {COMMANDS}\n"
     "  hint    did you mean 'eval'?\n"},
    {{"xyzzy"},
     2,
     "catena: error: 'xyzzy': unknown command\n"
     "  need    one of {COMMANDS}\n"
     "  hint    run 'catena --help'\n"},
    {{"--frobnicate"}, 2, "catena: error: '--frobnicate': unknown option\n  hint    run 'catena --help'\n"},
    {{"--verison"}, 2, "catena: error: '--verison': unknown option\n  hint    did you mean '--version'?\n"},
    {{"eval"},
     2,
     "catena: error: eval: ROBOT is missing\n"
     "  need    a catalogue name (puma560), a file (.toml, .urdf) or a generated chain (chain:6)\n"
     "  hint    run 'catena eval --help'\n"},
    {{"eval", "planar2", "--wnat", "id"},
     2,
     "catena: error: '--wnat': unknown option\n  hint    did you mean '--want'?\n"},
    {{"eval", "planar2", "--want"},
     2,
     "catena: error: eval: --want needs a value\n  hint    run 'catena eval --help'\n"},
    {{"eval", "planar2", "-w"},
     2,
     "catena: error: eval: --want needs a value\n  hint    run 'catena eval --help'\n"},
    {{"eval", "planar2", "--json", "--want="},
     2,
     "catena: error: eval: --want needs a value\n  hint    run 'catena eval --help'\n"},
    {{"check", "planar2", "--strict", "--json=loud"},
     2,
     "catena: error: check: --json takes no value\n  given   loud\n  hint    run 'catena check --help'\n"},
    {{"eval", "planar2", "planar3"},
     2,
     "catena: error: 'planar3': unexpected argument\n  hint    run 'catena eval --help'\n"},
    {{"eval", "planar2", "--want", "inertai"},
     2,
     "catena: error: --want 'inertai': there is no quantity 'inertai'\n"
     "  need    one of the names that 'catena methods' lists\n"
     "  hint    did you mean 'inertia'?\n"},
    {{"eval", "planar2", "--want", "mas"},
     2,
     "catena: error: --want 'mas': there is no quantity 'mas'\n"
     "  need    one of the names that 'catena methods' lists\n"
     "  hint    did you mean 'mass'?\n"},
    {{"eval", "planar2", "--want", "id,,fd"},
     2,
     "catena: error: --want 'id,,fd': an entry of the list is empty\n"
     "  need    names separated by single commas\n"},
    {{"eval", "planar2", "--want", ""},
     2,
     "catena: error: --want '': the list is empty\n  need    names separated by single commas\n"},
    {{"eval", "planar2", "--want", "id", "-w", "fd"},
     2,
     "catena: error: eval: --want is given more than once\n  hint    run 'catena eval --help'\n"},
    {{"eval", "planar2", "--want", "id,id"}, 2, "catena: error: --want 'id': named twice\n"},
    {{"eval", "planar2", "--want", "ik"},
     2,
     "catena: error: --want 'ik': there is no quantity 'ik'\n"
     "  need    one of the names that 'catena methods' lists\n"
     "  hint    inverse kinematics has a command of its own: catena ik\n"},
    {{"eval", "planar2", "--want", "M,mass"},
     2,
     "catena: error: --want 'mass': another name of 'inertia', which is in the list already\n"},
    {{"eval", "planar2", "--want", "potential_energy", "--method", "enrgy"},
     2,
     "catena: error: --method 'enrgy': none of the wanted quantities has this method\n"
     "  need    potential_energy by energy\n"
     "  hint    did you mean 'energy'?\n"},
    {{"eval", "planar2", "--want", "potential_energy", "--method", "potential_energy=rnea"},
     2,
     "catena: error: --method 'potential_energy=rnea': 'potential_energy' has no such method\n"
     "  need    one of energy\n"},
    {{"eval", "planar2", "--want", "id", "--method", "fd=aba"},
     2,
     "catena: error: --method 'fd=aba': 'fd' is not in --want\n"
     "  hint    add it to --want, or omit its method\n"},
    {{"eval", "planar2", "--want", "id", "--method", "rnea,crba_coriolis"},
     2,
     "catena: error: --method 'crba_coriolis': 'id' has two methods\n"
     "  given   'rnea' and 'crba_coriolis'\n"
     "  need    one method per quantity\n"},
    {{"eval", "planar2", "--want", "id", "--method", "id=rnea,id=crba_coriolis"},
     2,
     "catena: error: --method 'id=crba_coriolis': 'id' has two methods\n"
     "  given   'id=rnea' and 'id=crba_coriolis'\n"
     "  need    one method per quantity\n"},
    {{"eval", "planar2", "--want", "id", "--method", "rnea,id=crba_coriolis"},
     2,
     "catena: error: --method 'rnea': 'id' has two methods\n"
     "  given   'id=crba_coriolis' and 'rnea'\n"
     "  need    one method per quantity\n"},
    {{"eval", "planar2", "--want", "id", "--method", "rnea,rnea"},
     2,
     "catena: error: --method 'rnea': named twice\n  need    one method per quantity\n"},
    {{"eval", "planar2", "--want", "id", "--method", "rnea,"},
     2,
     "catena: error: --method 'rnea,': an entry of the list is empty\n"
     "  need    names separated by single commas\n"},
    {{"eval", "planar2", "--method", ""},
     2,
     "catena: error: --method '': the list is empty\n  need    names separated by single commas\n"},
    {{"eval", "planar2", "--branches", "prune"},
     2,
     "catena: error: --branches 'prune': unknown choice\n  need    one of drop|lump\n"},
    {{"eval", "planar2", "--input", "/no/such/file"},
     5,
     "catena: error: /no/such/file: the file cannot be opened\n  given   No such file or directory\n"},
    {{"eval", "planar2", "--input", "/"},
     5,
     "catena: error: /: the file cannot be opened\n  given   Is a directory\n"},
    {{"eval", "planar2", "--output", "/no/such/file"},
     5,
     "catena: error: /no/such/file: cannot write\n"
     "  given   No such file or directory\n"
     "  hint    there is no folder '/no/such': create it first\n"},
    {{"eval", "planar2", "--output", "/"},
     5,
     "catena: error: /: this is a folder\n  need    the name of a file\n"},
    {{"eval", "planar2", "--output", ""},
     2,
     "catena: error: --output: the file name is empty\n"
     "  need    a file name, or - for the standard stream\n"},
    {{"info", ""},
     2,
     "catena: error: robot '': no such robot\n"
     "  need    the name of one of the {CATALOGUE}, a file (.toml, .urdf) or a generated robot (chain:6)\n"},
    {{"verify", "planar2", "--seed", "-1"},
     2,
     "catena: error: --seed '-1': invalid number\n"
     "  need    a whole number from 0 to 18446744073709551615\n"},
    {{"verify", "planar2", "--seed", "18446744073709551616"},
     2,
     "catena: error: --seed '18446744073709551616': invalid number\n"
     "  need    a whole number from 0 to 18446744073709551615\n"},
    {{"verify", "planar2", "--states", "1e3"},
     2,
     "catena: error: --states '1e3': invalid number\n  need    a whole number from 1 to 1000000\n"},
    {{"verify", "planar2", "--tolerance", "nan"},
     2,
     "catena: error: --tolerance 'nan': invalid number\n  need    a finite positive number\n"},
    {{"verify", "planar2", "--tolerance", "inf"},
     2,
     "catena: error: --tolerance 'inf': invalid number\n  need    a finite positive number\n"},
    {{"convert", "planar2", "--", "more"},
     2,
     "catena: error: 'more': unexpected argument\n  hint    run 'catena --help'\n"},
    {{"info", "planar2", "--list"},
     2,
     "catena: error: info: --list cannot be combined with a robot\n  given   planar2\n"},
    {{"convert", "planar2", "--to", "sdf"},
     2,
     "catena: error: --to 'sdf': unknown choice\n  need    one of toml|urdf\n"},
    {{"convert", "planar2", "--to", "urdf", "--convention", "modified"},
     2,
     "catena: error: --convention: URDF has no DH table\n  need    --to toml\n"},
    {{"convert", "planar2", "-o", "arm.json"},
     2,
     "catena: error: arm.json: the file name does not determine the format\n"
     "  need    a name that ends in .toml or .urdf\n"
     "  hint    add --to toml or --to urdf\n"},
    {{"convert", "planar2", "-o", "/", "--to", "toml"},
     5,
     "catena: error: /: this is a folder\n  need    the name of a file\n"},
    {{"methods", "planar2"},
     2,
     "catena: error: QUANTITY 'planar2': there is no quantity 'planar2'\n"
     "  need    one of the names that 'catena methods' lists\n"},
    {{"methods", "inertai"},
     2,
     "catena: error: QUANTITY 'inertai': there is no quantity 'inertai'\n"
     "  need    one of the names that 'catena methods' lists\n"
     "  hint    did you mean 'inertia'?\n"},
    {{"methods", "gdahj_sums"},
     2,
     "catena: error: QUANTITY 'gdahj_sums': there is no quantity 'gdahj_sums'\n"
     "  need    one of the names that 'catena methods' lists\n"
     "  hint    it is a method of inertia\n"},
    {{"methods", "id", "fd"},
     2,
     "catena: error: 'fd': unexpected argument\n  hint    run 'catena methods --help'\n"},
};

TEST(WrongCommandLines, AreNamedWithOneThingToTry) {
  std::string list;
  for (const std::string& command : commands()) list += (list.empty() ? "" : ", ") + command;
  for (const Wrong& wrong : kGallery) {
    std::string error = wrong.error;
    const std::string robots = std::to_string(catalogue().size()) + " robots built in";
    for (const auto& [mark, text] :
         {std::pair<std::string, std::string>{"{COMMANDS}", list}, {"{CATALOGUE}", robots}})
      if (const std::size_t at = error.find(mark); at != std::string::npos)
        error.replace(at, mark.size(), text);
    const Answer answer = catena(wrong.args);
    EXPECT_EQ(answer.code, wrong.code) << error;
    EXPECT_EQ(answer.out, "");
    EXPECT_EQ(answer.err, error);
  }
}

// Whether the text has characters that control a terminal.
bool steers(const std::string& text) {
  return text.find('\x1b') != text.npos || text.find("\u009b") != text.npos ||
         text.find("\u202e") != text.npos || text.find('\a') != text.npos;
}

const std::string kEvil = "a\x1b[31m\u009b1m\u202e\a\nQ";

TEST(WrongCommandLines, NameTheCommandForAQuantityAndPinocchiosAxes) {
  EXPECT_NE(catena({"fk", "panda"}).err.find("hint    'catena eval ROBOT --want pose' computes it\n"),
            std::string::npos);
  EXPECT_NE(catena({"eval", "panda", "--want", "jacobian", "--axes", "local"})
                .err.find("Pinocchio's LOCAL is 'frame'"),
            std::string::npos);
}

TEST(ControlCharacters, OfArgumentsDoNotReachTheTerminal) {
  for (const std::vector<std::string>& args :
       std::vector<std::vector<std::string>>{{kEvil},
                                             {"--" + kEvil},
                                             {"info", kEvil},
                                             {"info", "/no/" + kEvil},
                                             {"info", kEvil + ".toml"},
                                             {"info", "chain:" + kEvil},
                                             {"info", kEvil + ":3"},
                                             {"check", kEvil, "/no/" + kEvil},
                                             {"eval", "planar2", "-i", "/no/" + kEvil},
                                             {"eval", "planar2", "-o", "/no/" + kEvil},
                                             {"eval", "planar2", "-w", kEvil},
                                             {"eval", "planar2", "-m", kEvil},
                                             {"eval", "planar2", "-m", "id=" + kEvil},
                                             {"eval", "planar2", "--branches", kEvil},
                                             {"eval", "planar2", kEvil},
                                             {"eval", "planar2", "--json=" + kEvil},
                                             {"convert", "planar2", "-o", kEvil},
                                             {"convert", "planar2", "-o", "/no/" + kEvil + ".toml"},
                                             {"convert", "planar2", "--to", kEvil},
                                             {"verify", "planar2", "--seed", kEvil}}) {
    const Answer answer = catena(args);
    EXPECT_NE(answer.code, 0) << args[0];
    EXPECT_FALSE(steers(answer.out + answer.err)) << answer.err;
    EXPECT_EQ(answer.err.find("\nQ"), std::string::npos) << answer.err;  // nor begin a new line
  }
}

TEST(ControlCharacters, OfFilesDoNotReachTheTerminal) {
  const Folder folder;
  const std::string evil = R"(a\u001b[31m\u009b1m\u202e\u0007\nQ)";
  const std::string file =
      folder.write(kEvil + ".toml",
                   "catena = 1\nname = \"" + evil + "\"\nsource = \"" + evil +
                       "\"\nconvention = \"standard\"\nangle_unit = \"rad\"\n[[link]]\nname = \"" + evil +
                       "\"\njoint = \"revolute\"\ndh = { a = 0.4, alpha = 0, d = 0, theta = 0 }\nmass = 0\n"
                       "com = [0, 0, 0]\ninertia = { about = \"com\", xx = 0, yy = 0, zz = 0 }\n");
  const std::string urdf = folder.write(
      kEvil + ".urdf",
      "<robot name='a\u009b\u202e'><link name='b\u009b'/><link name='\u202e'/><link name='\u009b'/>"
      "<joint name='j\u009b' type='continuous'><parent link='b\u009b'/><child link='\u202e'/></joint>"
      "<joint name='f\u009b' type='fixed'><parent link='b\u009b'/><child link='\u009b'/></joint>"
      "</robot>");
  for (const std::string& robot : {file, urdf})
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{"info"},
                                               {"info", "--base", "x"},
                                               {"check"},
                                               {"convert"},
                                               {"convert", "--to", "urdf"},
                                               {"convert", "--convention", "modified"},
                                               {"verify", "--states", "1"},
                                               {"eval", "-w", "fd"}}) {
      std::vector<std::string> args = more;
      args.insert(args.begin() + 1, robot);
      const Answer answer = catena(args, "{\"q\": [0], \"qd\": [0], \"tau\": [0]}\n{\"q\": [0, 0]}\n");
      EXPECT_FALSE(steers(answer.out + answer.err)) << more[0] << '\n' << answer.out << answer.err;
      EXPECT_EQ((answer.out + answer.err).find("\nQ"), std::string::npos) << answer.out << answer.err;
    }
}

TEST(StandardStreams, AreCalledByADash) {
  const std::string input = "{\"q\": [0, 0]}\n";
  const Answer plain = catena({"eval", "planar2"}, input);
  EXPECT_EQ(catena({"eval", "planar2", "-i", "-", "-o", "-"}, input).out, plain.out);
  EXPECT_EQ(catena({"convert", "planar2", "-o", "-"}).out, catena({"convert", "planar2"}).out);
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST(Options, ForUrdfSayWhenTheyChangeNothing) {
  const Answer answer = catena({"eval", "chain:2", "--tip", "x", "--branches", "drop"}, "");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.err,
            "catena: note: chain:2: this is not a URDF file, so the URDF options have no effect: tip, "
            "branches\n");
}

TEST(Methods, ListsTheRegistryAsJson) {
  const Answer answer = catena({"methods", "--json"});
  const auto list = Json::parse(answer.out);
  EXPECT_EQ(list["inertia"][0], "crba");
  EXPECT_EQ(list["id"][0], "rnea");
  const auto one = Json::parse(catena({"methods", "mass", "--json"}).out);
  EXPECT_EQ(one.keys(), std::vector<std::string>{"inertia"});
  EXPECT_EQ(one["inertia"].size(), list["inertia"].size());
}

TEST(Methods, DescribesAQuantityByNameAndByAlias) {
  const std::string text = catena({"methods", "fd"}).out;
  EXPECT_TRUE(
      text.starts_with("fd: forward dynamics, qdd\n"
                       "  inputs   q, qd, tau, gravity, tip, wrenches\n"
                       "  result   n numbers, base to tip\n"
                       "  unit     rad/s², m/s²\n"
                       "  aliases  qdd, acceleration, aba, forward_dynamics, accel\n"
                       "  fails    where the inertia matrix M is singular\n"))
      << text;
  EXPECT_EQ(catena({"methods", "accel"}).out, text);
  EXPECT_NE(text.find("\n  aba "), std::string::npos) << text;
  EXPECT_NE(text.find(" 219n - 234 "), std::string::npos) << "the formula of algo/aba.hpp:\n" << text;
  EXPECT_NE(text.find(" 002 "), std::string::npos) << "the paper of udut:\n" << text;
  for (const QuantityInfo& quantity : kQuantities) {
    const std::string page = catena({"methods", std::string(quantity.name)}).out;
    for (const Method<double>& m : library_methods())
      if (m.quantity == quantity.quantity) {
        EXPECT_NE(page.find("\n  " + std::string(m.name)), std::string::npos) << page;
      }
  }
}

}  // namespace
}  // namespace catena::test
