// SPDX-License-Identifier: Apache-2.0
// Model: an arm as an object of Python holds it, with the scratch memory of its calls. All members are used while the GIL is
// held, except a crew that was hired.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "catena/codegen/compiled.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/batch.hpp"
#include "catena/core/threads.hpp"

namespace catena::python {

// The scratch memory and the threads of a batch, for one call at a time.
struct Crew {
  explicit Crew(int setting) : count(thread_count(setting)), threads(count) {}

  int count;
  Threads threads;
  std::optional<batch::Workspace> kernels;  // made when a kernel is first needed
  std::vector<Workspace> each;              // one for each thread, for what has no kernel
};

class Model {
 public:
  explicit Model(Arm made) : arm(std::move(made)), work(arm) {}
  explicit Model(Compiled made) : compiled(std::move(made)), arm(compiled->arm()), work(arm) {}
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const std::optional<Compiled> compiled;  // the same arm with generated code
  const Arm arm;
  Workspace work;  // of calls for one state, which keep the GIL

  const Frame<double>& frame(const std::string& name);
  const Frame<double>& tool();  // the frame of those who name none
  Model& motorised();           // the same arm with its motors

  // A crew that no other call uses. After a fork the child makes new ones: it has none of the threads.
  std::unique_ptr<Crew> hire();
  void dismiss(std::unique_ptr<Crew> crew);
  void prepare_kernels(Crew& crew) const;

 private:
  void forget_crews_of_parent();

  std::unordered_map<std::string, Frame<double>> frames_;
  std::optional<Frame<double>> tool_;
  std::unique_ptr<Model> motorised_;
  std::vector<std::unique_ptr<Crew>> idle_;
  unsigned forks_ = 0;  // that had been made when the crews were
};

// A crew for the time of a call.
class Hired {
 public:
  explicit Hired(Model& model) : model_(model), crew_(model.hire()) {}
  ~Hired() { model_.dismiss(std::move(crew_)); }
  Hired(const Hired&) = delete;
  Hired& operator=(const Hired&) = delete;
  Crew& operator*() const { return *crew_; }
  Crew* operator->() const { return crew_.get(); }

 private:
  Model& model_;
  std::unique_ptr<Crew> crew_;
};

// Of batches from now on; 0: as many as this process may run on now.
void set_threads(int threads);
int threads();
bool watch_forks();  // once, before arms are made; false and an exception if it fails

}  // namespace catena::python
