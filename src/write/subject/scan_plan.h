// A scan among the statements of a nest: out[i] = f(sum(k < i + 1: body(k)), i).
#pragma once

#include "write/subject/reduction_plan.h"

namespace whet::write {

struct ScanPlan {
  PlannedReduction scanned;  // its body depends on the last index of the nest
  bool is_inclusive = true;  // of the element itself
};

// An error: there is no reduction, or several, or it does not run up to the last index.
Result<ScanPlan> plan_scan(const Subject& subject, const Nest& nest);

// Whether the low 32 bits of the scanned values give those of all that is stored.
bool is_narrow_scan(const Subject& subject, const Nest& nest, const ScanPlan& plan);

}  // namespace whet::write
