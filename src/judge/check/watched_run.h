// A candidate under every check of the virtual GPU (memory, races, barriers, reads of what nobody wrote), whatever
// device it is for: once, at a size that this takes seconds for. Then, where its code meets other threads or asks for
// clocks and the like, under schedules and answers that some GPU might give.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/open/open_device.h"
#include "judge/check/check.h"
#include "judge/check/trial_bench.h"

namespace whet {

// The size to watch at.
struct WatchedSize {
  CheckCase chosen;
  bool is_asked = true;  // one of the problem's cases; else a smaller one, at which a candidate need not be right
};

// The smallest that is found by halving the even sizes of a case until its arrays are small. The same code serves all
// sizes.
WatchedSize watched_size(const Problem& candidate, const std::vector<CheckCase>& cases);

// NVIDIA's, for a real GPU; nullptr where it is not there. `program` is whet itself; empty: this one.
std::unique_ptr<ComputeSanitizer> find_sanitizer(const DeviceFacts& facts, const std::string& program,
                                                 FileSystem& files, ProcessRunner& processes);

struct WatchServices {
  const Knowledge& knowledge;
  const FileSystem& files;
  Oracle& oracle;
  const DeviceFacts& facts;             // of the device that the candidate is for
  ComputeSanitizer* program = nullptr;  // where there is one
  std::string runner = {};              // the program that has the command `runner`; empty: this one
  bool has_cores_to_spare = false;      // the calls are made while the candidate's trials run
};

// What a candidate did under these checks and schedules, not judged yet.
struct WatchedCalls {
  WatchedSize size;
  Trial trial;
  TrialRun watched;
  std::vector<TrialRun> paused;
};

// Makes the calls, beside the caller or when they are asked for. Everything given must outlive the result.
std::future<Result<WatchedCalls>> begin_watching(const Problem& candidate, const std::vector<CheckCase>& cases,
                                                 uint64_t secret, const WatchServices& services);

// Adds the trial `sanitized` to the report of a candidate that is right so far, or a note why it could not be watched.
Result<void> watch_candidate(const Problem& candidate, const std::vector<CheckCase>& cases, uint64_t secret,
                             const WatchServices& services, std::future<Result<WatchedCalls>>& begun,
                             CheckReport& report);
// The same in one go.
Result<void> watch_candidate(const Problem& candidate, const std::vector<CheckCase>& cases, uint64_t secret,
                             const WatchServices& services, CheckReport& report);

}  // namespace whet
