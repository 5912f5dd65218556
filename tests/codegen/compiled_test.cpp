// SPDX-License-Identifier: Apache-2.0
// Compiled computes what Arm computes, refuses what Arm refuses, keeps its libraries safely, and does without a compiler.
#include "catena/compiled.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "support/compiled.hpp"
#include "support/eigen.hpp"
#include "support/environment.hpp"
#include "support/golden.hpp"
#include "util/sha256.hpp"

namespace catena::test {
namespace {

namespace fs = std::filesystem;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::HasSubstr;
using testing::StartsWith;

// A cache of its own, and a compiler that leaves a mark for each run.
class Compile : public testing::Test {
 protected:
  std::string script(const std::string& name, const std::string& text) const {
    const std::string path = folder.write(name, "#!/bin/sh\n" + text + "\n");
    ::chmod(path.c_str(), 0755);
    return path;
  }
  int runs() const {
    std::ifstream in(folder.file("runs"));
    return static_cast<int>(std::count(std::istreambuf_iterator<char>(in), {}, '\n'));
  }
  std::vector<fs::path> kept() const {
    std::vector<fs::path> all;
    if (fs::exists(folder.file("cache")))
      for (const auto& entry : fs::directory_iterator(folder.file("cache"))) all.push_back(entry.path());
    return all;
  }

