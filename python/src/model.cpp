// SPDX-License-Identifier: Apache-2.0
#include "model.hpp"

#include <pthread.h>

#include "numpy.hpp"

namespace catena::python {
namespace {
int batch_threads = 0;  // 0: not yet known
unsigned forks = 0;     // in the line of processes that leads to this one
}  // namespace

void set_threads(int threads) { batch_threads = thread_count(threads); }
int threads() {
  if (batch_threads == 0) set_threads(0);
  return batch_threads;
}

bool watch_forks() {
  if (pthread_atfork(nullptr, nullptr, [] { ++forks; }) == 0) return true;
  PyErr_NoMemory();
  return false;
}

const Frame<double>& Model::frame(const std::string& name) {
  auto at = frames_.find(name);
  if (at == frames_.end()) at = frames_.emplace(name, arm.frame(name)).first;
  return at->second;
}

const Frame<double>& Model::tool() {
  if (!tool_) tool_ = tool_frame(arm.robot());
  return *tool_;
}

Model& Model::motorised() {
  if (arm.has_motors()) return *this;
  if (!motorised_) motorised_ = std::make_unique<Model>(arm.with_motors());
  return *motorised_;
}

void Model::forget_crews_of_parent() {
  if (forks_ == forks) return;
  for (std::unique_ptr<Crew>& crew : idle_)
    static_cast<void>(crew.release());  // its destructor would wait for threads that exist only in the parent
  idle_.clear();
  forks_ = forks;
}

Model::~Model() { forget_crews_of_parent(); }

std::unique_ptr<Crew> Model::hire() {
  forget_crews_of_parent();
  const int wanted = python::threads();
  while (!idle_.empty()) {
    std::unique_ptr<Crew> crew = std::move(idle_.back());
    idle_.pop_back();
    if (crew->count == wanted) return crew;
  }
  return std::make_unique<Crew>(wanted);
}

void Model::dismiss(std::unique_ptr<Crew> crew) { idle_.push_back(std::move(crew)); }

void Model::prepare_kernels(Crew& crew) const {
  if (crew.kernels) return;
  const batch::Options options = {.threads = crew.count, .level = {}};
  if (compiled)
    crew.kernels.emplace(*compiled, options);
  else
    crew.kernels.emplace(arm, options);
}

}  // namespace catena::python
