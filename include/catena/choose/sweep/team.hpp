// SPDX-License-Identifier: Apache-2.0
// Processes that share a sweep and exchange messages. Rank 0 owns the store and hands out the points. The library uses only
// this interface; src/choose/sweep/mpi implements it with MPI, in a separate module that is loaded when needed.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace catena::choose {

class Team {
 public:
  struct Message {
    int from = 0;
    std::string bytes;
  };

  virtual ~Team() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;

  // From one thread only. Both return at once; messages from one rank to another keep their order.
  virtual void send(int to, std::string bytes) = 0;
  virtual std::optional<Message> receive() = 0;
};

// Whether an MPI launcher (mpirun, srun) started this process.
bool launched_by_mpi();

// thread_count for one of the ranks of that launcher: those on one machine share its processors.
int threads_of_rank(int setting);

// The ranks of that launcher. Throws Error(usage) if there is no MPI module, or if MPI fails to start.
std::unique_ptr<Team> mpi_team();

}  // namespace catena::choose
