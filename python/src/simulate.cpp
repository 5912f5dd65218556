// SPDX-License-Identifier: Apache-2.0
// Simulations, with controllers that are callables of Python.
#include <fmt/format.h>

#include "call.hpp"
#include "catena/sim/digital_control.hpp"
#include "catena/sim/run_text.hpp"
#include "catena/sim/scenario.hpp"
#include "catena/sim/simulation.hpp"
#include "functions.hpp"
#include "values.hpp"
#include "without_gil.hpp"

namespace catena::python {
namespace {

// A callable (t, q, qd) -> tau. If it raises an exception, that is kept and an Error ends the run.
class Callable {
 public:
  Callable(PyObject* function, int dof) : function_(Ref::borrowed(function)), dof_(dof) {}
  ~Callable() {
    Py_XDECREF(type_);
    Py_XDECREF(exception_);
    Py_XDECREF(trace_);
  }
  Callable(const Callable&) = delete;
  Callable& operator=(const Callable&) = delete;

  void operator()(double t, VecIn q, VecIn qd, VecOut tau) {
    try {
      if (exception_ || type_) throw Raised();
      const auto array = [&](VecIn x) { return array_of({x.data(), static_cast<std::size_t>(x.size())}); };
      const Ref time = value(t), position = array(q), velocity = array(qd);
      const Ref result = Ref::made(
          PyObject_CallFunctionObjArgs(function_.get(), time.get(), position.get(), velocity.get(), nullptr));
      take_numbers(result.get(), "the torques of the controller",
                   {tau.data(), static_cast<std::size_t>(dof_)});
    } catch (...) {
      if (!type_) {
        set_current();
        PyErr_Fetch(&type_, &exception_, &trace_);
      }
      throw Error(ErrorKind::numerical, "the controller", "it raised an exception");
    }
  }
  int dof() const { return dof_; }

  // Raises the exception again, if there was one.
  void raise_again() {
    if (!type_) return;
    PyErr_Restore(type_, exception_, trace_);
    type_ = exception_ = trace_ = nullptr;
    throw Raised();
  }

 private:
  Ref function_;
  int dof_;
  PyObject *type_ = nullptr, *exception_ = nullptr, *trace_ = nullptr;
};

class ContinuousController : public sim::Drive {
 public:
  explicit ContinuousController(std::shared_ptr<Callable> call) : call_(std::move(call)) {}
  int dof() const override { return call_->dof(); }
  void torque(double t, VecIn q, VecIn qd, VecOut tau) override { (*call_)(t, q, qd, tau); }

 private:
  std::shared_ptr<Callable> call_;
};

class SampledController : public sim::DigitalController {
 public:
  explicit SampledController(std::shared_ptr<Callable> call) : call_(std::move(call)) {}
  int dof() const override { return call_->dof(); }
  void control(double t, VecIn q, VecIn qd, VecOut tau) override { (*call_)(t, q, qd, tau); }

