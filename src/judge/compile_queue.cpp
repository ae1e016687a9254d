#include "judge/compile_queue.h"

#include <algorithm>

namespace whet {

CompileQueue::CompileQueue(std::vector<SentCandidate> asked, Compile compile)
    : asked_(std::move(asked)), compile_(std::move(compile)), built_(asked_.size()), ready_(asked_.size()) {
  const size_t cores = std::max(1u, std::thread::hardware_concurrency());
  while (compilers_.size() < std::min(cores, asked_.size())) compilers_.emplace_back([this] { work(); });
}

CompileQueue::~CompileQueue() {
  next_ = asked_.size();
  compilers_.clear();
}

void CompileQueue::work() {
  for (size_t i = next_++; i < asked_.size(); i = next_++) {
    built_[i] = std::make_unique<Result<CompiledCandidate>>(compile_(asked_[i]));
    ready_[i] = true;
    ready_[i].notify_one();
  }
}

CompileQueue::Taken CompileQueue::take() {
  const size_t i = taken_++;
  ready_[i].wait(false);
  return {asked_[i], std::move(*built_[i])};
}

}  // namespace whet
