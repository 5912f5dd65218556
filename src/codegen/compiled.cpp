// SPDX-License-Identifier: Apache-2.0
#include "catena/compiled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "catena/codegen/emit_c.hpp"
#include "catena/math/sincos.hpp"
#include "catena/model/definite.hpp"
#include "codegen/library_cache.hpp"
#include "codegen/optimise.hpp"

namespace catena {
namespace {

constexpr auto kMost = static_cast<std::size_t>(Compiled::kMostJoints);

using In = const double*;

// The diagonal of D in M = U D Uᵀ, which tells where M is singular.
Program pivots(const Program& factors) {
  Program d = factors;
  d.outputs.erase(d.outputs.begin(), d.outputs.end() - factors.n);
  return d;
}

// With the pivots as a second result; they cost nothing, since the solution divides by them.
Program forward_dynamics(const Chain<double>& arm, const Given& given) {
  const auto by = [&](std::string_view fd, std::string_view factors) {
    return detail::best_recording(arm, true, [&](const Chain<double>& chain) {
      return together(std::vector{record(*find_method<Expr>(Quantity::fd, fd), chain, given),
                                  pivots(record(*find_method<Expr>(Quantity::udut, factors), chain, given))});
    });
  };
  Program dense = by("crba_udu", "crba_udu"), links = by("udut", "udut");
  return detail::cost(links) < detail::cost(dense) ? std::move(links) : std::move(dense);
}

// As Eigen stores it: column by column.
Program by_columns(Program program) {
  const auto columns = static_cast<std::size_t>(program.n), rows = program.outputs.size() / columns;
  std::vector<ExprId> outputs;
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < rows; ++i) outputs.push_back(program.outputs[i * columns + j]);
  program.outputs = std::move(outputs);
  return program;
}

Program program_of(Quantity quantity, const Chain<double>& arm, const Given& given) {
  Program program =
      quantity == Quantity::fd ? forward_dynamics(arm, given) : cheapest_program(quantity, arm, given);
  if (quantity == Quantity::jacobian) program = by_columns(std::move(program));
  return with_sines(program, arm);
}

// Each once, so that the same wishes give the same source.
std::vector<Quantity> in_order(const std::vector<Quantity>& wanted) {
  constexpr Quantity kAll[] = {Quantity::id,      Quantity::fd,      Quantity::bias,
                               Quantity::gravity, Quantity::inertia, Quantity::jacobian};
  const auto among = [](const auto& list, Quantity quantity) {
    return std::find(std::begin(list), std::end(list), quantity) != std::end(list);
  };
  for (const Quantity quantity : wanted)
    if (!among(kAll, quantity))
      throw Error(ErrorKind::usage, "Compiled", "a quantity that is not compiled is wanted")
          .given(std::string(info(quantity).name))
          .need("id, fd, bias, gravity, inertia or jacobian");
  std::vector<Quantity> list;
  for (const Quantity quantity : kAll)
    if (among(wanted, quantity)) list.push_back(quantity);
  return list;
}

bool takes_gravity(Quantity quantity) {
  return quantity == Quantity::id || quantity == Quantity::fd || quantity == Quantity::gravity;
}

// Two functions for what depends on gravity or a wrench: both built in, both as arguments.
std::string source_of(const Chain<double>& arm, const std::vector<Quantity>& wanted) {
  std::vector<Program> built_in, general;
  for (const Quantity quantity : wanted) {
    built_in.push_back(program_of(quantity, arm, {}));
    if (takes_gravity(quantity)) general.push_back(program_of(quantity, arm, {true, true, false}));
  }
  const auto text = [](const std::vector<Program>& programs, const char* stem) {
    return emit_c(programs, {stem, "", "catena::Compiled", CReal::binary64, true}).alone;
  };
  return text(built_in, "arm") + text(general, "general");
}

bool overlap(const double* a, std::size_t n, const double* b, std::size_t m) {
  return std::less<>()(a, b + m) && std::less<>()(b, a + n);
}

// Where generated code may write: the result itself, unless it overlaps an argument.
class VectorTarget {
 public:
  VectorTarget(VecOut& out,
               std::initializer_list<std::reference_wrapper<const Eigen::Ref<const Eigen::VectorXd>>> in)
      : out_(out) {
    const auto n = static_cast<std::size_t>(out.size());
    for (const auto& x : in) apart_ = apart_ || overlap(out.data(), n, x.get().data(), n);
  }
  double* data() { return apart_ ? room_ : out_.data(); }
  void finish() {
    if (apart_) std::copy_n(room_, out_.size(), out_.data());
  }