  SourceFolder folder;
  Variable cache{"CATENA_CACHE", folder.file("cache")};
  Variable compiler{"CC", script("compiler", "echo run >> '" + folder.file("runs") + "'\nexec cc \"$@\"")};
};

std::vector<double> flat(const MatrixXd& A) { return {A.data(), A.data() + A.size()}; }

std::string problem(const Compiled& arm) { return arm.note() ? arm.note()->what : "nothing"; }

const Arm& planar() {
  static const Arm arm = Arm::load("planar2");
  return arm;
}

// Two states, with and without a wrench, under two gravities.
void expect_agreement(const Arm& arm, const Compiled& code, double tolerance) {
  const int n = arm.dof();
  const auto close = [&](const MatrixXd& x, const MatrixXd& y, const char* what) {
    ASSERT_EQ(x.rows(), y.rows());
    ASSERT_EQ(x.cols(), y.cols());
    EXPECT_LE(error_of(flat(x), flat(y)), tolerance) << what << " of " << arm.name();
  };
  const Compiled elsewhere = code.with_gravity({1, -2, 3});
  const Arm arm_elsewhere = arm.with_gravity({1, -2, 3});
  for (const std::uint64_t seed : {1, 2}) {
    Random random(seed);
    const VectorXd q = eigen(random.vector(n, -3, 3)), qd = eigen(random.vector(n, -2, 2));
    const VectorXd u = eigen(random.vector(n, -10, 10));
    const Wrench tip{{random(-1, 1), random(-1, 1), random(-1, 1)},
                     {random(-9, 9), random(-9, 9), random(-9, 9)}};
    close(code.id(q, qd, u), arm.id(q, qd, u), "id");
    close(code.id(q, qd, u, tip), arm.id(q, qd, u, tip), "id with a wrench");
    close(code.fd(q, qd, u), arm.fd(q, qd, u), "fd");
    close(code.fd(q, qd, u, tip), arm.fd(q, qd, u, tip), "fd with a wrench");
    close(code.bias(q, qd), arm.bias(q, qd), "bias");
    close(code.gravity(q), arm.gravity(q), "gravity");
    close(code.inertia(q), arm.inertia(q), "inertia");
    close(code.jacobian(q), arm.jacobian(q), "jacobian");
    close(elsewhere.id(q, qd, u, tip), arm_elsewhere.id(q, qd, u, tip), "id under another gravity");
    close(elsewhere.fd(q, qd, u), arm_elsewhere.fd(q, qd, u), "fd under another gravity");
    close(elsewhere.gravity(q), arm_elsewhere.gravity(q), "another gravity");
  }
}

class CompiledArm : public testing::TestWithParam<const char*> {};

TEST_P(CompiledArm, AgreesWithThePlainCalls) {
  const SourceFolder folder;
  const Variable cache("CATENA_CACHE", folder.file("cache"));
  const Arm arm = Arm::load(GetParam());
  const Compiled code(arm);
  ASSERT_TRUE(code.native()) << problem(code);
  expect_agreement(arm, code, tolerance(arm.dof()));
}

INSTANTIATE_TEST_SUITE_P(Arms, CompiledArm,
                         testing::Values("panda", "puma560", "ur5e", "stanford", "planar3", "rp", "sawyer",
                                         "chain:1", "mixed:1:1", "mixed:5:3", "mixed:9:2", "planar:4",
                                         "mixed:16:1"));

class CompiledGolden : public testing::TestWithParam<std::string> {};

TEST_P(CompiledGolden, IsReproduced) {
  const Golden g = load_golden(GetParam());
  const SourceFolder folder;
  const Variable cache("CATENA_CACHE", folder.file("cache"));
  const Compiled arm{Arm(g.robot)};
  ASSERT_TRUE(arm.native()) << problem(arm);
  for (const auto& state : g.states) {
    const VectorXd q = eigen(state["q"]), qd = eigen(state["qd"]);
    const auto error = [&](const MatrixXd& x, const char* field) {
      return error_of(flat(x.transpose()), state[field]);  // row by row
    };
    EXPECT_LE(error(arm.id(q, qd, eigen(state["qdd"])), "tau"), g.tolerance());
    EXPECT_LE(error(arm.fd(q, qd, eigen(state["fd_tau"])), "fd_qdd"), g.tolerance());
    EXPECT_LE(error(arm.inertia(q), "M"), g.tolerance());
    EXPECT_LE(error(arm.gravity(q), "gravity_vec"), g.tolerance());
    EXPECT_LE(error(arm.bias(q, qd), "coriolis"), g.tolerance());
  }
}

std::vector<std::string> some_golden() {
  std::vector<std::string> some;
  for (const Golden& g : all_golden())
    if (g.dof() <= 7 && g.file.starts_with("seed_")) some.push_back(g.file);
  return some;
}
INSTANTIATE_TEST_SUITE_P(Golden, CompiledGolden, testing::ValuesIn(some_golden()),
                         [](const auto& param) { return param.param; });

// --- like Arm ------------------------------------------------------------------------------------------------
TEST_F(Compile, InPlaceAndByValueAreOneAlsoInBlocksAndOverArguments) {
  const Arm arm(generate_robot("mixed:3:1"));
  const Compiled code(arm);
  ASSERT_TRUE(code.native()) << problem(code);
  Workspace work(code);
  const VectorXd q = VectorXd::LinSpaced(3, -1, 1), qd = VectorXd::LinSpaced(3, 2, -1),
                 u = VectorXd::LinSpaced(3, 3, 4);
  const Wrench tip{{1, 2, 3}, {4, 5, 6}};
  VectorXd y = u;
  code.id(q, qd, y, work, y);
  EXPECT_EQ(y, code.id(q, qd, u));
  y = u;
  code.fd(q, qd, y, tip, work, y);
  EXPECT_EQ(y, code.fd(q, qd, u, tip));
  y = q;
  code.gravity(y, work, y);
  EXPECT_EQ(y, code.gravity(q));
  y = qd;
  code.bias(q, y, work, y);
  EXPECT_EQ(y, code.bias(q, qd));
  MatrixXd big = MatrixXd::Constant(8, 5, 7);
  code.inertia(q, work, big.block(1, 1, 3, 3));
  EXPECT_EQ(MatrixXd(big.block(1, 1, 3, 3)), code.inertia(q));
  EXPECT_EQ(big.row(0), Eigen::RowVectorXd::Constant(5, 7));
  big.setConstant(7);
  code.jacobian(q, work, big.block(1, 1, 6, 3));
  EXPECT_EQ(MatrixXd(big.block(1, 1, 6, 3)), code.jacobian(q));
  EXPECT_EQ(big.col(4), VectorXd::Constant(8, 7));
}

// Code that writes a result before it reads its arguments, as a compiler may arrange it.
TEST_F(Compile, KeepsResultsApartFromArguments) {
  folder.write("hasty.c",
               "int catena_arm_id(const double* q, const double* qd, const double* u, const double* s,\n"
               "                   const double* c, double* tau) {\n"
               "  (void)q, (void)qd, (void)s, (void)c;\n"
               "  tau[0] = tau[1] = -1;\n  tau[0] = u[0];\n  tau[1] = u[1];\n  return 0;\n}\n"
               "int catena_arm_inertia(const double* q, const double* s, const double* c, double* M) {\n"
               "  (void)s, (void)c;\n"
               "  M[0] = M[1] = M[2] = M[3] = -1;\n  M[0] = q[0];\n  M[3] = q[1];\n  return 0;\n}\n");
  const std::string hasty =
      script("hasty", "while [ \"$1\" != -o ]; do shift; done\nexec cc -shared -fPIC -o \"$2\" '" +
                          folder.file("hasty.c") + "'");
  const Variable instead("CC", hasty);
  const Compiled code(planar(), {Quantity::id, Quantity::inertia});
  ASSERT_TRUE(code.native()) << problem(code);
  Workspace work(code);
  VectorXd q(2), y(3);
  q << 5, 6;
  y << 1, 2, 3;
  code.id(q, q, y.head(2), work, y.head(2));
  EXPECT_EQ(y, (VectorXd(3) << 1, 2, 3).finished());
  code.id(q, q, y.head(2), work, y.tail(2));
  EXPECT_EQ(y, (VectorXd(3) << 1, 1, 2).finished());
  MatrixXd M(2, 2);
  M.col(1) = q;
  code.inertia(M.col(1), work, M);
  EXPECT_EQ(M, (MatrixXd(2, 2) << 5, -1, -1, 6).finished());
}

template <class Call>
std::string error_text(Call call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

TEST_F(Compile, RefusesWhatAnArmRefusesInTheSameWords) {
  const Compiled code(planar());
  ASSERT_TRUE(code.native()) << problem(code);
  const VectorXd two = VectorXd::Zero(2), three = VectorXd::Zero(3), bad = VectorXd::Constant(2, NAN);
  const Wrench wrench{{NAN, 0, 0}, {0, 0, 0}};
  Workspace work(code), other{Arm(generate_robot("chain:2"))};
  VectorXd y(2), long_y(3);
  MatrixXd M(2, 2), wide(3, 2), J(6, 2);
  const auto texts = [&](const auto& arm) {
    std::vector<std::string> all;
    const auto note = [&](const auto& call) { all.push_back(error_text(call)); };
    note([&] { arm.id(three, two, two); });
    note([&] { arm.id(two, three, two, work, y); });
    note([&] { arm.id(two, two, bad, work, y); });
    note([&] { arm.id(two, two, two, wrench, work, y); });
    note([&] { arm.id(two, two, two, work, long_y); });
    note([&] { arm.id(two, two, two, other, y); });
    note([&] { arm.fd(bad, two, two); });
    note([&] { arm.fd(two, two, three, work, y); });
    note([&] { arm.fd(two, two, two, wrench, work, y); });
    note([&] { arm.fd(two, two, two, work, long_y); });
    note([&] { arm.inertia(bad); });
    note([&] { arm.inertia(two, work, wide); });
    note([&] { arm.gravity(three); });
    note([&] { arm.gravity(two, work, long_y); });
    note([&] { arm.bias(two, bad); });
    note([&] { arm.bias(two, two, work, long_y); });
    note([&] { arm.jacobian(bad); });
    note([&] { arm.jacobian(two, work, M); });
    note([&] { arm.jacobian(two, other, J); });
    note([&] { arm.with_gravity({NAN, 0, 0}); });
    return all;
  };
  const std::vector<std::string> expected = texts(planar());
  EXPECT_EQ(texts(code), expected);
  EXPECT_THAT(expected, testing::Not(testing::Contains("no error")));
  EXPECT_EQ(error_text([] {
              Compiled(planar(), {Quantity::id, Quantity::pose});
            }),
            "Compiled: a quantity that is not compiled is wanted\n  given   pose\n"
            "  need    id, fd, bias, gravity, inertia or jacobian");
}

// The quick check of the arguments is a sum, which may be infinite where they are not.
TEST_F(Compile, TakesHugeNumbersAndLeavesResultsAloneOnErrors) {
  const Compiled code(planar());
  ASSERT_TRUE(code.native()) << problem(code);
  Workspace work(code);
  const VectorXd v = VectorXd::Constant(2, 0.3), huge = VectorXd::Constant(2, 1.7e308);
  EXPECT_EQ(code.jacobian(huge), planar().jacobian(huge));
  VectorXd y = VectorXd::Constant(2, 7), bad = v;
  bad[1] = INFINITY;
  MatrixXd M = MatrixXd::Constant(2, 2, 7);
  EXPECT_THROW(code.id(v, v, bad, work, y), Error);
  EXPECT_THROW(code.fd(bad, v, v, work, y), Error);
  EXPECT_THROW(code.gravity(bad, work, y), Error);
  EXPECT_THROW(code.inertia(bad, work, M), Error);
  EXPECT_EQ(y, VectorXd::Constant(2, 7));
  EXPECT_EQ(M, MatrixXd::Constant(2, 2, 7));
}

TEST_F(Compile, NamesTheJointThatMakesItSingular) {
  for (const int joint : {0, 3}) {
    Robot robot = generate_robot("chain:4");
    for (std::size_t i = static_cast<std::size_t>(joint); i < robot.links.size(); ++i) {
      robot.links[i].mass = 0;
      robot.links[i].inertia = Sym3<double>::zero();
    }
    const Arm arm(robot);
    const Compiled code(arm);
    ASSERT_TRUE(code.native()) << problem(code);
    const VectorXd v = VectorXd::Constant(4, 0.3);
    const std::string text = error_text([&] { arm.fd(v, v, v); });
    EXPECT_THAT(text, StartsWith("fd: the inertia matrix of 'chain:4' is singular here\n"));
    EXPECT_EQ(error_text([&] { code.fd(v, v, v); }), text);
    EXPECT_LE((code.id(v, v, v) - arm.id(v, v, v)).norm(), 1e-12);
  }
}

TEST_F(Compile, IsSharedByThreads) {
  const Arm arm(generate_robot("chain:4"));
  const Compiled code(arm);
  ASSERT_TRUE(code.native()) << problem(code);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Workspace work(code);
      VectorXd y(4);
      const VectorXd v = VectorXd::Constant(4, 0.1 * t), expected = code.fd(v, v, v);
      for (int k = 0; k < 1000; ++k) {
        code.fd(v, v, v, work, y);
        wrong += y != expected;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(Compile, MakesOnlyWhatIsWanted) {
  const Compiled code(planar(), {Quantity::gravity});
  EXPECT_TRUE(code.native());
  const VectorXd v = VectorXd::Constant(2, 0.4);
  EXPECT_EQ(code.id(v, v, v), planar().id(v, v, v)) << "the plain call";
  expect_agreement(planar(), code, 1e-13);
}

TEST_F(Compile, LeavesLongArmsToPlainCalls) {
  const Arm arm(generate_robot("chain:17"));
  const Compiled code(arm);
  EXPECT_FALSE(code.native());
  EXPECT_EQ(problem(code), "plain calls are used for 'chain:17': 17 joints, where 16 can be compiled");
  EXPECT_EQ(runs(), 0);
  const VectorXd v = VectorXd::Constant(17, 0.4);
  EXPECT_EQ(code.id(v, v, v), arm.id(v, v, v));
}

// --- the cache -----------------------------------------------------------------------------------------------
TEST_F(Compile, CallsTheCompilerOnceForEachArm) {
  for (int k = 0; k < 3; ++k) {
    const Compiled code(planar());
    ASSERT_TRUE(code.native()) << problem(code);
    EXPECT_EQ(problem(code), "nothing");
    EXPECT_EQ(runs(), 1);
  }
  Robot renamed = planar().robot();
  renamed.name = "another name */";
  EXPECT_TRUE(Compiled(Arm(renamed)).native());
  EXPECT_EQ(runs(), 1) << "the name is not part of it";
  EXPECT_TRUE(Compiled(planar(), {Quantity::inertia, Quantity::id, Quantity::id}).native());
  EXPECT_EQ(runs(), 2);
  EXPECT_TRUE(Compiled(planar(), {Quantity::id, Quantity::inertia}).native());
  EXPECT_EQ(runs(), 2) << "the order of the wishes is not part of it";
  renamed.links[0].mass *= 1.0000000001;
  EXPECT_TRUE(Compiled(Arm(renamed)).native());
  EXPECT_EQ(runs(), 3) << "its numbers are";
  script("compiler", "echo run >> '" + folder.file("runs") + "'\n\nexec cc \"$@\"");
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), 4) << "and so is the compiler";
  EXPECT_EQ(kept().size(), 4u) << "nothing else is left";
}

TEST_F(Compile, KeepsItsFilesToItself) {
  const mode_t before = ::umask(0);
  EXPECT_TRUE(Compiled(planar()).native());
  ::umask(before);
  struct stat about {};
  ASSERT_EQ(::stat(folder.file("cache").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0700u);
  ASSERT_EQ(kept().size(), 1u);
  ASSERT_EQ(::stat(kept()[0].c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600u);
}

TEST_F(Compile, FindsItsFolderByTheEnvironment) {
  const Variable none("CATENA_CACHE", "");
  {
    const Variable xdg("XDG_CACHE_HOME", folder.file("xdg"));
    EXPECT_TRUE(Compiled(planar()).native());
    EXPECT_FALSE(fs::is_empty(folder.file("xdg/catena")));
  }
  const Variable no_xdg("XDG_CACHE_HOME", "not/absolute"), home("HOME", folder.file("home"));
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_FALSE(fs::is_empty(folder.file("home/.cache/catena")));
  EXPECT_FALSE(fs::exists("not"));
  const Variable no_home("HOME", "");
  const Compiled homeless(planar());
  EXPECT_TRUE(homeless.native());
  EXPECT_EQ(problem(homeless), "nothing is kept: neither CATENA_CACHE nor HOME is set");
}

TEST_F(Compile, LoadsNoFileThatIsNotWhatItsNameSays) {
  EXPECT_TRUE(Compiled(planar()).native());
  ASSERT_EQ(kept().size(), 1u);
  const fs::path file = kept()[0];
  std::ifstream in(file, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  std::string flipped = whole;
  flipped[flipped.size() / 2] ^= 1;
  int expected = 1;
  for (const std::string& broken : {whole.substr(0, whole.size() / 2), std::string(), flipped, whole + "x",
                                    std::string("#!/bin/sh\necho stolen\n")}) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << broken;
    const Compiled code(planar());
    ASSERT_TRUE(code.native()) << problem(code);
    EXPECT_EQ(runs(), ++expected);
    expect_agreement(planar(), code, 1e-13);
    ASSERT_EQ(kept().size(), 1u) << "the broken one is gone";
    EXPECT_EQ(fs::file_size(kept()[0]), whole.size());
  }
  // one that others can write to, a link to another place, a folder, one whose name is right but which is no library
  ::chmod(file.c_str(), 0666);
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), ++expected);
  fs::rename(kept()[0], folder.file("elsewhere"));
  fs::create_symlink(folder.file("elsewhere"), file);
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), ++expected);
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(kept()[0])));
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), ++expected);
  for (const fs::path& left : kept()) fs::remove_all(left);
  const std::string key = file.filename().string().substr(0, 64), text = "no library";
  folder.write("cache/" + key + "." + detail::sha256(text) + ".so", text);
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), ++expected);
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), expected);
}

