// Other implementations that a kernel is compared with: the same problem solved by torch, torch.compile, FlashInfer or
// cuBLAS, from Python. docs/problem.md says how a problem defines them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/oracle/oracle.h"
#include "judge/timing/timing.h"

namespace whet {

enum class BaselineOutcome : uint8_t {
  timed,    // right, and timed
  skipped,  // something it needs is missing: torch, or a function of that name
  wrong,    // its results differ from the reference: not timed, or its times are discarded
  failed,   // it raised, crashed or hung
};
std::string_view name_of(BaselineOutcome outcome);

struct BaselineResult {
  std::string name;  // "torch.compile"
  BaselineOutcome outcome = BaselineOutcome::skipped;
  std::string reason;   // of any outcome but timed
  std::string details;  // a traceback, if there is one
  std::string place;    // "NVIDIA H200, torch 2.9.0"; empty if it was not opened
  bool on_gpu = false;
  Timing timing;  // empty unless it was timed
};

// Services for timing baselines.
struct BaselineServices {
  FileSystem& files;
  ProcessRunner& processes;
  const Clock& clock;
  const DeviceFacts& device;  // where the kernels ran; for a virtual GPU baselines run on the CPU
  // Receives the current baseline and its step: "check", "12 samples, median 31.2 us".
  std::function<void(const std::string& baseline, const std::string& what)> progress = {};
};

// "torch,cublas", or "all". An error lists the known names.
Result<std::vector<std::string>> parse_baselines(const std::string& text);

// Each baseline runs in its own process: it is compared with the oracle on two sets of data, timed by the rule, and
// compared once more. `resolved` is a case of `problem`. An error is not the fault of a baseline.
Result<std::vector<BaselineResult>> time_baselines(const Problem& problem, const ResolvedCase& resolved,
                                                   const std::vector<std::string>& names, Oracle& oracle,
                                                   const BaselineServices& services, const TimingRule& rule);

}  // namespace whet
