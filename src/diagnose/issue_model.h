// A lower bound on the cycles of one loop iteration per unit of an SM sub-partition, with all sub-partitions running
// it.
//
//   64 FFMA, 16 LDS.128, 20 IADD3 on 9.0:  issue 100   fp32 64   shared 256   integer 40   -> shared memory binds
//
// Instructions counted in machine code are divided by rates from hardware facts; a pipe with an unknown rate is
// omitted.
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
  double issue_cycles = 0;      // one warp instruction per cycle, fillers included
  double stall_cycles = 0;      // of a single warp: sum of its stall counts
  std::vector<PipeLoad> pipes;  // longest first; shared memory without bank conflicts
  // The maximum over issue and pipes.
  double bound_cycles() const;
  const std::string& bound_name() const;
};

IssueModel issue_model(const InstructionMix& mix, const FactSheet& capability);

}  // namespace whet
