// SPDX-License-Identifier: Apache-2.0
// The scratch memory of several threads, kept from one call to the next. It is not kept in thread_local objects: the C library ends the
// program if it has no memory to register their destructors.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "catena/core/arm.hpp"
#include "choose/criteria/subject.hpp"

namespace catena::choose::detail {

class ScratchPool {
  struct Node {
    Scratch scratch;
    std::unique_ptr<Node> next;
  };

 public:
  // Lends one scratch memory to one thread, for the lifetime of the loan.
  class Loan {
   public:
    explicit Loan(ScratchPool& pool) : pool_(pool), node_(pool.take()) {}
    ~Loan() { pool_.put_back(std::move(node_)); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    Scratch& operator*() { return node_->scratch; }

   private:
    ScratchPool& pool_;
    std::unique_ptr<Node> node_;
  };

 private:
  std::unique_ptr<Node> take() {
    {
      const std::scoped_lock lock(mutex_);
      if (idle_) {
        std::unique_ptr<Node> node = std::move(idle_);
        idle_ = std::move(node->next);
        return node;
      }
    }
    return std::make_unique<Node>();
  }
  void put_back(std::unique_ptr<Node> node) {
    const std::scoped_lock lock(mutex_);
    node->next = std::move(idle_);
    idle_ = std::move(node);
  }

  std::mutex mutex_;
  std::unique_ptr<Node> idle_;
};

// As choose::evaluate, with scratch memory that outlives the call.
Scores evaluate(std::span<const Arm> arms, std::span<const Criterion* const> wanted, const Task& task,
                const Watch& watch, ScratchPool& pool);

}  // namespace catena::choose::detail
