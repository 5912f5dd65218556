// SPDX-License-Identifier: Apache-2.0
// Any quantity by any method, by the table of quantities.
#include <array>
#include <cmath>

#include "catena/core/library_methods.hpp"
#include "catena/core/model/pivot.hpp"
#include "model.hpp"

namespace catena::wasm {
namespace {

const QuantityInfo& quantity_of(const Arguments& arguments) {
  return quantity_named(arguments.text("quantity"));
}

// The method that computes a quantity of an arm, by its name or as the arm chooses; null if there is none of that name. Throws if this
// module has left it out (first/methods.hpp).
const Method<double>* method_of(const QuantityInfo& quantity, const Arm& arm, std::string_view name) {
  const Method<double>& chosen = arm.method(quantity.quantity);
  const Method<double>* const method =
      name.empty() || name == chosen.name ? &chosen : library_method(quantity.quantity, name);
  if (method != nullptr && method->execute == nullptr)
    throw Error(ErrorKind::usage, std::string(quantity.name),
                "this module does not have the method '" + std::string(method->name) + "'")
        .hint("load catena-more.wasm, which has all methods");
  return method;
}

// The inputs of a call, and the numbers that they refer to.
class Inputs {
 public:
  Inputs(const Model& model, const Arguments& arguments) {
    for (const InputInfo& input : kInputs) arguments.has(input.name);  // a quantity may need fewer
    at_.q = arguments.numbers("q");
    at_.qd = arguments.numbers("qd");
    at_.qdd = arguments.numbers("qdd");
    at_.tau = arguments.numbers("tau");
    at_.v = arguments.numbers("v");
    if (arguments.has("tip")) at_.tip = wrench(arguments.numbers("tip", 6));
    if (arguments.has("V")) {
      const auto V = arguments.numbers("V");
      const int n = model.arm.dof();
      if (n == 0 || V.size() % static_cast<std::size_t>(n) != 0)
        throw Error(ErrorKind::usage, "V", "has the wrong size")
            .given(std::to_string(V.size()) + " numbers")
            .need("a multiple of " + std::to_string(n));
      V_ = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
          V.data(), n, static_cast<Eigen::Index>(V.size()) / n);
      at_.V = MatrixIn(V_);
    }
    const auto wrenches = arguments.numbers("wrenches");
    if (wrenches.size() % 6 != 0)
      throw Error(ErrorKind::usage, "wrenches", "have the wrong size")
          .given(std::to_string(wrenches.size()) + " numbers")
          .need("six for each link");
    for (std::size_t k = 0; k < wrenches.size(); k += 6) wrenches_.push_back(wrench(wrenches.subspan(k, 6)));
    at_.wrenches = wrenches_;
    at_.frame = model.frame(arguments);
    at_.damping = arguments.number_or("damping", 0);
    constexpr std::pair<std::string_view, Axes> kAxes[] = {
        {"frame", Axes::frame}, {"base_at_frame", Axes::base_at_frame}, {"base", Axes::base}};
    at_.wrench_axes = arguments.choice("wrenchAxes", kAxes);
    if (arguments.has("gravity")) gravity_ = arguments.vector("gravity", 3);
  }
  Inputs(const Inputs&) = delete;
  Inputs& operator=(const Inputs&) = delete;

  const At& at() const { return at_; }
  const std::optional<Eigen::Vector3d>& gravity() const { return gravity_; }
  int columns() const { return at_.V ? static_cast<int>(V_.cols()) : -1; }

 private:
  static Wrench wrench(std::span<const double> x) { return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}}; }

  At at_;
  Eigen::MatrixXd V_;
  std::vector<Wrench> wrenches_;
  std::optional<Eigen::Vector3d> gravity_;
};

// Its number of indices, how far they run, how many numbers there are; then these, the last index fastest.
void add_array(const Extents& extents, const double* values, Results& out) {
  out.add(std::array{static_cast<double>(extents.indices), static_cast<double>(extents.size[0]),
                     static_cast<double>(extents.size[1]), static_cast<double>(extents.size[2]),
                     static_cast<double>(extents.count())});
  for (std::size_t i = 0; i < extents[0]; ++i)
    for (std::size_t j = 0; j < extents[1]; ++j)
      for (std::size_t k = 0; k < extents[2]; ++k) out.numbers.push_back(values[extents.place(i, j, k)]);
}

// What the command checks of a result as well.
void require_result(const QuantityInfo& quantity, const Results& out) {
  for (const double x : out.numbers)
    if (!std::isfinite(x))
      throw Error(ErrorKind::numerical, std::string(quantity.name), "the result is not finite")
          .hint("the numbers of this state are too large");
}

int eval(Model& model, const Arguments& arguments, Results& out) {
  const QuantityInfo& quantity = quantity_of(arguments);
  const Inputs inputs(model, arguments);
  const std::string method = arguments.text_or("method", "");
  const Model::Ready ready = model.ready(arguments.flag_or("motors", false));
  arguments.require_all_read();

  std::optional<Arm> elsewhere;
  if (inputs.gravity()) elsewhere = ready.arm.with_gravity(*inputs.gravity());
  const Arm& arm = elsewhere ? *elsewhere : ready.arm;
  const Method<double>* const used = method_of(quantity, arm, method);
  const int n = arm.dof();
  out.text = std::string(quantity.name) + ' ' + (used != nullptr ? std::string(used->name) : method);
  for (const ArrayInfo& array : quantity.results())
    out.text += ' ' + (array.name.empty() ? std::string("-") : std::string(array.name));

  if (method.empty()) {
    std::vector<double> values(size_of(quantity.quantity, n, inputs.columns()));
    arm.eval(quantity.quantity, inputs.at(), ready.work,
             Result<double>(quantity.quantity, n, values, inputs.columns()));
    const double* from = values.data();
    for (const ArrayInfo& array : quantity.results()) {
      const Extents extents = extents_of(array.shape, n, inputs.columns());
      add_array(extents, from, out);
      from += extents.count();
    }
    require_result(quantity, out);
    return 0;
  }
  const std::vector<Eigen::MatrixXd> arrays = arm.eval(quantity.quantity, inputs.at(), method);
  for (std::size_t k = 0; k < arrays.size(); ++k)
    add_array(extents_of(quantity.results()[k].shape, n, inputs.columns()), arrays[k].data(), out);
  require_result(quantity, out);
  return 0;
}

}  // namespace
}  // namespace catena::wasm

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(arm_eval, [](int handle, const Arguments& arguments, Results& out) {
  return eval(models().at(handle), arguments, out);
})

CATENA_CALL(arm_method, [](int handle, const Arguments& arguments, Results& out) {
  out.text = models().at(handle).arm.method(quantity_of(arguments).quantity).name;
  return 0;
})