 private:
  VecOut& out_;
  bool apart_ = false;
  double room_[kMost];
};

// The same for a matrix, whose columns may lie apart.
class MatrixTarget {
 public:
  MatrixTarget(MatOut& out, VecIn q) : out_(out) {
    const auto span = static_cast<std::size_t>(out.outerStride() * (out.cols() - 1) + out.rows());
    apart_ = out.outerStride() != out.rows() ||
             overlap(out.data(), span, q.data(), static_cast<std::size_t>(q.size()));
  }
  double* data() { return apart_ ? room_ : out_.data(); }
  void finish() {
    if (!apart_) return;
    for (Eigen::Index j = 0; j < out_.cols(); ++j)
      std::copy_n(room_ + j * out_.rows(), out_.rows(), out_.data() + j * out_.outerStride());
  }

 private:
  MatOut& out_;
  bool apart_;
  double room_[kMost * std::max<std::size_t>(kMost, 6)];
};

}  // namespace

struct Compiled::Code {
  detail::Library library;
  std::vector<double> theta;  // (n) angles at q = 0

  void (*id)(In q, In qd, In qdd, In s, In c, double* tau) = nullptr;
  void (*id_general)(In q, In qd, In qdd, In gravity, In tip, In s, In c, double* tau) = nullptr;
  void (*fd)(In q, In qd, In tau, In s, In c, double* qdd, double* d) = nullptr;
  void (*fd_general)(In q, In qd, In tau, In gravity, In tip, In s, In c, double* qdd, double* d) = nullptr;
  void (*gravity)(In q, In s, In c, double* g) = nullptr;
  void (*gravity_general)(In q, In gravity, In s, In c, double* g) = nullptr;
  void (*bias)(In q, In qd, In s, In c, double* out) = nullptr;
  void (*inertia)(In q, In s, In c, double* M) = nullptr;
  void (*jacobian)(In q, In s, In c, double* J) = nullptr;

  Code(detail::Library made, const Chain<double>& arm) : library(std::move(made)) {
    for (int i = 0; i < arm.dof(); ++i) theta.push_back(arm.link(i).theta);
    find("arm", "id", id);
    find("general", "id", id_general);
    find("arm", "fd_udut", fd);
    find("general", "fd_udut", fd_general);
    find("arm", "gravity", gravity);
    find("general", "gravity", gravity_general);
    find("arm", "bias", bias);
    find("arm", "inertia", inertia);
    find("arm", "jacobian", jacobian);
  }

  template <class Function>
  void find(const char* stem, const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(library.symbol(c_function(stem, name)));
  }
};

// Whole vectors: the lanes behind the last joint are idle.
struct Compiled::Turns {
  static constexpr std::size_t kLanes = 4;

  Turns(const Code& code, VecIn q) {
    const std::size_t n = code.theta.size(), whole = (n + kLanes - 1) / kLanes * kLanes;
    double angle[kMost];
    for (std::size_t i = 0; i < n; ++i) angle[i] = code.theta[i] + q.data()[i];
    for (std::size_t i = n; i < whole; ++i) angle[i] = 0;
    sincos({angle, whole}, {s, whole}, {c, whole});
  }

  double s[kMost], c[kMost];
};

