// What a kernel is compared with beside other kernels: the same problem solved by torch, torch.compile, FlashInfer or
// cuBLAS, from Python. docs/problem.md says how a problem brings them.
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
  skipped,  // something it needs is not here: no torch, no function of that name
  wrong,    // its results differ from the reference: not timed, or its times thrown away
  failed,   // it raised, crashed or hung
};
std::string_view name_of(BaselineOutcome outcome);

struct BaselineResult {
  std::string name;  // "torch.compile"
  BaselineOutcome outcome = BaselineOutcome::skipped;
  std::string reason;   // of any other outcome than timed
  std::string details;  // a traceback, where there is one
  std::string place;    // "NVIDIA H200, torch 2.9.0"; empty when it was not opened
  bool on_gpu = false;
  Timing timing;  // empty unless it was timed
};

// What timing baselines may need.
struct BaselineServices {
  FileSystem& files;
  ProcessRunner& processes;
  const Clock& clock;
  const DeviceFacts& device;  // where the kernels ran; of a virtual GPU baselines run on the CPU
  // Told the baseline at hand and what it is at: "check", "12 samples, median 31.2 us".
  std::function<void(const std::string& baseline, const std::string& what)> progress = {};
};

// "torch,cublas", or "all". An error names what there is.
Result<std::vector<std::string>> parse_baselines(const std::string& text);

// Each in a process of its own: found, compared with the oracle on two sets of data, timed by the rule, and compared
// once more. `resolved` is a case of `problem`. An error is no baseline's fault.
Result<std::vector<BaselineResult>> time_baselines(const Problem& problem, const ResolvedCase& resolved,
                                                   const std::vector<std::string>& names, Oracle& oracle,
                                                   const BaselineServices& services, const TimingRule& rule);

}  // namespace whet
