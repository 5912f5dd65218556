// SPDX-License-Identifier: Apache-2.0
#include "strided.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "catena/core/text.hpp"

namespace catena::python {
namespace {

std::span<const Py_ssize_t> dims_of(PyObject* array) {
  const np::Array& a = np::array(array);
  return {a.dims, static_cast<std::size_t>(a.nd)};
}

// The inner axes of an argument; 0: of any length.
std::span<const Py_ssize_t> inner_of(Parameter p, Py_ssize_t n, std::array<Py_ssize_t, 2>& memory) {
  memory = {n, p == Parameter::wrenches ? 6 : 0};
  if (p == Parameter::tip) memory[0] = 6;
  return {memory.data(), p == Parameter::V || p == Parameter::wrenches ? 2u : 1u};
}

std::string wanted_shape(std::span<const Py_ssize_t> inner) {
  std::vector<std::string> words;
  for (const Py_ssize_t length : inner) words.push_back(length == 0 ? "k" : std::to_string(length));
  const std::string all = fmt::format("{}", fmt::join(words, ", "));
  return fmt::format("({}{}) or (..., {})", all, inner.size() == 1 ? "," : "", all);
}

}  // namespace

std::string shape_text(std::span<const Py_ssize_t> dims) {
  return fmt::format("({}{})", fmt::join(dims, ", "), dims.size() == 1 ? "," : "");
}

void Strided::set(Ref array, int inner) {
  const np::Array& a = np::array(array.get());
  const int leading = a.nd - inner;
  data = a.data;
  single = a.descr->number == np::kFloat;
  lead.assign(a.dims, a.dims + leading);
  steps.assign(a.strides, a.strides + leading);
  each = 1;
  for (int k = 0; k < inner; ++k) {
    const auto at = static_cast<std::size_t>(k);
    size[at] = a.dims[leading + k];
    step[at] = a.strides[leading + k];
    each *= static_cast<std::size_t>(size[at]);
  }
  owner = std::move(array);
}

void Strided::broadcast(const Lengths& to) {
  Lengths other(to.size(), 0);
  for (std::size_t k = 1; k <= lead.size(); ++k)
    if (lead[lead.size() - k] != 1) other[to.size() - k] = steps[lead.size() - k];
  lead = to;
  steps = std::move(other);
}

std::ptrdiff_t Strided::offset(std::size_t state) const {
  if (lead.size() == 1) return static_cast<std::ptrdiff_t>(state) * steps[0];
  std::ptrdiff_t at = 0;
  for (std::size_t k = lead.size(); k-- > 0;) {
    const auto length = static_cast<std::size_t>(lead[k]);
    at += static_cast<std::ptrdiff_t>(state % length) * steps[k];
    state /= length;
  }
  return at;
}

bool Strided::direct() const {
  if (single || lead.size() > 1) return false;
  Py_ssize_t expected = sizeof(double);
  for (std::size_t k = 0; k < size.size(); ++k) {
    if (size[k] > 1 && step[k] != expected) return false;
    expected *= size[k];
  }
  return lead.empty() || lead[0] <= 1 || steps[0] == expected;
}

namespace {

template <class Number, class Visit>
void visit(const Strided& a, char* at, const Visit& use) {
  for (Py_ssize_t k = 0; k < a.size[2]; ++k)
    for (Py_ssize_t j = 0; j < a.size[1]; ++j) {
      char* here = at + k * a.step[2] + j * a.step[1];
      for (Py_ssize_t i = 0; i < a.size[0]; ++i, here += a.step[0]) use(*reinterpret_cast<Number*>(here));
    }
}

}  // namespace

void Strided::gather(std::size_t state, double* to) const {
  const auto take = [&](auto x) { *to++ = static_cast<double>(x); };
  if (single)
    visit<float>(*this, data + offset(state), take);
  else
    visit<double>(*this, data + offset(state), take);
}

void Strided::scatter(std::size_t state, const double* from) const {
  if (single)
    visit<float>(*this, data + offset(state), [&](float& x) { x = static_cast<float>(*from++); });
  else
    visit<double>(*this, data + offset(state), [&](double& x) { x = *from++; });
}

StateArgument::StateArgument(Parameter p, PyObject* object, const QuantityInfo& quantity, const Arm& arm)
    : parameter(p) {
  const bool as_it_is =
      np::is_plain(object, np::kDouble, np::kAligned) || np::is_plain(object, np::kFloat, np::kAligned);
  Ref array = as_it_is ? Ref::borrowed(object) : Ref::made(np::doubles(object));
  std::array<Py_ssize_t, 2> memory;
  const std::span<const Py_ssize_t> inner = inner_of(p, arm.dof(), memory);
  const std::span<const Py_ssize_t> dims = dims_of(array.get());
  bool fits = dims.size() >= inner.size();
  for (std::size_t k = 0; fits && k < inner.size(); ++k)
    fits = inner[k] == 0 || dims[dims.size() - inner.size() + k] == inner[k];
  if (!fits)
    throw Error(ErrorKind::usage, std::string(quantity.name),
                fmt::format("'{}' has the wrong shape", name_of(p)))
        .given(shape_text(dims))
        .need(p == Parameter::tip ? wanted_shape(inner) + ", a moment and a force"
                                  : fmt::format("{}, since '{}' has {}", wanted_shape(inner), arm.name(),
                                                text::counted(arm.dof(), "joint")));
  set(std::move(array), static_cast<int>(inner.size()));
  if (p == Parameter::wrenches) {  // one wrench after the other
    std::swap(size[0], size[1]);
    std::swap(step[0], step[1]);
  }
}

Lengths common_lead(const std::vector<StateArgument>& arguments, const QuantityInfo& quantity) {
  Lengths common;
  for (const StateArgument& a : arguments) {
    if (a.lead.size() > common.size()) common.insert(common.begin(), a.lead.size() - common.size(), 1);
    for (std::size_t k = 1; k <= a.lead.size(); ++k) {
      Py_ssize_t& length = common[common.size() - k];
      const Py_ssize_t other = a.lead[a.lead.size() - k];
      if (length == 1) length = other;
      if (other != 1 && other != length) {
        std::string given;
        for (const StateArgument& b : arguments)
          given += fmt::format("{}{} {}", given.empty() ? "" : ", ", name_of(b.parameter),
                               shape_text(dims_of(b.owner.get())));
        throw Error(ErrorKind::usage, std::string(quantity.name), "the leading axes do not fit together")
            .given(given)
            .need("equal lengths, or 1, of the axes before those of one state, counted from the last");
      }
    }
  }
  return common;
}

void merge_axes(std::span<Strided* const> arrays) {
  if (arrays.empty()) return;
  for (std::size_t k = arrays[0]->lead.size(); k-- > 1;) {  // axis k into k - 1
    const bool all = std::all_of(arrays.begin(), arrays.end(), [&](const Strided* a) {
      return a->lead[k - 1] == 1 || a->lead[k] == 1 || a->steps[k - 1] == a->steps[k] * a->lead[k];
    });
    if (!all) continue;
    for (Strided* a : arrays) {
      if (a->lead[k] != 1) a->steps[k - 1] = a->steps[k];
      a->lead[k - 1] *= a->lead[k];
      a->lead.erase(a->lead.begin() + static_cast<std::ptrdiff_t>(k));
      a->steps.erase(a->steps.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
}

bool overlap(const np::Array& a, const np::Array& b) {
  const auto ends = [](const np::Array& x) {
    std::pair<const char*, const char*> range(x.data, x.data);
    for (int k = 0; k < x.nd; ++k) {
      if (x.dims[k] == 0) return std::pair<const char*, const char*>(x.data, x.data);
      (x.strides[k] < 0 ? range.first : range.second) += (x.dims[k] - 1) * x.strides[k];
    }
    range.second += x.descr->number == np::kFloat ? sizeof(float) : sizeof(double);
    return range;
  };
  const auto [a0, a1] = ends(a);
  const auto [b0, b1] = ends(b);
  return a0 < b1 && b0 < a1;
}

}  // namespace catena::python
