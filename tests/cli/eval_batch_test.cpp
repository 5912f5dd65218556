// SPDX-License-Identifier: Apache-2.0
// `catena eval --batch`: .npy files compared with JSON lines, rows without a result, wrong files, interrupts.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>
#include <csignal>
#include <filesystem>

#include "catena/core/arm.hpp"
#include "catena/io/json_write.hpp"
#include "catena/io/npy.hpp"
#include "cli/counts_lines.hpp"
#include "cli/shell.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Numbers = std::vector<double>;

struct Files {
  Folder folder;
  std::size_t n, N;
  Numbers q, qd, qdd, tau, tip;

  Files(int dof, int count, std::uint64_t seed = 5)
      : n(static_cast<std::size_t>(dof)), N(static_cast<std::size_t>(count)) {
    Random random(seed);
    q = random.vector(dof * count, -3, 3), qd = random.vector(dof * count, -2, 2);
    qdd = random.vector(dof * count, -5, 5), tau = random.vector(dof * count, -10, 10);
    tip = random.vector(6 * count, -10, 10);
    save();
  }
  void save() const {
    put("q", n, q), put("qd", n, qd), put("qdd", n, qdd), put("tau", n, tau), put("tip", 6, tip);
  }
  void put(const std::string& name, std::size_t each, const Numbers& values) const {
    folder.write(name + ".npy", write_npy(NpyShape{values.size() / each, each}, values));
  }
  std::string file(const std::string& name) const { return folder.file(name); }
  std::vector<std::string> all(const std::string& robot, const std::string& want) const {
    return {"eval",
            robot,
            "--batch",
            "--want",
            want,
            "--q",
            file("q.npy"),
            "--qd",
            file("qd.npy"),
            "--qdd",
            file("qdd.npy"),
            "--tau",
            file("tau.npy"),
            "--tip-wrench",
            file("tip.npy"),
            "-o",
            file("out")};
  }
  NpyArray out(const std::string& name) const { return read_npy(file("out/" + name + ".npy")); }

  std::string lines() const {
    std::string text;
    for (std::size_t k = 0; k < N; ++k) {
      const auto add = [&](const char* key, const Numbers& x, std::size_t each) {
        text += std::string(text.empty() || text.back() == '\n' ? "{" : ", ") + '"' + key + "\": ";
        append_json(text, std::span(x).subspan(k * each, each));
      };
      add("q", q, n), add("qd", qd, n), add("qdd", qdd, n), add("tau", tau, n), add("tip", tip, 6);
      text += "}\n";
    }
    return text;
  }
};

void flatten(const Json& value, Numbers& out) {
  const bool matrix = value.dump().starts_with('[');
  for (const double x : matrix ? value.numbers() : Numbers{value.number()}) out.push_back(x);
}

// All quantities, with and without vector kernels, compared with the answers to JSON lines.
TEST(EvalBatch, GivesEveryQuantityAsJsonLinesDo) {
  std::string all;
  const auto derivatives = [](const QuantityInfo& quantity) {
    return quantity.name.ends_with("_derivatives");
  };
  for (const QuantityInfo& quantity : kQuantities)  // their parts are quantities too
    if (!derivatives(quantity) && !quantity.requires_wrenches())
      all += (all.empty() ? "" : ",") + std::string(quantity.name);
  for (const auto& [robot, want] :
       {std::pair{"puma560", all},
        {"mixed:3:4", all},
        {"chain:13", all},
        {"chain:1", all},
        {"puma560", std::string("id_derivatives,fd_derivatives,id_second_derivatives")}}) {
    const Arm arm = Arm::load(robot);
    Files files(arm.dof(), 21);
    const std::vector<Json> lines = catena({"eval", robot, "-w", want}, files.lines()).lines();
    ASSERT_EQ(lines.size(), files.N);
    const Answer answer = catena(files.all(robot, want));
    EXPECT_EQ(answer.code, 0) << answer.err;
    for (const QuantityInfo& quantity : kQuantities) {
      if (derivatives(quantity) == (want == all) || quantity.requires_wrenches()) continue;
      for (const ArrayInfo& array : quantity.arrays) {
        if (array.shape == Shape::none) break;
        const std::string key(quantity.several() ? array.name : quantity.name);
        Numbers expected;
        for (const Json& line : lines) flatten(line[key], expected);
        const NpyArray found = files.out(quantity.several() ? fmt::format("{}_{}", quantity.name, key) : key);
        ASSERT_EQ(found.values.size(), expected.size()) << robot << " " << key;
        EXPECT_EQ(found.shape[0], files.N);
        double scale = 1e-300;
        for (const double x : expected) scale = std::max(scale, std::abs(x));
        // as in batch_test.cpp: forward dynamics and U divide by numbers that suffer from cancellation
        for (std::size_t i = 0; i < expected.size(); ++i)
          ASSERT_NEAR(found.values[i], expected[i], 1e3 * 2.3e-16 * (arm.dof() + 4) * scale)
              << robot << " " << key;
      }
    }
  }
}