Compiled::Compiled(Arm arm, const std::vector<Quantity>& wanted) : arm_(std::move(arm)) {
  const std::vector<Quantity> quantities = in_order(wanted);
  std::string problem;
  if (dof() > kMostJoints) {
    problem = fmt::format("{} joints, where {} can be compiled", dof(), kMostJoints);
  } else {
    detail::Library library = detail::load_library(source_of(arm_.chain(), quantities));
    problem = library.problem;
    if (library.handle) code_ = std::make_shared<const Code>(std::move(library), arm_.chain());
  }
  if (problem.empty()) return;
  note_ = Note{"Compiled",
               native() ? problem : fmt::format("plain calls are used for '{}': {}", arm_.name(), problem)};
}

Compiled Compiled::with_gravity(const Eigen::Vector3d& acceleration) const {
  Compiled other = *this;
  other.arm_ = arm_.with_gravity(acceleration);
  other.other_gravity_ = true;
  return other;
}

void Compiled::require_posture(const char* call, VecIn q, const Workspace* work) const {
  arm_.require_vector(call, "q", q);
  if (work) arm_.require_own(call, *work);
}

// --- in place --------------------------------------------------------------------------------------------

void Compiled::id(VecIn q, VecIn qd, VecIn qdd, Workspace& work, VecOut tau) const {
  id(q, qd, qdd, nullptr, &work, tau);
}
void Compiled::id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, VecOut tau) const {
  id(q, qd, qdd, &tip, &work, tau);
}
void Compiled::fd(VecIn q, VecIn qd, VecIn tau, Workspace& work, VecOut qdd) const {
  fd(q, qd, tau, nullptr, &work, qdd);
}
void Compiled::fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, VecOut qdd) const {
  fd(q, qd, tau, &tip, &work, qdd);
}
void Compiled::inertia(VecIn q, Workspace& work, MatOut M) const { inertia(q, &work, M); }
void Compiled::bias(VecIn q, VecIn qd, Workspace& work, VecOut c) const { bias(q, qd, &work, c); }
void Compiled::gravity(VecIn q, Workspace& work, VecOut g) const { gravity(q, &work, g); }
void Compiled::jacobian(VecIn q, Workspace& work, MatOut J) const { jacobian(q, &work, J); }

namespace {

// A plain call with the caller's workspace or one of its own.
template <class Call>
void plainly(const Arm& arm, Workspace* work, const Call& call) {
  if (work) return call(*work);
  Workspace own(arm);
  call(own);
}

struct Surroundings {
  double gravity[3], tip[6];
  bool built_in;

  Surroundings(const Chain<double>& arm, const Wrench* w, bool other_gravity) {
    const Vec3<double>& g = arm.gravity();
    const Wrench f = w ? *w : Wrench::zero();
    gravity[0] = g.x, gravity[1] = g.y, gravity[2] = g.z;
    tip[0] = f.ang.x, tip[1] = f.ang.y, tip[2] = f.ang.z;
    tip[3] = f.lin.x, tip[4] = f.lin.y, tip[5] = f.lin.z;
    built_in = !other_gravity && std::all_of(tip, tip + 6, [](double x) { return x == 0; });
  }
};

}  // namespace

void Compiled::id(VecIn q, VecIn qd, VecIn qdd, const Wrench* tip, Workspace* work, VecOut tau) const {
  if (!code_ || !code_->id)
    return plainly(arm_, work,
                   [&](Workspace& w) { arm_.id(q, qd, qdd, tip ? *tip : Wrench::zero(), w, tau); });
  require_posture("id", q, work);
  arm_.require_vector("id", "qd", qd);
  arm_.require_vector("id", "qdd", qdd);
  if (tip) Arm::require_wrench("id", *tip);
  arm_.require_size("id", "tau", tau.size(), 1, dof(), 1);
  const Turns x(*code_, q);
  const Surroundings around(arm_.chain(), tip, other_gravity_);
  VectorTarget out(tau, {q, qd, qdd});
  if (around.built_in)
    code_->id(q.data(), qd.data(), qdd.data(), x.s, x.c, out.data());
  else
    code_->id_general(q.data(), qd.data(), qdd.data(), around.gravity, around.tip, x.s, x.c, out.data());
  out.finish();
}

