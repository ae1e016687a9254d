// The order of written kernels by what is predicted of them.
#pragma once

#include "write/predict.h"
#include "write/written_kernels.h"

namespace whet::write {

// Puts those first that are predicted to be fastest over all cases, and notes what is predicted of the first case.
// Kernels whose work nobody counts keep their places.
void order_by_prediction(WrittenKernels& written, const PredictionRates& rates);

}  // namespace whet::write
