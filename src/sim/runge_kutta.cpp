// SPDX-License-Identifier: Apache-2.0
// Explicit Runge-Kutta pairs with step control, by SUNDIALS' ARKODE: Fehlberg 4(5), Dormand and Prince 5(4),
// Verner 6(5) in eight stages.
#include <arkode/arkode_erkstep.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include "sim/integrator.hpp"
#include "sim/sundials.hpp"

namespace catena::sim::detail {
namespace {

struct FreeErk {
  void operator()(void* memory) const { ERKStepFree(&memory); }
};

struct FreeTable {
  void operator()(ARKodeButcherTable table) const { ARKodeButcherTable_Free(table); }
};
using Table = std::unique_ptr<std::remove_pointer_t<ARKodeButcherTable>, FreeTable>;

Table loaded(ARKODE_ERKTableID id) {
  assure_memory();
  Table table(ARKodeButcherTable_LoadERK(id));
  must(table.get());
  return table;
}

// The same method with an additional last stage, the rate at the end of the step (first same as last). ERKStep of
// SUNDIALS before 6.5 assumes that a last stage at the end of the step is that rate, which is not so for Verner's
// method: its order would drop to 3.
Table with_last_stage(const Table& t) {
  const auto s = static_cast<std::size_t>(t->stages), n = s + 1;
  std::vector<double> c(n, 1), A(n * n, 0), b(n, 0), d(n, 0);
  for (std::size_t i = 0; i < s; ++i) {
    std::copy(t->A[i], t->A[i] + s, A.begin() + static_cast<std::ptrdiff_t>(i * n));
    c[i] = t->c[i], b[i] = t->b[i], d[i] = t->d[i];
  }
  std::copy(t->b, t->b + s, A.begin() + static_cast<std::ptrdiff_t>(s * n));
  Table table(ARKodeButcherTable_Create(t->stages + 1, t->q, t->p, c.data(), A.data(), b.data(), d.data()));
  must(table.get());
  return table;
}

Table table_of(const std::string& integrator) {
  if (integrator == "fehlberg") return loaded(ARKODE_FEHLBERG_6_4_5);
  if (integrator == "verner") return with_last_stage(loaded(ARKODE_VERNER_8_5_6));
  return loaded(ARKODE_DORMAND_PRINCE_7_4_5);
}

class RungeKutta final : public Integrator {
 public:
  RungeKutta(System& system, const Options& options)
      : Integrator(system),
        dense_(state_),
        good_(state_),
        y_(wrap(state_, context_)),
        dense_y_(wrap(dense_, context_)) {
    erk_.reset(must(ERKStepCreate(sundials_rate, 0, y_.get(), context_)));
    void* const erk = erk_.get();
    must(ERKStepSetUserData(erk, &asked_), "ERKStepSetUserData");
    must(ERKStepSetErrHandlerFn(erk, keep_message, &message_), "ERKStepSetErrHandlerFn");
    must(ERKStepSStolerances(erk, options.rtol, options.atol), "ERKStepSStolerances");
    const Table table = table_of(options.integrator);
    const int set = ERKStepSetTable(erk, table.get());
    if (set == ARK_MEM_NULL) throw std::bad_alloc();  // so it says that it could not copy the table
    must(set, "ERKStepSetTable");
    must(ERKStepSetMaxErrTestFails(erk, 30), "ERKStepSetMaxErrTestFails");
    // the I controller: on falling arms it needs 10 % fewer evaluations than SUNDIALS' default
    std::array<double, 3> gains = {1, 0, 0};
    must(ERKStepSetAdaptivityMethod(erk, ARK_ADAPT_I, 0, 0, gains.data()), "ERKStepSetAdaptivityMethod");
    must(ERKStepSetSafetyFactor(erk, 0.9), "ERKStepSetSafetyFactor");
    must(ERKStepSetErrorBias(erk, 1.5), "ERKStepSetErrorBias");
    must(ERKStepSetFixedStepBounds(erk, 1, 1.1), "ERKStepSetFixedStepBounds");
    if (system.events() > 0) {
      must(ERKStepRootInit(erk, system.events(), sundials_watched), "ERKStepRootInit");
      std::vector<int> down(fallen_.size(), -1);
      must(ERKStepSetRootDirection(erk, down.data()), "ERKStepSetRootDirection");
      must(ERKStepSetNoInactiveRootWarn(erk), "ERKStepSetNoInactiveRootWarn");
    }
  }

