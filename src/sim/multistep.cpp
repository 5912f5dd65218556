// SPDX-License-Identifier: Apache-2.0
// Linear multistep methods of variable order and step, by SUNDIALS' CVODE: Adams-Moulton up to order 12, iterated
// from a predictor as in Adams-Bashforth-Moulton; backward differentiation formulas up to order 5 with Newton's method,
// for stiff problems.
#include <cvode/cvode.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <new>

#include "sim/integrator.hpp"
#include "sim/sundials.hpp"

namespace catena::sim::detail {
namespace {

struct FreeCvode {
  void operator()(void* memory) const { CVodeFree(&memory); }
};
struct FreeMatrix {
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
};
struct FreeLinear {
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
};
struct FreeNonlinear {
  void operator()(SUNNonlinearSolver solver) const { SUNNonlinSolFree(solver); }
};

using Matrix = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, FreeMatrix>;

// CVODE copies the Jacobian in its first step, and does not check whether the copy could be allocated: it is made before.
thread_local Matrix* prepared = nullptr;
SUNMatrix prepared_copy(SUNMatrix like) {
  return prepared && *prepared ? prepared->release() : SUNMatClone_Dense(like);
}

class Multistep final : public Integrator {
 public:
  Multistep(System& system, const Options& options)
      : Integrator(system), dense_(state_), y_(wrap(state_, context_)), dense_y_(wrap(dense_, context_)) {
    const bool adams = options.integrator == "adams";
    cvode_.reset(must(CVodeCreate(adams ? CV_ADAMS : CV_BDF, context_)));
    void* const cv = cvode_.get();
    const int begun = CVodeInit(cv, sundials_rate, 0, y_.get());
    if (begun < 0)
      cvode_.release();  // it has freed its vectors, and CVodeFree of SUNDIALS 6.4 would free them again
    must(begun, "CVodeInit");
    must(CVodeSetUserData(cv, &asked_), "CVodeSetUserData");
    must(CVodeSetErrHandlerFn(cv, keep_message, &message_), "CVodeSetErrHandlerFn");
    must(CVodeSStolerances(cv, options.rtol, options.atol), "CVodeSStolerances");
    must(CVodeSetMaxErrTestFails(cv, 30), "CVodeSetMaxErrTestFails");
    must(CVodeSetMaxConvFails(cv, 30), "CVodeSetMaxConvFails");
    if (adams) {
      iteration_.reset(SUNNonlinSol_FixedPoint(y_.get(), 0, context_));
      must(iteration_.get());
      must(CVodeSetNonlinearSolver(cv, iteration_.get()), "CVodeSetNonlinearSolver");
    } else {
      const sunindextype size = system.size();
      jacobian_.reset(SUNDenseMatrix(size, size, context_));
      must(jacobian_.get());
      copy_.reset(SUNDenseMatrix(size, size, context_));
      must(copy_.get());
      jacobian_->ops->clone = prepared_copy;
      solver_.reset(SUNLinSol_Dense(y_.get(), jacobian_.get(), context_));
      must(solver_.get());
      const int linked = CVodeSetLinearSolver(cv, solver_.get(), jacobian_.get());
      if (linked == CVLS_MEM_FAIL) throw std::bad_alloc();
      must(linked, "CVodeSetLinearSolver");
    }
    if (system.events() > 0) {
      must(CVodeRootInit(cv, system.events(), sundials_watched), "CVodeRootInit");
      std::vector<int> down(fallen_.size(), -1);
      must(CVodeSetRootDirection(cv, down.data()), "CVodeSetRootDirection");
      must(CVodeSetNoInactiveRootWarn(cv), "CVodeSetNoInactiveRootWarn");
    }
  }

  void restart(double t, std::span<const double> y, double stop) override {
    count();
    time_ = t;
    std::copy(y.begin(), y.end(), state_.begin());
    must(CVodeReInit(cvode_.get(), t, y_.get()), "CVodeReInit");
    must(CVodeSetStopTime(cvode_.get(), stop), "CVodeSetStopTime");
    stop_ = stop;
  }

  Progress step() override {
    std::fill(fallen_.begin(), fallen_.end(), 0);
    prepared = &copy_;
    const double before = time_;
    std::copy(state_.begin(), state_.end(), before_.begin());
    int flag = CVode(cvode_.get(), stop_, y_.get(), &time_, CV_ONE_STEP);
    if (flag == CV_ILL_INPUT &&
        system_.events() > 0) {  // another event right after the last one: starts anew
      restart(before, before_, stop_);
      flag = CVode(cvode_.get(), stop_, y_.get(), &time_, CV_ONE_STEP);
    }
    prepared = nullptr;
    require_memory(flag);
    if (flag < 0) {
      complaint_ = complaint_of(flag, message_);
      return Progress::failed;
    }
    if (flag == CV_ROOT_RETURN) {
      must(CVodeGetRootInfo(cvode_.get(), fallen_.data()), "CVodeGetRootInfo");
      return Progress::event;
    }
    return flag == CV_TSTOP_RETURN ? Progress::arrived : Progress::stepped;
  }

  void at(double t, std::span<double> y) override {
    if (t == time_) {
      std::copy(state_.begin(), state_.end(), y.begin());
      return;
    }
    must(CVodeGetDky(cvode_.get(), t, 0, dense_y_.get()), "CVodeGetDky");
    std::copy(dense_.begin(), dense_.end(), y.begin());
  }

  long rejected() const override { return rejected_ + in_this_part(); }

 private:
  long in_this_part() const {
    long fails = 0, unsolved = 0;
    must(CVodeGetNumErrTestFails(cvode_.get(), &fails), "CVodeGetNumErrTestFails");
    must(CVodeGetNumStepSolveFails(cvode_.get(), &unsolved), "CVodeGetNumStepSolveFails");
    return fails + unsolved;
  }
  void count() { rejected_ += in_this_part(); }  // before SUNDIALS resets it

  Asked asked_{system_};
  SundialsContext context_;
  std::vector<double> dense_;            // (size)
  std::vector<double> before_ = state_;  // (size) before the step
  SundialsVector y_, dense_y_;
  std::string message_;
  Matrix jacobian_, copy_;  // the latter until CVODE takes it
  std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, FreeLinear> solver_;
  std::unique_ptr<std::remove_pointer_t<SUNNonlinearSolver>, FreeNonlinear> iteration_;
  std::unique_ptr<void, FreeCvode> cvode_;
  double stop_ = 0;
  long rejected_ = 0;  // before the last restart
};

}  // namespace

std::unique_ptr<Integrator> make_multistep(System& system, const Options& options) {
  return std::make_unique<Multistep>(system, options);
}

}  // namespace catena::sim::detail