TEST_F(Compile, RefusesAFolderOfOthersButDoesWithout) {
  fs::create_directory(folder.file("cache"));
  fs::permissions(folder.file("cache"), fs::perms::all);
  const Compiled open(planar());
  EXPECT_TRUE(open.native());
  EXPECT_EQ(problem(open),
            "nothing is kept: '" + folder.file("cache") + "' belongs to or can be written by other users");
  EXPECT_TRUE(kept().empty());
  expect_agreement(planar(), open, 1e-13);

  folder.write("file", "");
  const Variable no_folder("CATENA_CACHE", folder.file("file") + "/cache");
  const Compiled unkept(planar());
  EXPECT_TRUE(unkept.native());
  EXPECT_EQ(problem(unkept), "nothing is kept: '" + folder.file("file/cache") + "': Not a directory");

  const Variable sealed("CATENA_CACHE", "/proc/self");
  const Compiled unwritable(planar());
  EXPECT_TRUE(unwritable.native());
  EXPECT_THAT(problem(unwritable), StartsWith("nothing is kept: '/proc/self': "));

  fs::create_directory_symlink(folder.file("cache"), folder.file("link"));
  const Variable linked("CATENA_CACHE", folder.file("link"));
  EXPECT_THAT(problem(Compiled(planar())), StartsWith("nothing is kept: '" + folder.file("link") + "': "));
}

