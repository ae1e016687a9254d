// A program's use of the GPU, for the summary at its end.
#pragma once

#include <string>
#include <vector>

#include "util/result.h"
#include "util/text/json.h"

namespace whet::cudart {

struct KernelUsage {
  std::string kernel;  // demangled
  uint64_t launches = 0;
  double seconds = 0;  // modelled, all launches together
};

struct Usage {
  std::string device;                                 // "virtual:h200"
  std::string gpu;                                    // "H200 SXM 141GB"
  std::vector<KernelUsage> kernels;                   // in the order of their first launch
  uint64_t copied_to_device = 0, copied_to_host = 0;  // bytes
  uint64_t allocated_most = 0;                        // bytes of device memory at once
  uint64_t findings = 0;                              // findings of the checks, and kernels that stopped
  std::string error;                                  // CUDA error of the last kernel that stopped

  KernelUsage& of(const std::string& kernel);
};

Json to_json(const Usage& usage);
Result<Usage> read_usage(const Json& json);

}  // namespace whet::cudart
