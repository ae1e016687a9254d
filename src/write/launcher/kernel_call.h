// One launch of a candidate as host code.
//
//   config.gridDim = dim3((unsigned)blocks);
//   config.blockDim = dim3(256);
//   error = cudaLaunchKernelEx(&config, sums_written, x, y, rows, cols);
#pragma once

#include <map>

#include "write/launcher/host_sizes.h"
#include "write/text/lines.h"

namespace whet::write {

struct KernelCall {
  std::string kernel;                  // "sums_written", "reduce<256>"
  std::vector<std::string> arguments;  // C++
  std::vector<std::string> grid, block, cluster;
  std::string shared = "0";  // bytes of dynamic shared memory
  bool is_cooperative = false;
  std::string condition;  // under which it is launched; empty: always
};

// Where each array and number that a launch names is on the host.
struct HostValue {
  std::string text;  // "x", "scratch + after_sums"
  std::string type;  // "const float*"; empty: a number
};
using HostValues = std::map<std::string, HostValue>;

// The formulas of a launch, in the order in which `kernel_call` asks for them.
std::vector<Expression> formulas_of(const Problem& candidate, const ProblemLaunch& launch);

Result<KernelCall> kernel_call(const Problem& candidate, size_t launch, const HostValues& values, HostSizes& sizes);

// Sets `error`; `config` has the stream. `sets_shared`: its shared memory may be that of another launch.
void write_call(const KernelCall& call, bool sets_shared, Lines& lines);

// "head(a, b)" and a tail, with further lines below the bracket where it is long.
std::string wrapped(const std::string& head, const std::vector<std::string>& items, const std::string& tail);

}  // namespace whet::write
