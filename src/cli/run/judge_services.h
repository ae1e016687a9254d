// What the judge is given of a command's context.
#pragma once

#include <cstdlib>

#include "cli/frame/context.h"
#include "judge/judge_bench.h"

namespace whet {

// WHET_HOST_ARRAYS is "all", or the size in bytes from which on a GPU makes and compares arrays.
inline uint64_t least_device_bytes(const std::string& host_arrays) {
  if (host_arrays.empty()) return DeviceArrays::k_worth_it;
  const uint64_t bytes = std::strtoull(host_arrays.c_str(), nullptr, 10);
  return bytes > 0 ? bytes : k_no_device_arrays;
}

inline JudgeServices judge_services(const Context& context) {
  return {context.files,     context.processes,       context.clock,
          context.knowledge, context.cache_directory, least_device_bytes(context.host_arrays)};
}

}  // namespace whet
