// Compiles candidates in parallel while they are judged in turn.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "judge/session.h"
#include "judge/worker_protocol.h"

namespace whet {

class CompileQueue {
 public:
  using Compile = std::function<Result<CompiledCandidate>(const SentCandidate&)>;

  // Starts at once, with as many compilers as there are cores.
  CompileQueue(std::vector<SentCandidate> asked, Compile compile);
  // Waits for running compilers; the others are not started.
  ~CompileQueue();
  CompileQueue(const CompileQueue&) = delete;
  CompileQueue& operator=(const CompileQueue&) = delete;

  bool is_empty() const { return taken_ == asked_.size(); }
  struct Taken {
    const SentCandidate& asked;
    Result<CompiledCandidate> compiled;
  };
  // The next in the order given; waits for its compiler.
  Taken take();

 private:
  void work();

  std::vector<SentCandidate> asked_;
  Compile compile_;
  std::vector<std::unique_ptr<Result<CompiledCandidate>>> built_;
  std::vector<std::atomic<bool>> ready_;
  std::atomic<size_t> next_ = 0;
  size_t taken_ = 0;
  std::vector<std::jthread> compilers_;
};

}  // namespace whet