// No file gives V: what is computed is said.
TEST(EvalBatch, SaysThatTheMatrixOfInertiaSolveIsTheIdentity) {
  const Files files(2, 3);
  const Answer answer = catena(files.all("planar2", "inertia_solve,inertia_inverse"));
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_NE(answer.err.find(
                "catena: note: inertia_solve: V cannot be given as a .npy file; the identity is used, so the "
                "result is M⁻¹. Another V can be given in lines of JSON\n"),
            std::string::npos)
      << answer.err;
  const Numbers solve = files.out("inertia_solve").values, inverse = files.out("inertia_inverse").values;
  ASSERT_EQ(solve.size(), inverse.size());
  for (std::size_t k = 0; k < solve.size(); ++k) EXPECT_NEAR(solve[k], inverse[k], 1e-12);
  EXPECT_EQ(catena(files.all("planar2", "inertia_inverse")).err.find("the identity"), std::string::npos);
}

TEST(EvalBatch, HasTheShapesThatItSays) {
  const Files files(3, 5);
  const Answer answer =
      catena(files.all("planar3", "id,inertia,jacobian,pose,christoffel,kinetic_energy,udut"));
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.err, "catena: note: --tau is ignored: no wanted quantity needs it\n");
  EXPECT_EQ(answer.lines()[0]["states"].number(), 5);
  EXPECT_EQ(answer.lines()[0]["bad"].number(), 0);
  EXPECT_EQ(answer.lines()[0]["files"].size(), 8u);
  EXPECT_EQ(files.out("id").shape, (NpyShape{5, 3}));
  EXPECT_EQ(files.out("inertia").shape, (NpyShape{5, 3, 3}));
  EXPECT_EQ(files.out("jacobian").shape, (NpyShape{5, 6, 3}));
  EXPECT_EQ(files.out("pose").shape, (NpyShape{5, 4, 4}));
  EXPECT_EQ(files.out("christoffel").shape, (NpyShape{5, 3, 3, 3}));
  EXPECT_EQ(files.out("kinetic_energy").shape, (NpyShape{5}));
  EXPECT_EQ(files.out("udut_U").shape, (NpyShape{5, 3, 3}));
  EXPECT_EQ(files.out("udut_d").shape, (NpyShape{5, 3}));
}

// Several blocks; the bytes do not depend on the number of threads.
TEST(EvalBatch, GivesTheSameBytesWhateverTheNumberOfThreads) {
  const Files files(2, 20000);
  std::vector<std::string> bytes;
  for (const char* threads : {"1", "3"}) {
    std::vector<std::string> args = files.all("planar2", "id,fd,coriolis");
    args.insert(args.end(), {"--threads", threads});
    EXPECT_EQ(catena(args).code, 0);
    bytes.push_back(files.folder.read("out/id.npy") + files.folder.read("out/fd.npy") +
                    files.folder.read("out/coriolis.npy"));
  }
  EXPECT_EQ(bytes[0], bytes[1]);
  EXPECT_EQ(bytes[0].size(), 3 * 128 + 8 * 20000 * (2 + 2 + 4u));
}

