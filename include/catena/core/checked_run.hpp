// SPDX-License-Identifier: Apache-2.0
// How a method computes a quantity once the posture is set: with the terms of the motors, with a check of the pivots of M, and
// again by the stable method where M is ill-conditioned. `Arm` and the commands run every method this way.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "catena/core/inline.hpp"
#include "catena/core/method.hpp"
#include "catena/core/model/pivot.hpp"
#include "catena/core/motors.hpp"
#include "catena/core/status.hpp"

namespace catena {

namespace detail {

// For pivots of a regular M: is M positive definite, if `roots` of D are taken, and is the Jacobian of full rank?
Status status_of_regular(const Pivots<double>& pivots, std::size_t n, bool roots, BadPivot& bad) noexcept;
// The same for any pivots; `regular` are the smallest ones of a regular M.
Status status_of(const Pivots<double>& pivots, std::span<const double> regular, bool roots,
                 BadPivot& bad) noexcept;

// `steps` knows the method and its memory:
//   run()                 by the method, which returns its pivots
//   run_for_pivots()      the pivots by another one, if the method has none
//   least(), roots()      the smallest pivots for which the method is trusted, and whether it takes roots of D
//   run_again(pivots)     if there are smaller ones: by the stable method, if there is one, with the status of its pivots
//   motor_terms(), bad()  memory: (n) for the terms of the motors, and for the pivot that is to blame
// It is inlined, so that what a constant `quantity` needs is known at compile time.
template <class Steps>
CATENA_INLINE Status run_checked(const QuantityInfo& quantity, const Chain<double>& arm, bool motors,
                                 const State<double>& s, const Steps& steps, const Result<double>& out) {
  if (!quantity.divides()) {
    if (motor_effect(quantity.quantity) == MotorEffect::added && motors) [[unlikely]] {
      motor_terms<double>(quantity.quantity, arm, s, steps.motor_terms());
      steps.run();
      add_motor_terms<double>(quantity.quantity, arm, steps.motor_terms(), out);
    } else {
      steps.run();
    }
    return {};
  }
  Pivots<double> pivots = steps.run();
  if (!pivots.values) pivots = steps.run_for_pivots();  // D is that of M, whatever method computes it
  if (!all_above(steps.least(), pivots.values, pivots.inverse)) [[unlikely]]
    return steps.run_again(pivots);
  return status_of_regular(pivots, steps.least().size(), steps.roots(), steps.bad());
}

// Throws the error that a status other than `ok` of run_checked stands for.
[[noreturn]] void throw_bad_pivot(const Status& status, std::string_view call, const std::string& robot,
                                  const BadPivot& bad);

}  // namespace detail

// A method with all memory that run_checked needs, for one arm and one thread. The arm must outlive it.
class CheckedMethod {
 public:
  // `motors`: the results are those of the arm with its motors. `replaceable`: by the stable method of the quantity, where M is
  // ill-conditioned.
  CheckedMethod(const Chain<double>& arm, const Method<double>& method, bool motors, bool replaceable);

  // Returns the method that computed the result. Throws Error(numerical), which names the robot, if M is singular.
  const Method<double>& run(const Posture<double>& x, const State<double>& s, const Result<double>& out,
                            const std::string& robot);

 private:
  struct Steps;

  const Chain<double>* arm_;
  bool motors_;
  Prepared<double> method_;
  const Method<double>* other_ = nullptr;  // the stable method, if it may be used
  std::vector<double> least_;              // (n) if the quantity divides by M
  struct Rare {                            // made when it is needed
    std::optional<Prepared<double>> stable, pivots;
    std::vector<double> zeros, unused, terms, regular;  // (n)
  };
  std::unique_ptr<Rare> rare_;
  const Method<double>* used_ = nullptr;
  BadPivot bad_;
};

}  // namespace catena
