// The compiler's result for a candidate, for one architecture and one set of flags.
#pragma once

#include <cstdint>
#include <string>

#include "store/run.h"

namespace whet::store {

struct Build {
  CandidateId candidate = 0;
  std::string compiler;  // "NVRTC 13.0"
  std::string flags;
  std::string architecture;  // "sm_90a"
  int registers = 0;
  int64_t shared_bytes = 0;  // static
  int64_t spill_bytes = 0;
  std::string cubin_hash;
  double seconds = 0;  // compile time; 0: from the cache
};

}  // namespace whet::store