  void restart(double t, std::span<const double> y, double stop) override {
    count();
    time_ = t;
    std::copy(y.begin(), y.end(), state_.begin());
    must(ERKStepReInit(erk_.get(), sundials_rate, t, y_.get()), "ERKStepReInit");
    must(ERKStepSetStopTime(erk_.get(), stop), "ERKStepSetStopTime");
    if (retried_) must(ERKStepSetInitStep(erk_.get(), 0), "ERKStepSetInitStep");  // its own choice again
    retried_ = false;
    stop_ = stop;
  }

  Progress step() override {
    std::fill(fallen_.begin(), fallen_.end(), 0);
    const double before = time_;
    std::copy(state_.begin(), state_.end(), good_.begin());
    if (!begun_) assure_memory();
    begun_ = true;
    int flag = ERKStepEvolve(erk_.get(), stop_, y_.get(), &time_, ARK_ONE_STEP);
    if (flag == ARK_ILL_INPUT &&
        system_.events() > 0) {  // another event right after the last one: starts anew
      std::copy(good_.begin(), good_.end(), state_.begin());
      restart(before, good_, stop_);
      flag = ERKStepEvolve(erk_.get(), stop_, y_.get(), &time_, ARK_ONE_STEP);
    }
    while (flag < 0 && asked_.answer == System::Value::none && try_smaller(before))
      flag = ERKStepEvolve(erk_.get(), stop_, y_.get(), &time_, ARK_ONE_STEP);
    require_memory(flag);
    if (flag < 0) {
      complaint_ = complaint_of(flag, message_);
      return Progress::failed;
    }
    if (flag == ARK_ROOT_RETURN) {
      must(ERKStepGetRootInfo(erk_.get(), fallen_.data()), "ERKStepGetRootInfo");
      return Progress::event;
    }
    return flag == ARK_TSTOP_RETURN ? Progress::arrived : Progress::stepped;
  }

  void at(double t, std::span<double> y) override {
    if (t == time_) {
      std::copy(state_.begin(), state_.end(), y.begin());
      return;
    }
    must_have_value(ERKStepGetDky(erk_.get(), t, 0, dense_y_.get()), "ERKStepGetDky", message_);
    std::copy(dense_.begin(), dense_.end(), y.begin());
  }

  long rejected() const override { return rejected_ + in_this_part(); }

 private:
  // ERKStep fails where f has no value. Retries from the last good state with a tenth of the step; false if the step
  // becomes zero.
  bool try_smaller(double t) {
    double h = 0;
    must(ERKStepGetCurrentStep(erk_.get(), &h), "ERKStepGetCurrentStep");
    h /= 10;
    if (!(h > 1e-13 * (1 + std::abs(t)))) return false;
    count();
    ++rejected_;
    std::copy(good_.begin(), good_.end(), state_.begin());
    must(ERKStepReInit(erk_.get(), sundials_rate, t, y_.get()), "ERKStepReInit");
    must(ERKStepSetInitStep(erk_.get(), h), "ERKStepSetInitStep");
    must(ERKStepSetStopTime(erk_.get(), stop_), "ERKStepSetStopTime");
    asked_.answer = System::Value::found;
    retried_ = true;
    return true;
  }

  long in_this_part() const {
    long fails = 0;
    must(ERKStepGetNumErrTestFails(erk_.get(), &fails), "ERKStepGetNumErrTestFails");
    return fails;
  }
  void count() { rejected_ += in_this_part(); }  // before SUNDIALS resets it

  Asked asked_{system_};
  SundialsContext context_;
  std::vector<double> dense_;  // (size)
  std::vector<double> good_;   // (size) before the step
  SundialsVector y_, dense_y_;
  std::string message_;
  std::unique_ptr<void, FreeErk> erk_;
  double stop_ = 0;
  bool begun_ = false;  // the first step allocates
  bool retried_ = false;
  long rejected_ = 0;  // before the last restart
};

}  // namespace

std::unique_ptr<Integrator> make_runge_kutta(System& system, const Options& options) {
  return std::make_unique<RungeKutta>(system, options);
}

}  // namespace catena::sim::detail