// Runs in a process of its own; the code that it ends with.
template <class Body>
pid_t in_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  return child;
}
int end_of(pid_t child) {
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(Compile, LetsProcessesStartAtOnce) {
  std::vector<pid_t> children;
  for (int k = 0; k < 6; ++k)
    children.push_back(in_child([&] {
      const Compiled code(planar());
      const VectorXd v = VectorXd::Constant(2, 0.4);
      return code.native() && !code.note() && (code.id(v, v, v) - planar().id(v, v, v)).norm() < 1e-12 ? 0
                                                                                                       : 1;
    }));
  for (const pid_t child : children) EXPECT_EQ(end_of(child), 0);
  const int before = runs();
  EXPECT_GE(before, 1);
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), before);
  for (const fs::path& path : kept()) EXPECT_EQ(path.extension(), ".so") << "nothing unfinished is left";
}

// --- without -------------------------------------------------------------------------------------------------
TEST_F(Compile, DoesWithoutACompiler) {
  const auto expect_plain = [&](const std::string& cc, const std::string& why) {
    const Variable broken("CC", cc);
    const Compiled code(planar());
    EXPECT_FALSE(code.native()) << cc;
    EXPECT_EQ(problem(code), "plain calls are used for 'Planar 2R': " + why);
    EXPECT_EQ(code.note()->where, "Compiled");
    expect_agreement(planar(), code, 0);
    EXPECT_TRUE(kept().empty());
    EXPECT_NE(error_text([&] { code.id(VectorXd::Zero(3), VectorXd::Zero(2), VectorXd::Zero(2)); }),
              "no error");
    Workspace work(code);
    MatrixXd M(2, 2);
    code.inertia(VectorXd::Zero(2), work, M);
    EXPECT_EQ(M, planar().inertia(VectorXd::Zero(2)));
  };
  expect_plain("/no/such/compiler", "there is no compiler '/no/such/compiler' (see CC)");
  expect_plain("nonesuch-cc -O2", "there is no compiler 'nonesuch-cc -O2' (see CC)");
  expect_plain(folder.file(""), "there is no compiler '" + folder.file("") + "' (see CC)");
  const std::string failing =
      script("failing", "echo some words >&2; echo 'x.c:1: error: No space left on device' >&2; exit 1");
  expect_plain(failing, "'" + failing + "' failed: x.c:1: error: No space left on device");
  const std::string silent = script("silent", "exit 3");
  expect_plain(silent, "'" + silent + "' failed");
  const std::string killed = script("killed", "kill -9 $$");
  expect_plain(killed, "'" + killed + "' failed");
  const std::string idle = script("idle", "exit 0");
  expect_plain(idle, "'" + idle + "' left no library");
  const std::string odd = folder.write("odd", "not a program");
  ::chmod(odd.c_str(), 0755);
  expect_plain(odd, "'" + odd + "' cannot be started: Exec format error");
  const std::string garbage =
      script("garbage", "while [ \"$1\" != -o ]; do shift; done; echo garbage > \"$2\"");
  const Variable broken("CC", garbage);
  const Compiled code(planar());
  EXPECT_FALSE(code.native());
  EXPECT_THAT(problem(code), HasSubstr("'" + garbage + "' made cannot be loaded: "));
}

TEST_F(Compile, StandsAFullDisk) {
  const pid_t child = in_child([&] {
    const struct rlimit little = {1000, 1000};
    ::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &little);
    const Compiled code(planar());
    const VectorXd v = VectorXd::Constant(2, 0.4);
    const bool plain = !code.native() && code.id(v, v, v) == planar().id(v, v, v);
    return plain && problem(code).find("the source cannot be written to '") != std::string::npos ? 0 : 1;
  });
  EXPECT_EQ(end_of(child), 0);
  EXPECT_TRUE(kept().empty());
}

TEST_F(Compile, RunsNoShell) {
  const Variable hostile("CC", "cc; touch " + folder.file("stolen"));
  EXPECT_FALSE(Compiled(planar()).native());
  const Variable words("CC", "cc -DNOTHING=$(touch${IFS}" + folder.file("stolen") + ")");
  EXPECT_TRUE(Compiled(planar()).native()) << "its words are words";
  EXPECT_FALSE(fs::exists(folder.file("stolen")));
}

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(detail::sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(detail::sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(detail::sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace
}  // namespace catena::test
