// SPDX-License-Identifier: Apache-2.0
// The ranks of an MPI launcher. This module is the only part of Catena that uses MPI, and is loaded only under such a
// launcher.
#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <list>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "catena/choose/sweep/team.hpp"

namespace {

using catena::choose::Team;

class MpiTeam : public Team {
 public:
  MpiTeam() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);  // losing a rank does not end the sweep
  }

  ~MpiTeam() override {
    // the last messages of this rank; with a time limit, in case their receiver is gone
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    for (sweep(); !sent_.empty() && std::chrono::steady_clock::now() < until; sweep())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    for (Receiving& half : receiving_) MPI_Cancel(&half.request);  // from ranks that are gone
    finalize();
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void send(int to, std::string bytes) override {
    sweep();
    Sent& sent = sent_.emplace_back();
    sent.bytes = std::move(bytes);
    if (MPI_Isend(sent.bytes.data(), static_cast<int>(sent.bytes.size()), MPI_BYTE, to, 0, MPI_COMM_WORLD,
                  &sent.request) != MPI_SUCCESS)
      sent_.pop_back();
  }

  // Without waiting: the rest of a long message never comes if its sender is killed meanwhile.
  std::optional<Message> receive() override {
    sweep();
    int there = 0;
    MPI_Message matched = MPI_MESSAGE_NULL;
    MPI_Status status;
    if (MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &matched, &status) == MPI_SUCCESS && there) {
      int size = 0;
      MPI_Get_count(&status, MPI_BYTE, &size);
      Receiving& next = receiving_.emplace_back();
      next.message = {status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
      if (MPI_Imrecv(next.message.bytes.data(), size, MPI_BYTE, &matched, &next.request) != MPI_SUCCESS)
        receiving_.pop_back();
    }
    std::set<int> behind;  // ranks with an earlier message that is still under way
    for (auto each = receiving_.begin(); each != receiving_.end(); ++each) {
      int whole = 0;
      if (behind.contains(each->message.from)) continue;
      if (MPI_Test(&each->request, &whole, MPI_STATUS_IGNORE) == MPI_SUCCESS && whole) {
        Message message = std::move(each->message);
        receiving_.erase(each);
        return message;
      }
      behind.insert(each->message.from);
    }
    return std::nullopt;
  }

 private:
  struct Sent {
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  struct Receiving {
    Message message;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  // MPI_Finalize would wait for all ranks, even for one that was killed. By now all results are in the store and all
  // messages are sent.
  static void finalize() {
    const int code = std::uncaught_exceptions() > 0 ? 1 : 0;
    std::mutex mutex;
    std::condition_variable changed;
    bool over = false;
    std::thread watch;
    try {
      watch = std::thread([&] {
        std::unique_lock lock(mutex);
        if (changed.wait_for(lock, std::chrono::seconds(15), [&] { return over; })) return;
        std::fflush(nullptr);
        std::_Exit(code);
      });
    } catch (const std::system_error&) {  // no more threads: a signal ends the wait
      ::alarm(15);
    }
    MPI_Finalize();
    {
      const std::lock_guard lock(mutex);
      over = true;
    }
    changed.notify_one();
    if (watch.joinable()) watch.join();
  }

  // Frees what has been sent.
  void sweep() {
    for (auto each = sent_.begin(); each != sent_.end();) {
      int gone = 0;
      const bool failed = MPI_Test(&each->request, &gone, MPI_STATUS_IGNORE) != MPI_SUCCESS;
      each = failed || gone ? sent_.erase(each) : std::next(each);
    }
  }

  int rank_ = 0, size_ = 1;
  std::list<Sent> sent_;  // their addresses must stay
  std::list<Receiving> receiving_;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) Team* catena_mpi_team_1(const char** problem) {
  int level = MPI_THREAD_SINGLE;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) {
    *problem = "MPI_Init_thread failed";
    return nullptr;
  }
  if (level < MPI_THREAD_FUNNELED) {
    *problem = "this MPI library does not support threads";
    MPI_Finalize();
    return nullptr;
  }
  return new MpiTeam;
}