TEST(EvalBatch, FollowsANamedMethod) {
  const Files files(6, 50);
  std::vector<std::string> args = files.all("puma560", "inertia");
  args.insert(args.end(), {"--method", "gdahj"});
  EXPECT_EQ(catena(args).code, 0);
  const std::vector<Json> lines =
      catena({"eval", "puma560", "-w", "inertia", "-m", "gdahj"}, files.lines()).lines();
  Numbers expected;
  for (const Json& line : lines) flatten(line["inertia"], expected);
  EXPECT_EQ(files.out("inertia").values, expected) << "bit for bit, since it is the same code";
}

TEST(EvalBatch, WritesOneFileForOneQuantity) {
  const Files files(2, 4);
  const std::string to = files.file("g.npy");
  const Answer answer =
      catena({"eval", "planar2", "--batch", "-w", "gravity", "--q", files.file("q.npy"), "-o", to});
  EXPECT_EQ(answer.out, "{\"states\": 4, \"bad\": 0, \"files\": [\"" + to + "\"]}\n");
  EXPECT_EQ(read_npy(to).shape, (NpyShape{4, 2}));
  EXPECT_EQ(catena({"eval", "planar2", "--batch", "-w", "gravity,bias", "--q", files.file("q.npy"), "--qd",
                    files.file("qd.npy"), "-o", to})
                .err,
            "catena: error: " + to +
                ": several arrays do not fit into one .npy file\n  given   gravity and bias\n  need    the "
                "name of a "
                "folder\n");
}

TEST(EvalBatch, NamesTheRowsWithoutAResult) {
  Files files(2, 10000);
  const Numbers good_qd = files.qd;
  catena(files.all("planar2", "id,inertia,kinetic_energy"));
  const NpyArray id = files.out("id"), inertia = files.out("inertia");
  files.qd[2 * 8200 + 1] = NAN, files.q[2 * 17] = -INFINITY, files.qd[2 * 9999] = 1e308;
  files.save();
  const Answer answer = catena(files.all("planar2", "id,inertia,kinetic_energy"));
  EXPECT_EQ(answer.code, 4);
  EXPECT_THAT(
      answer.err,
      ::testing::EndsWith("catena: note: row 17: 'q' is not finite: column 0: -inf\n"
                          "catena: note: row 8200: 'qd' is not finite: column 1: nan\n"
                          "catena: note: row 9999: kinetic_energy: the result is not finite\n"
                          "catena: note: 3 of 10000 states have no result; their rows are NaN (row numbers "
                          "start at 0)\n"));
  EXPECT_EQ(answer.lines()[0]["bad"].number(), 3);
  const NpyArray now = files.out("id"), M = files.out("inertia"), energy = files.out("kinetic_energy");
  for (std::size_t k = 0; k < files.N; ++k) {
    const bool bad = k == 17 || k == 8200 || k == 9999;
    if (bad) {
      EXPECT_TRUE(std::isnan(now.values[2 * k]) && std::isnan(now.values[2 * k + 1])) << k;
      EXPECT_TRUE(std::isnan(energy.values[k])) << k;
    } else {
      ASSERT_EQ(now.values[2 * k], id.values[2 * k]) << k;
    }
    if (k == 17 || k == 8200) {
      EXPECT_TRUE(std::isnan(M.values[4 * k + 3])) << k;
    } else {
      ASSERT_EQ(M.values[4 * k + 3], inertia.values[4 * k + 3]) << "row " << k << " has an inertia matrix";
    }
  }
}

