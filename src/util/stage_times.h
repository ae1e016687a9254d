// Where the time of a command goes: every layer adds to one table of the process, which is empty unless somebody asked
// for it (WHET_STATS=1). Stages may lie within stages.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace whet {

class StageTimes {
 public:
  static StageTimes& of_process();

  void start() { is_on_ = true; }
  bool is_on() const { return is_on_; }
  void add(std::string_view stage, std::chrono::nanoseconds time);
  // A line for each stage, the longest first: calls, milliseconds, its name.
  std::string text() const;

 private:
  struct Total {
    uint64_t calls = 0;
    std::chrono::nanoseconds time{0};
  };

  std::atomic<bool> is_on_ = false;
  mutable std::mutex mutex_;
  std::map<std::string, Total, std::less<>> totals_;
};

// Adds the time of a scope. `stage` must outlive it.
class StageTimer {
 public:
  explicit StageTimer(std::string_view stage) : stage_(StageTimes::of_process().is_on() ? stage : "") {
    if (!stage_.empty()) begin_ = std::chrono::steady_clock::now();
  }
  ~StageTimer() {
    if (!stage_.empty()) StageTimes::of_process().add(stage_, std::chrono::steady_clock::now() - begin_);
  }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  std::string_view stage_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace whet
