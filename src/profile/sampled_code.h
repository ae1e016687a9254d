// Samples of where warps were, joined to the machine code and to source lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "binary/cubin/cubin.h"
#include "device/launch_counters.h"

namespace whet {

// Samples by what was waited for.
struct StallSamples {
  std::string reason;  // "long_scoreboard"; "selected": nothing, it was issued
  double samples = 0;
};

struct SampledInstruction {
  uint32_t offset = 0;      // bytes from the start of the kernel
  std::string instruction;  // "LDG.E.128"
  std::string file;         // as the compiler names it; empty: no line is known
  uint32_t line = 0;
  double samples = 0;
  double unissued = 0;               // at which the scheduler issued nothing: what makes the kernel slow
  std::vector<StallSamples> stalls;  // most samples first
};

struct SampledCode {
  std::vector<SampledInstruction> instructions;  // with samples, in the order of the code
  double samples = 0;                            // of the kernel: the sum over its instructions
  double elsewhere = 0;                          // in other code, or at no instruction of the kernel
  double dropped = 0;                            // by the hardware
  uint64_t period_cycles = 0;
};

// Adds to a list sorted by samples.
void add_stall(std::vector<StallSamples>& stalls, const std::string& reason, double samples);
void sort_stalls(std::vector<StallSamples>& stalls);

// The samples of one kernel and of the subroutines inside its code. A sample at no instruction of it is counted, never
// moved to a near one. It is an error when the code cannot be decoded.
Result<SampledCode> join_samples(const PcSampling& sampling, const CubinFunction& kernel, Architecture architecture);

}  // namespace whet
