// Measures one kernel, or two against each other: compiled, checked, timed, and checked again.
#pragma once

#include <vector>

#include "judge/measure/prepared_kernel.h"

namespace whet {

// One kernel with L2 in each state that is asked for; or two, which must do the same work, in paired rounds. A kernel
// that is not right is not timed, and of what was not checked there is no verdict on which is faster.
Result<MeasuredKernels> measure(std::vector<NamedProblem> kernels, const MeasureServices& services);

}  // namespace whet