// A point mass on a rotating prismatic joint: M = diag(m q2², m) is singular where the mass is on the axis.
TEST(EvalBatch, FindsEveryStateWithASingularInertiaMatrix) {
  Files files(2, 300);
  for (std::size_t k = 0; k < 300; ++k)
    files.q[2 * k + 1] = k == 5 || k == 6 || k == 255 ? 0 : 1 + 0.01 * static_cast<double>(k);
  files.save();
  const std::string body = "com = [0, 0, 0]\ninertia = { about = \"com\", xx = 0, yy = 0, zz = 0 }\n";
  const std::string arm = files.folder.write(
      "arm.toml",
      "catena = 1\nname = \"slide\"\nconvention = \"standard\"\nangle_unit = \"rad\"\n"
      "[[link]]\njoint = \"revolute\"\ndh = { a = 0, alpha = 1.5707963267948966, d = 0, theta = 0 }\n"
      "mass = 0\n" +
          body + "[[link]]\njoint = \"prismatic\"\ndh = { a = 0, alpha = 0, d = 0, theta = 0 }\nmass = 2\n" +
          body);
  const Answer answer = catena(files.all(arm, "fd,inertia_inverse,inertia"));
  EXPECT_EQ(answer.code, 4);
  for (const char* row : {"5", "6", "255"})
    EXPECT_THAT(answer.err, HasSubstr("note: row " + std::string(row) +
                                      ": 'fd' has no result: the inertia matrix is singular\n"));
  EXPECT_THAT(answer.err, HasSubstr("note: 3 of 300 states have no result"));
  const NpyArray fd = files.out("fd"), inverse = files.out("inertia_inverse"), M = files.out("inertia");
  for (std::size_t k = 0; k < 300; ++k) {
    const bool bad = k == 5 || k == 6 || k == 255;
    EXPECT_EQ(std::isnan(fd.values[2 * k]), bad) << k;
    EXPECT_EQ(std::isnan(inverse.values[4 * k]), bad) << k;
    EXPECT_NEAR(M.values[4 * k], 2 * files.q[2 * k + 1] * files.q[2 * k + 1], 1e-13) << k;
  }
}

TEST(EvalBatch, SaysWhatIsWrongWithItsFiles) {
  const Files files(2, 4);
  const auto error = [&](std::vector<std::string> more) {
    std::vector<std::string> args = {"eval", "planar2", "--batch"};
    args.insert(args.end(), more.begin(), more.end());
    const Answer answer = catena(args);
    EXPECT_NE(answer.code, 0);
    return answer.err;
  };
  const std::string q = files.file("q.npy"), out = files.file("out");
  EXPECT_EQ(error({"-w", "gravity", "-o", out}),
            "catena: error: eval --batch: --q is missing\n  need    a .npy file with 2 numbers per row, for "
            "'gravity'\n");
  EXPECT_EQ(
      error({"-w", "rotor_inertia", "-o", out}),
      "catena: error: eval --batch: there are no states\n  need    a .npy file for one of --q, --qd, --qdd, "
      "--tau, --tip-wrench\n");
  EXPECT_EQ(
      error({"-w", "gravity", "--q", q}),
      "catena: error: eval --batch: --output is missing\n  need    a folder, or for one quantity a file that "
      "ends in .npy\n");
  EXPECT_EQ(error({"-w", "gravity", "--q", "-", "-o", out}),
            "catena: error: --q: the file name is missing\n  need    the name of a .npy file\n");
  EXPECT_THAT(error({"-w", "gravity", "--q", q, "-i", q, "-o", out}),
              StartsWith("catena: error: eval --batch: --input reads JSON lines"));
  EXPECT_EQ(error({"-w", "gravity", "--q", q, "-o", q}),
            "catena: error: " + q + ": the output is the same file as the input '" + q +
                "'\n  need    two different files\n  hint    write to another file\n");
  EXPECT_EQ(error({"-w", "gravity", "--q", q, "-o", files.file("no/such")}),
            "catena: error: " + files.file("no/such") +
                ": the folder cannot be created\n  given   No such file or directory\n  hint    there is no "
                "folder '" +
                files.file("no") + "': create it first\n");
  EXPECT_THAT(error({"-w", "gravity", "--q", q, "-o", out, "--threads", "-1"}),
              StartsWith("catena: error: --threads '-1': invalid number"));
  EXPECT_EQ(
      error({"-w", "wrench_torques", "--q", q, "-o", out}),
      "catena: error: --want 'wrench_torques': it needs wrenches, which no .npy file gives\n  hint    give "
      "the states as lines of JSON with the key \"wrenches\"\n");
  files.put("q3", 3, Numbers(12));
  EXPECT_EQ(error({"-w", "gravity", "--q", files.file("q3.npy"), "-o", out}),
            "catena: error: " + files.file("q3.npy") +
                ": wrong shape for 'q'\n  given   (4, 3)\n  need    (N, 2): N states of the 2 joints "
                "of 'Planar "
                "2R'\n");
  files.put("qT", 5, Numbers(10));
  EXPECT_THAT(error({"-w", "gravity", "--q", files.file("qT.npy"), "-o", out}),
              HasSubstr("hint    the array may be transposed: save array.T\n"));
  files.folder.write("one.npy", write_npy(NpyShape{2}, Numbers{0, 0}));
  EXPECT_THAT(error({"-w", "gravity", "--q", files.file("one.npy"), "-o", out}),
              HasSubstr("hint    for a single state, save array.reshape(1, -1)\n"));
  files.put("qd_short", 2, Numbers(6));
  EXPECT_EQ(error({"-w", "bias", "--q", q, "--qd", files.file("qd_short.npy"), "-o", out}),
            "catena: error: " + files.file("qd_short.npy") +
                ": the number of states differs\n  given   3\n  need    4, as in '" + q + "'\n");
  EXPECT_THAT(error({"-w", "gravity", "--q", files.file("none.npy"), "-o", out}),
              HasSubstr("cannot be opened"));
  EXPECT_THAT(catena({"eval", "planar2", "--q", q}).err,
              HasSubstr("hint    add --batch to read states from .npy files\n"));
}

