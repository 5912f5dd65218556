// SPDX-License-Identifier: Apache-2.0
#include "model.hpp"

#include <unistd.h>

namespace catena::python {
namespace {
int thread_setting = 0;
}

void set_threads(int threads) { thread_setting = threads; }
int threads() { return thread_count(thread_setting); }

const Frame<double>& Model::frame(const std::string& name) {
  auto at = frames_.find(name);
  if (at == frames_.end()) at = frames_.emplace(name, arm.frame(name)).first;
  return at->second;
}

Model& Model::motorised() {
  if (arm.has_motors()) return *this;
  if (!motorised_) motorised_ = std::make_unique<Model>(arm.with_motors());
  return *motorised_;
}

void Model::forget_crews_of_parent() {
  if (process_ == ::getpid()) return;
  for (std::unique_ptr<Crew>& crew : idle_)
    static_cast<void>(crew.release());  // its destructor would wait for threads that exist only in the parent
  idle_.clear();
  process_ = ::getpid();
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
  return std::make_unique<Crew>(thread_setting);
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