 private:
  std::shared_ptr<Callable> call_;
};

sim::Options options_from(PyObject* given) {
  constexpr std::pair<const char*, sim::AtLimit> choices[] = {{"ignore", sim::AtLimit::ignore},
                                                              {"stop", sim::AtLimit::stop},
                                                              {"bounce", sim::AtLimit::bounce},
                                                              {"spring", sim::AtLimit::spring}};
  sim::Options o;
  const auto number = [&](const char* key, double& to) { to = number_entry(given, key).value_or(to); };
  o.method = text_entry(given, "method", o.method.c_str());
  o.integrator = text_entry(given, "integrator", o.integrator.c_str());
  number("rtol", o.rtol);
  number("atol", o.atol);
  number("step", o.step);
  number("duration", o.duration);
  number("sample", o.sample);
  if (PyObject* const times = entry(given, "sample_times")) {
    const Ref array = Ref::made(np::doubles(times));
    const np::Array& a = np::array(array.get());
    if (a.nd != 1) throw Error(ErrorKind::usage, "sample_times", "wrong shape").need("(m,)");
    const double* const x = reinterpret_cast<const double*>(a.data);
    o.sample_times.assign(x, x + a.dims[0]);
  }
  o.at_limit = choice_entry<sim::AtLimit>(given, "at_limit", choices);
  number("restitution", o.restitution);
  number("stiffness", o.stiffness);
  number("damping", o.damping);
  o.friction = flag_entry(given, "friction");
  number("smoothing", o.smoothing);
  o.rotors = flag_entry(given, "rotors");
  o.max_steps = whole_entry(given, "max_steps", o.max_steps);
  if (const auto w = vector_entry(given, "tip", 6))
    o.tip = {{(*w)[0], (*w)[1], (*w)[2]}, {(*w)[3], (*w)[4], (*w)[5]}};
  return o;
}

PyObject* described(const sim::Run& run) {
  const auto samples = [](const sim::Samples& x) {
    return array_of({x.matrix().data(), static_cast<std::size_t>(x.matrix().size())},
                    static_cast<std::size_t>(x.rows()));
  };
  Ref events = Ref::made(PyList_New(0));
  for (const sim::Event& e : run.events) {
    const Ref row = Ref::made(Py_BuildValue("disd", e.time, e.joint, e.upper ? "upper" : "lower", e.speed));
    if (PyList_Append(events.get(), row.get()) < 0) throw Raised();
  }
  const sim::Statistics& s = run.statistics;
  Ref statistics = Dict()
                       .put("steps", s.steps)
                       .put("implicit", s.implicit)
                       .put("rejected", s.rejected)
                       .put("evaluations", s.evaluations)
                       .put("restarts", s.restarts)
                       .take();
  return Dict()
      .put("time", array_of(run.time))
      .put("q", samples(run.q))
      .put("qd", samples(run.qd))
      .put("qdd", samples(run.qdd))
      .put("tau", samples(run.tau))
      .put("tool", samples(run.tool))
      .put("kinetic", array_of(run.kinetic))
      .put("potential", array_of(run.potential))
      .put("work", array_of(run.by_drive))
      .put("imbalance", run.largest_imbalance())
      .put("events", std::move(events))
      .put("statistics", std::move(statistics))
      .put("notes", run.notes)
      .put("end", sim::name(run.end))
      .put("end_time", run.end_time)
      .put("failure", run.failure ? value(std::string(run.failure->what())) : Ref::borrowed(Py_None))
      .release();
}

// Without the GIL; an interrupt ends it.
sim::Run run_alone(const Arm& arm, const sim::JointState& start, sim::Drive* drive,
                   const sim::Options& options) {
  bool fine = true;
  std::optional<sim::Run> run;
  {
    WithoutGil without;
    const Watch watch = [&](const Advance&) { return fine = without.handle_signals(); };
    run =
        drive ? sim::simulate(arm, start, *drive, options, watch) : sim::simulate(arm, start, options, watch);
  }
  if (!fine) throw Raised();
  return *std::move(run);
}

sim::Run run_controlled(const Arm& arm, const sim::JointState& start, PyObject* function, PyObject* given,
                        const sim::Options& options) {
  const auto call = std::make_shared<Callable>(function, arm.dof());
  std::unique_ptr<sim::Drive> drive;
  if (const auto period = number_entry(given, "period")) {
    constexpr std::pair<const char*, sim::DigitalControl::Hold> holds[] = {
        {"zero", sim::DigitalControl::Hold::zero}, {"ramp", sim::DigitalControl::Hold::ramp}};
    sim::DigitalControl::Timing timing = {.period = *period};
    timing.delay = number_entry(given, "delay").value_or(0);
    timing.hold = choice_entry<sim::DigitalControl::Hold>(given, "hold", holds);
    drive = std::make_unique<sim::DigitalControl>(std::make_shared<SampledController>(call), timing);
  } else {
    drive = std::make_unique<ContinuousController>(call);
  }
  bool fine = true;
  sim::Run run = sim::simulate(arm, start, *drive, options,
                               [&](const Advance&) { return fine = fine && PyErr_CheckSignals() == 0; });
  if (!fine) throw Raised();
  call->raise_again();
  return run;
}

}  // namespace

// _simulate(arm, q, qd, controller or None, options) -> dict; _simulate(name of a scenario, None, None, None, {})
PyObject* simulate_arm(PyObject*, PyObject* args) {
  PyObject *arm = nullptr, *q = nullptr, *qd = nullptr, *controller = nullptr, *given = nullptr;
  if (!PyArg_ParseTuple(args, "OOOOO", &arm, &q, &qd, &controller, &given)) return nullptr;
  return guarded([&] {
    if (PyUnicode_Check(arm)) {
      sim::Setup setup = sim::prepare(sim::load_scenario(text_of(arm, "the scenario")));
      return described(run_alone(setup.arm, setup.start, setup.drive.get(), setup.options));
    }
    const Arm& a = checked_model(arm).arm;
    const auto n = static_cast<std::size_t>(a.dof());
    sim::JointState start = {Eigen::VectorXd::Zero(a.dof()), Eigen::VectorXd::Zero(a.dof())};
    take_numbers(q, "q", {start.q.data(), n});
    if (qd != Py_None) take_numbers(qd, "qd", {start.qd.data(), n});
    const sim::Options options = options_from(given);
    return described(controller == Py_None ? run_alone(a, start, nullptr, options)
                                           : run_controlled(a, start, controller, given, options));
  });
}

}  // namespace catena::python
