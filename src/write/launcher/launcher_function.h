// The function that launches a candidate, in parts.
//
//   cudaError_t launch_sums(const float* x, float* y, int rows, int cols, cudaStream_t stream) {
//     const long long rows_size = rows;                       beginning
//     if (!x && x_bytes > 0) return cudaErrorInvalidValue;    conditions: the kernels are not for a call
//
//     error = cudaLaunchKernelEx(&config, sums_written, ...   launches
#pragma once

#include <string>
#include <vector>

#include "write/launcher/host_parameters.h"
#include "write/launcher/host_sizes.h"
#include "write/launcher/launcher.h"

namespace whet::write {

struct LauncherFunction {
  std::vector<HostParameter> parameters;
  std::vector<FurtherSize> further;             // after those
  std::string beginning, conditions, launches;  // lines

  // Of all parameters, the stream last: "const float* x".
  std::vector<std::string> declarations() const;
  // That declare their types: "cuda_fp16.h".
  std::vector<std::string> headers() const;
  // The body, with a line before its launches.
  std::string body(const std::string& before_launches = {}) const;
};

Result<LauncherFunction> launcher_function(const Problem& original, const Problem& candidate,
                                           const LauncherTerms& terms);

// "sums" of "ns::sums<256>"; of several launches the first and the last: "add_to_sums".
std::string plain_name(const Problem& problem);

}  // namespace whet::write