void Compiled::fd(VecIn q, VecIn qd, VecIn tau, const Wrench* tip, Workspace* work, VecOut qdd) const {
  if (!code_ || !code_->fd)
    return plainly(arm_, work,
                   [&](Workspace& w) { arm_.fd(q, qd, tau, tip ? *tip : Wrench::zero(), w, qdd); });
  require_posture("fd", q, work);
  arm_.require_vector("fd", "qd", qd);
  arm_.require_vector("fd", "tau", tau);
  if (tip) Arm::require_wrench("fd", *tip);
  arm_.require_size("fd", "qdd", qdd.size(), 1, dof(), 1);
  const Turns x(*code_, q);
  const Surroundings around(arm_.chain(), tip, other_gravity_);
  VectorTarget out(qdd, {q, qd, tau});
  double d[kMost];
  if (around.built_in)
    code_->fd(q.data(), qd.data(), tau.data(), x.s, x.c, out.data(), d);
  else
    code_->fd_general(q.data(), qd.data(), tau.data(), around.gravity, around.tip, x.s, x.c, out.data(), d);
  out.finish();
  for (int i = dof() - 1; i >= 0; --i) arm_.require_definite("fd", i, d[i]);
}

void Compiled::gravity(VecIn q, Workspace* work, VecOut g) const {
  if (!code_ || !code_->gravity) return plainly(arm_, work, [&](Workspace& w) { arm_.gravity(q, w, g); });
  require_posture("gravity", q, work);
  arm_.require_size("gravity", "g", g.size(), 1, dof(), 1);
  const Turns x(*code_, q);
  VectorTarget out(g, {q});
  if (!other_gravity_) {
    code_->gravity(q.data(), x.s, x.c, out.data());
  } else {
    const Surroundings around(arm_.chain(), nullptr, true);
    code_->gravity_general(q.data(), around.gravity, x.s, x.c, out.data());
  }
  out.finish();
}

void Compiled::bias(VecIn q, VecIn qd, Workspace* work, VecOut c) const {
  if (!code_ || !code_->bias) return plainly(arm_, work, [&](Workspace& w) { arm_.bias(q, qd, w, c); });
  require_posture("bias", q, work);
  arm_.require_vector("bias", "qd", qd);
  arm_.require_size("bias", "c", c.size(), 1, dof(), 1);
  const Turns x(*code_, q);
  VectorTarget out(c, {q, qd});
  code_->bias(q.data(), qd.data(), x.s, x.c, out.data());
  out.finish();
}

void Compiled::inertia(VecIn q, Workspace* work, MatOut M) const {
  if (!code_ || !code_->inertia) return plainly(arm_, work, [&](Workspace& w) { arm_.inertia(q, w, M); });
  require_posture("inertia", q, work);
  arm_.require_size("inertia", "M", M.rows(), M.cols(), dof(), dof());
  const Turns x(*code_, q);
  MatrixTarget out(M, q);
  code_->inertia(q.data(), x.s, x.c, out.data());
  out.finish();
}

void Compiled::jacobian(VecIn q, Workspace* work, MatOut J) const {
  if (!code_ || !code_->jacobian) return plainly(arm_, work, [&](Workspace& w) { arm_.jacobian(q, w, J); });
  require_posture("jacobian", q, work);
  arm_.require_size("jacobian", "J", J.rows(), J.cols(), 6, dof());
  const Turns x(*code_, q);
  MatrixTarget out(J, q);
  code_->jacobian(q.data(), x.s, x.c, out.data());
  out.finish();
}

}  // namespace catena
