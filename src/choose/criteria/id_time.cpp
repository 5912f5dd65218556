// SPDX-License-Identifier: Apache-2.0
// Time of one evaluation of inverse dynamics along the path: by plain calls, by code generated for the arm, and as 004 has
// it, from the GIM and the MCI.
#include "catena/codegen/compiled.hpp"
#include "catena/core/library_methods.hpp"
#include "choose/criteria/criteria.hpp"

namespace catena::choose::detail {
namespace {

using VecMap = Eigen::Map<const Eigen::VectorXd>;

template <class Any>
std::function<void()> run_of(std::shared_ptr<const Any> arm, std::shared_ptr<const Path> path) {
  const auto work = std::make_shared<Workspace>(*arm);
  const auto tau = std::make_shared<Eigen::VectorXd>(arm->dof());
  return [=] {
    const auto n = static_cast<std::size_t>(arm->dof());
    const auto at = [n](const std::vector<double>& x, std::size_t k) {
      return VecMap(x.data() + k * n, static_cast<Eigen::Index>(n));
    };
    for (std::size_t k = 0; k < path->states(); ++k)
      arm->id(at(path->q, k), at(path->qd, k), at(path->qdd, k), *work, *tau);
  };
}

}  // namespace

std::function<void()> id_time(const Arm& arm, std::shared_ptr<const Path> path, std::string&) {
  return run_of(std::make_shared<const Arm>(arm), std::move(path));
}

std::function<void()> id_time_generated(const Arm& arm, std::shared_ptr<const Path> path, std::string& why) {
  if (arm.dof() > Compiled::kMostJoints) {
    why = "too many joints for generated code";
    return {};
  }
  const auto compiled = std::make_shared<const Compiled>(arm, std::vector{Quantity::id});
  if (compiled->native()) return run_of(compiled, std::move(path));
  why = compiled->note() ? compiled->note()->what : "no generated code";
  return {};
}

TimedCall gim_mci_time(const Arm& arm, std::shared_ptr<const Path> path, std::string&) {
  struct Model {
    explicit Model(const Arm& given)
        : arm(given),
          posture(arm.chain()),
          id(library_method(Quantity::id, "gim_mci")->prepare(arm.chain())),
          tau(static_cast<std::size_t>(arm.dof())) {}
    Arm arm;
    Posture<double> posture;
    Prepared<double> id;
    std::vector<double> tau;
  };
  const auto model = std::make_shared<Model>(arm);
  return [=] {
    const auto n = static_cast<std::size_t>(model->arm.dof());
    const auto at = [n](const std::vector<double>& x, std::size_t k) {
      return std::span(x).subspan(k * n, n);
    };
    for (std::size_t k = 0; k < path->states(); ++k) {
      set_posture(model->arm.chain(), at(path->q, k), model->posture);
      const State<double> s{
          at(path->q, k),       at(path->qd, k), at(path->qdd, k), {}, model->arm.chain().gravity(),
          Force<double>::zero()};
      model->id.run(model->posture, s, model->tau);  // τ = I θ̈ + C θ̇ + g                     004 (9)
    }
  };
}

}  // namespace catena::choose::detail
