// SPDX-License-Identifier: Apache-2.0
// The same calls in place, with their checks of sizes and values, through CATENA_MODEL: `Arm`, or `Compiled` with code
// generated for the arm.
#include "catena/core/arm.hpp"

#include <array>
#include <string_view>
#include <type_traits>

#include "catena/codegen/compiled.hpp"
#include "contest.hpp"

namespace catena::bench {
namespace {

using Model = CATENA_MODEL;
using Vector = Eigen::Map<const Eigen::VectorXd>;
constexpr bool kGenerated = std::is_same_v<Model, Compiled>;

template <class M>
M model(const Robot& robot) {
  if constexpr (std::is_same_v<M, Compiled>) {
    M arm(Arm(robot), generated_quantities());
    if (!arm.native() && arm.dof() <= Compiled::kMostJoints)
      throw Error(ErrorKind::io, CATENA_CONTESTANT, arm.note()->what);
    return arm;
  } else {
    return M(robot);
  }
}

template <class M>
bool is_native(const M& arm) {
  if constexpr (std::is_same_v<M, Compiled>)
    return arm.native();
  else
    return false;
}

struct Facade {
  explicit Facade(const Robot& robot)
      : arm(model<Model>(robot)),
        pool(arm.dof()),
        work(arm),
        out(arm.dof()),
        A(arm.dof(), arm.dof()),
        B(A),
        C(A),
        J(6, arm.dof()),
        Y(arm.dof(), 10 * arm.dof()) {}

  Vector at(const std::vector<double>& x, std::size_t k) const { return {&x[k * pool.n], arm.dof()}; }

  void id(std::size_t k) { arm.id(at(pool.q, k), at(pool.qd, k), at(pool.qdd, k), work, out); }
  void fd(std::size_t k) { arm.fd(at(pool.q, k), at(pool.qd, k), at(pool.tau, k), work, out); }
  void inertia(std::size_t k) { arm.inertia(at(pool.q, k), work, A); }
  // One matrix for each state of a small batch, which writes as much.
  void inertia_of_few(std::size_t k) {
    const auto n = static_cast<std::size_t>(arm.dof());
    if (few.empty()) few.resize(kFew * n * n);
    arm.inertia(at(pool.q, k % kFew), work,
                Eigen::Map<Eigen::MatrixXd>(&few[k % kFew * n * n], arm.dof(), arm.dof()));
  }
  void gravity(std::size_t k) { arm.gravity(at(pool.q, k), work, out); }
  void bias(std::size_t k) { arm.bias(at(pool.q, k), at(pool.qd, k), work, out); }
  void jacobian(std::size_t k) { arm.jacobian(at(pool.q, k), work, J); }
  void id_derivatives(std::size_t k) {
    arm.id_derivatives(at(pool.q, k), at(pool.qd, k), at(pool.qdd, k), work, A, B, C);
  }
  void fd_derivatives(std::size_t k) {
    arm.fd_derivatives(at(pool.q, k), at(pool.qd, k), at(pool.tau, k), work, A, B, C);
  }
  void coriolis(std::size_t k) { arm.coriolis(at(pool.q, k), at(pool.qd, k), work, A); }
  void inertia_inverse(std::size_t k) { arm.inertia_inverse(at(pool.q, k), work, A); }
  void christoffel(std::size_t k) {
    if (gamma.size() == 0) gamma.resize(arm.dof(), arm.dof() * arm.dof());
    arm.eval(Quantity::christoffel, {.q = pool.at(pool.q, k)}, work,
             Result<double>(Quantity::christoffel, arm.dof(),
                            {gamma.data(), static_cast<std::size_t>(gamma.size())}));
  }

