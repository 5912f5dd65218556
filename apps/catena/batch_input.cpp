// SPDX-License-Identifier: Apache-2.0
#include "batch_input.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/text.hpp"

namespace catena::cli {
BatchInput::BatchInput(const Robot& robot, const Plan& plan, const BatchOptions& options) {
  const auto n = static_cast<std::size_t>(robot.dof());
  std::string first;  // the file that determines the number of states
  const auto open = [&](std::optional<Array>& array, const char* name, const std::string& path,
                        std::size_t each, std::string_view needed_by, bool may_lack) {
    if (path.empty()) {
      if (needed_by.empty() || may_lack) return;
      throw Error(ErrorKind::usage, "eval --batch", fmt::format("--{} is missing", name))
          .need(fmt::format("a .npy file with {} per row, for '{}'", catena::text::counted(each, "number"),
                            needed_by));
    }
    array.emplace(name, path, each);
    array->used = !needed_by.empty();
    const NpyShape& shape = array->file.head().shape;
    if (!((shape.size() == 2 && shape[1] == each) || (shape.size() == 1 && each == 1))) {
      Error error(ErrorKind::usage, path, fmt::format("wrong shape for '{}'", name));
      error.given(npy_shape_text(shape));
      error.need(each == 6 && array->name == std::string_view("tip-wrench")
                     ? "(N, 6): the moment, then the force, of N states"
                     : fmt::format("(N, {}): N states of the {} joints of '{}'", each, n, robot.name));
      if (shape == NpyShape{each}) error.hint("for a single state, save array.reshape(1, -1)");
      if (shape.size() == 2 && shape[0] == each) error.hint("the array may be transposed: save array.T");
      throw error;
    }
    if (first.empty()) {
      states_ = array->file.rows();
      first = path;
    } else if (array->file.rows() != states_) {
      throw Error(ErrorKind::usage, path, "the number of states differs")
          .given(fmt::format("{}", array->file.rows()))
          .need(fmt::format("{}, as in '{}'", states_, first));
    }
  };
  if (const std::string_view quantity = plan.requires_wrenches(); !quantity.empty())
    throw Error(ErrorKind::usage, fmt::format("--want '{}'", quantity),
                "it needs wrenches, which no .npy file gives")
        .hint("give the states as lines of JSON with the key \"wrenches\"");
  open(q_, "q", options.q, n, plan.needs(Input::q), false);
  open(qd_, "qd", options.qd, n, plan.needs(Input::qd), false);
  open(qdd_, "qdd", options.qdd, n, plan.needs(Input::qdd), false);
  open(tau_, "tau", options.tau, n, plan.needs(Input::tau), false);
  open(v_, "v", options.v, n, plan.needs(Input::v), true);
  open(tip_, "tip-wrench", options.tip, 6, plan.needs(Input::tip), true);
  if (first.empty())
    throw Error(ErrorKind::usage, "eval --batch", "there are no states")
        .need("a .npy file for one of --q, --qd, --qdd, --tau, --tip-wrench");
}

std::size_t BatchInput::numbers_of_state() const {
  std::size_t sum = 0;
  for (const std::optional<Array>* array : {&q_, &qd_, &qdd_, &tau_, &v_, &tip_})
    if (*array) sum += (*array)->each;
  return sum;
}

std::vector<std::string> BatchInput::idle() const {
  std::vector<std::string> list;
  for (const std::optional<Array>* array : {&q_, &qd_, &qdd_, &tau_, &v_, &tip_})
    if (*array && !(*array)->used) list.push_back(std::string("--") + (*array)->name);
  return list;
}

void BatchInput::Array::read(std::size_t first, std::size_t count) {
  if (!used) return;
  block.resize(count * each);
  file.read_rows(first, count, block);
}

std::string BatchInput::not_finite(std::size_t k) {
  std::string why;
  for (std::optional<Array>* array : {&q_, &qd_, &qdd_, &tau_, &v_, &tip_}) {
    if (!*array || !(*array)->used) continue;
    const std::size_t each = (*array)->each;
    const double* row = (*array)->block.data() + k * each;
    for (std::size_t i = 0; i < each && why.empty(); ++i)
      if (!std::isfinite(row[i]))
        why = fmt::format("'{}' is not finite: column {}: {}", (*array)->name, i, row[i]);
  }
  if (why.empty()) return why;
  for (std::optional<Array>* array : {&q_, &qd_, &qdd_, &tau_, &v_, &tip_})
    if (*array && (*array)->used)
      std::fill_n((*array)->block.begin() + static_cast<std::ptrdiff_t>(k * (*array)->each), (*array)->each,
                  0.0);
  return why;
}

}  // namespace catena::cli
