// SPDX-License-Identifier: Apache-2.0
// Processes that share a sweep: they send one another bytes. Rank 0 owns the store and hands out the points. The library
// knows this interface only; src/choose/sweep/mpi implements it on MPI, in a module of its own that is loaded when it is needed.
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

// How many threads this process computes with: one for each core that it may use. Of a team whose ranks share a machine
// and are not bound to cores of it, each takes its share.
int default_threads(bool of_team);

// The ranks of that launcher. Throws Error(usage) if this Catena has no module for MPI, or if it does not begin.
std::unique_ptr<Team> mpi_team();

}  // namespace catena::choose
