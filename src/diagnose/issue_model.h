// Cycles that one pass of a loop needs at least from each part of an SM sub-partition, when every sub-partition runs
// it.
//
//   64 FFMA, 16 LDS.128, 20 IADD3 on 9.0:  issue 100   fp32 64   shared 256   integer 40   -> shared memory binds
//
// Counted from machine code, divided by rates that hardware facts give; a pipe whose rate is unknown is left out.
#pragma once

#include <string>
#include <vector>

#include "binary/analysis/mix.h"
#include "hardware/gpu.h"

namespace whet {

struct PipeLoad {
  std::string pipe;
  double cycles = 0;
  std::string source;  // of the rate; empty for what the architecture defines
};

struct IssueModel {
  double issue_cycles = 0;      // one warp instruction a cycle, fillers included
  double stall_cycles = 0;      // one warp alone: sum of its stall counts
  std::vector<PipeLoad> pipes;  // longest first; shared memory without bank conflicts
  // Longest of issue and pipes.
  double bound_cycles() const;
  const std::string& bound_name() const;
};

IssueModel issue_model(const InstructionMix& mix, const FactSheet& capability);

}  // namespace whet
