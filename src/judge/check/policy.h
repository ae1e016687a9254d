// What the judge grants a candidate and asks of it: the one table of deadlines, budgets and trials, for whoever judges
// (`check`, `bench`, and the worker of `optimize`).
#pragma once

#include <chrono>
#include <cstdint>

#include "judge/check/check.h"
#include "judge/process/remote_device.h"

namespace whet {

struct JudgePolicy {
  std::chrono::milliseconds call_deadline;  // of one call; a kernel that hangs costs no more
  uint64_t warp_instructions;               // that a warp of the virtual GPU may execute: seconds
  int many_calls;                           // of the trial for kernels that change their ways after some calls
  uint64_t guard_bytes;                     // around each array, where the device does not watch bounds itself
  TrialBudget trials;                       // of those that grow with the problem or the candidate
  CandidateTime::Rule candidate_time;       // for all trials of a candidate
  double compile_seconds;                   // for a candidate's compiler, or ten times what the original's took
  double timed_seconds;                     // for a call of a candidate that was checked, or fifty of its trials
};
JudgePolicy judge_policy(bool is_virtual);

// That another process may hold a GPU before it is given up.
constexpr std::chrono::seconds k_gpu_patience{60};

// Of a virtual GPU that watches a candidate: under every check, and in an order of blocks and warps that no GPU
// promises but any may take.
VirtualOptions watching_options(uint64_t secret);
// Of the judge's own virtual GPU, on which references run that are kernels: one that never ends is an error there too.
VirtualOptions local_options();

// The same without checks, and with warps that are paused at secret moments.
VirtualOptions pausing_options(uint64_t secret);

// Of a runner for candidates; `secret` decides what its memory holds at the begin.
RemoteSettings remote_settings(const DeviceFacts& facts, uint64_t secret, bool host_code);
// That the compiler of a candidate may take when that of the original took so long.
double compile_limit_seconds(double original_seconds);
// Of each call while a candidate is timed that took so long for its longest trial: timing counts, which is slower.
std::chrono::milliseconds timed_call_deadline(const DeviceFacts& facts, double longest_trial_seconds);
CheckPlan check_plan(const DeviceFacts& facts, uint64_t secret, Effort effort);

}  // namespace whet
