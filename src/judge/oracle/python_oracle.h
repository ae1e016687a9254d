// References in Python: `def reference(**kwargs)`, in their own process.
#pragma once

#include "judge/oracle/oracle.h"

namespace whet {

// The interpreter that runs references: WHET_PYTHON, else python3.
std::string python_of(const ProcessRunner& processes);

// Arrays are torch tensors, or numpy arrays without torch: float64 for floating types and int64 for integers, with
// their shape; scalars and sizes are numbers. The function writes into the outputs, or returns them: one, a tuple in
// order, or a dict by name.
Result<std::unique_ptr<Oracle>> make_python_oracle(const Problem& problem, const OracleServices& services);

}  // namespace whet