TEST(EvalBatch, ReadsNoStates) {
  const Files files(2, 0);
  EXPECT_EQ(catena(files.all("planar2", "id,inertia")).code, 0);
  EXPECT_EQ(files.out("inertia").shape, (NpyShape{0, 2, 2}));
}

// A limit on the file size simulates a full disk: a file without any state is not kept.
TEST(EvalBatch, SaysThatTheDiskIsFull) {
  if (kCountsLines) GTEST_SKIP() << kLimitsCounts;
  const Files files(2, 20000);
  const std::string run = "ulimit -f 200; catena eval planar2 --batch -w gravity --q " + files.file("q.npy") +
                          " -o " + files.file("g.npy") + " 2>&1";
  const Answer answer = shell(run);
  EXPECT_EQ(answer.code, 5);
  EXPECT_EQ(answer.out, "catena: error: " + files.file("g.npy") +
                            ": cannot write\n  given   File too large\n  hint    no file was written\n");
  EXPECT_FALSE(std::filesystem::exists(files.file("g.npy")));
}

// The second file does not fit: the first one holds no more states than it.
TEST(EvalBatch, LeavesFilesOfTheSameLengthWhenTheDiskIsFull) {
  if (kCountsLines) GTEST_SKIP() << kLimitsCounts;
  const Files files(2, 20000);
  const Answer answer = shell("ulimit -f 700; catena eval planar2 --batch -w gravity,inertia --q " +
                              files.file("q.npy") + " -o " + files.file("out") + " 2>&1");
  EXPECT_EQ(answer.code, 5);
  EXPECT_THAT(answer.out, HasSubstr("hint    the files hold the first 8192 of 20000 states\n"));
  EXPECT_EQ(files.out("gravity").shape[0], 8192u);
  EXPECT_EQ(files.out("inertia").shape[0], 8192u);
}

TEST(EvalBatch, LeavesReadableFilesWhenInterrupted) {
  const Files files(2, 400000);
  const std::string out = files.file("out");
  const Answer answer = shell("catena eval planar2 --batch -w id,regressor --q " + files.file("q.npy") +
                              " --qd " + files.file("qd.npy") + " --qdd " + files.file("qdd.npy") + " -o " +
                              out + " 2>&1 & while kill -0 $! && [ -z \"$(find 2>/dev/null " + out +
                              " -size +100k)\" ]; do sleep 0.01; done; kill -TERM $!; wait $!");
  EXPECT_EQ(answer.code, 128 + SIGTERM);
  const NpyArray id = files.out("id"), wide = files.out("regressor");
  EXPECT_EQ(id.shape[0], wide.shape[0]);
  EXPECT_LT(id.shape[0], files.N);
  EXPECT_THAT(answer.out, HasSubstr("interrupted; the files hold the first " + std::to_string(id.shape[0]) +
                                    " of 400000 states"));
}

}  // namespace
}  // namespace catena::test