  // not compiled
  void nle(std::size_t k) { plain().nle(at(pool.q, k), at(pool.qd, k), work, out); }
  void terms(std::size_t k) { plain().terms(at(pool.q, k), at(pool.qd, k), work, A, B, out); }
  void slotine_li(std::size_t k) {
    plain().slotine_li(at(pool.q, k), at(pool.qd, k), at(pool.qdd, k), at(pool.qdd, k), work, out);
  }
  void regressor(std::size_t k) {
    plain().regressor(at(pool.q, k), at(pool.qd, k), at(pool.qdd, k), work, Y);
  }
  void id_second_derivatives(std::size_t k) {
    for (Eigen::MatrixXd& cube : cubes)
      if (cube.size() == 0) cube.resize(arm.dof(), arm.dof() * arm.dof());
    plain().id_second_derivatives(at(pool.q, k), at(pool.qd, k), at(pool.qdd, k), Wrench::zero(), work,
                                  cubes[0], cubes[1], cubes[2], cubes[3]);
  }
  void operational_inertia(std::size_t k) {
    plain().operational_inertia(at(pool.q, k), {}, 1e-4, work, at_tool);
  }
  const Arm& plain() const { return arm; }
  bool runs_plainly() const { return kGenerated && !is_native(arm); }

  Model arm;
  Pool pool;
  Workspace work;
  Eigen::VectorXd out;
  Eigen::MatrixXd A, B, C, J, Y, gamma;
  std::vector<double> few;
  std::array<Eigen::MatrixXd, 4> cubes;  // made when first used
  Eigen::Matrix<double, 6, 6> at_tool;
};

const int entered = [] {
  for (const std::string& name : arms()) {
    const char* const spec = name.c_str();
    const auto made = std::make_shared<std::unique_ptr<Facade>>();
    enter<Facade, &Facade::id>("id", CATENA_CONTESTANT, spec, made);
    enter<Facade, &Facade::inertia>("inertia", CATENA_CONTESTANT, spec, made);
    enter<Facade, &Facade::fd>("fd", CATENA_CONTESTANT, spec, made);
    enter<Facade, &Facade::gravity>("gravity", CATENA_CONTESTANT, spec, made);
    enter<Facade, &Facade::bias>("bias", CATENA_CONTESTANT, spec, made);
    enter<Facade, &Facade::jacobian>("jacobian", CATENA_CONTESTANT, spec, made);
    enter<Facade, &Facade::coriolis>("coriolis", CATENA_CONTESTANT, spec, made);
    enter<Facade, &Facade::inertia_inverse>("inertia_inverse", CATENA_CONTESTANT, spec, made);
    if (lean_robot(spec).dof() <= 7)
      enter<Facade, &Facade::christoffel>("christoffel", CATENA_CONTESTANT, spec, made);
    if (!kGenerated) {
      enter<Facade, &Facade::inertia_of_few>("inertia:64", CATENA_CONTESTANT, spec, made);
      enter<Facade, &Facade::nle>("nle", CATENA_CONTESTANT, spec, made);
      enter<Facade, &Facade::terms>("terms", CATENA_CONTESTANT, spec, made);
      enter<Facade, &Facade::slotine_li>("slotine_li", CATENA_CONTESTANT, spec, made);
      enter<Facade, &Facade::regressor>("regressor", CATENA_CONTESTANT, spec, made);
      if (lean_robot(spec).dof() <= 30)
        enter<Facade, &Facade::id_second_derivatives>("id_second_derivatives", CATENA_CONTESTANT, spec, made);
      enter<Facade, &Facade::operational_inertia>("operational_inertia", CATENA_CONTESTANT, spec, made);
    }
    if (kGenerated && std::string_view(spec) == "chain:7") continue;  // plain calls: too few right angles
    enter<Facade, &Facade::id_derivatives>("id_derivatives", CATENA_CONTESTANT, spec, made);
    enter<Facade, &Facade::fd_derivatives>("fd_derivatives", CATENA_CONTESTANT, spec, made);
  }
  return 0;
}();

}  // namespace
}  // namespace catena::bench
