// Why a GPU's counters could not be read, what that leaves unseen, and how to get them.
#pragma once

#include <string>

#include "util/error.h"

namespace whet {

struct CounterRefusal {
  enum class Kind {
    no_permission,  // the driver reserves counters for administrators
    no_library,     // CUPTI or ncu is not installed, or too old
    not_supported,  // MIG, vGPU, confidential computing, WSL: no profiler reads counters there
    in_use,         // another profiler has them
    other,
  } kind = Kind::other;
  std::string what;  // "the driver lets only administrators read counters (cuptiRangeProfilerStart failed: ...)"
  std::string mend;  // how to get counters
};

// From the error of CUPTI or of ncu.
CounterRefusal refusal_of(const Error& error);

// What a profile without counters cannot show, as one sentence.
std::string unseen_without_counters(const CounterRefusal& refusal);

}  // namespace whet
