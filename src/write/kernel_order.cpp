#include "write/kernel_order.h"

#include <algorithm>

namespace whet::write {

namespace {

constexpr size_t k_kept_further = 40;   // kernels beside those of the lists
constexpr double k_worth_trying = 1.3;  // times what is predicted of the best

struct PredictedKernel {
  double seconds = 0;
  WrittenKernel kernel;
};

// Takes those of the kernels that can be predicted, the fastest first, and leaves the others empty.
std::vector<PredictedKernel> take_predicted(std::vector<WrittenKernel>& kernels, const std::vector<double>& weights,
                                            const PredictionRates& rates) {
  std::vector<PredictedKernel> found;
  for (WrittenKernel& kernel : kernels) {
    const auto seconds = predicted_over_cases(kernel, weights, rates);
    if (!seconds) continue;
    kernel.predicted_overall = seconds;
    kernel.predicted_seconds = predicted_seconds(kernel, 0, rates);
    found.push_back({*seconds, std::move(kernel)});
    kernel = {};
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const PredictedKernel& a, const PredictedKernel& b) { return a.seconds < b.seconds; });
  return found;
}

}  // namespace

void order_by_prediction(WrittenKernels& written, const PredictionRates& rates) {
  std::vector<PredictedKernel> predicted = take_predicted(written.kernels, written.weights, rates);
  std::vector<PredictedKernel> further = take_predicted(written.further, written.weights, rates);
  written.further.clear();
  for (PredictedKernel& each : further) {
    if (predicted.empty() || each.seconds > k_worth_trying * predicted.front().seconds) break;
    if (written.further.size() < k_kept_further) written.further.push_back(std::move(each.kernel));
  }
  if (!predicted.empty()) written.predicted_for = rates.gpu;
  auto next = predicted.begin();
  for (WrittenKernel& kernel : written.kernels) {
    if (kernel.schedule.empty()) kernel = std::move((next++)->kernel);
  }
}

}  // namespace whet::write
