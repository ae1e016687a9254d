// One run of the optimization loop on one kernel.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/speedup.h"
#include "util/text/json.h"

namespace whet::store {

using RunId = int64_t;
using CandidateId = int64_t;

enum class RunState : uint8_t {
  running,      // a process works on it
  waiting,      // driven by commands, between two of them
  finished,     // reached its end
  stopped,      // by the user; all results are kept
  interrupted,  // its process died; it can be resumed
};
inline constexpr std::array<std::string_view, 5> k_run_states = {"running", "waiting", "finished", "stopped",
                                                                 "interrupted"};
constexpr const auto& names_of(RunState) {
  return k_run_states;
}
inline std::string_view name_of(RunState state) {
  return k_run_states[static_cast<size_t>(state)];
}

// Key of lessons and locks: the kernel's name and its problem.
struct KernelId {
  std::string problem;  // folder relative to the project's root; ".": the root
  std::string kernel;
  bool operator==(const KernelId&) const = default;
};

struct Run {
  RunId id = 0;  // given by the store: 1, 2, ...
  KernelId kernel;
  std::string entry;                         // the function; often named like the kernel
  std::string device;                        // "virtual:h200", "cuda:0"
  std::string gpu, driver, toolkit;          // "NVIDIA H200", "580.65", "CUDA 13.0"
  TimeOrigin origin = TimeOrigin::measured;  // of every time of the run
  uint64_t seed = 0;
  Json settings = Json::object();
  RunState state = RunState::running;
  int64_t began_ms = 0;  // since the epoch; both times are given by the store
  std::optional<int64_t> ended_ms;
  std::optional<CandidateId> baseline, champion;
  std::string stop_reason;
};

constexpr bool can_resume(RunState state) {
  return state != RunState::running && state != RunState::finished;
}

}  // namespace whet::store
