// How far the modelled times of the test set are from the measured ones. Nothing is fitted here.
//   vgpu_judge TEST_TIMES.json TEST_FEATURES.json GPU [CALIBRATION.toml]
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "util/system/files.h"
#include "vgpu/time/calibration.h"
#include "vgpu/timed_case.h"

namespace whet::bench {
namespace {

double rank_correlation(const std::vector<TimedCase>& cases, const vgpu::TimeParameters& parameters) {
  const auto ranks = [&](const auto& value) {
    std::vector<size_t> order(cases.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return value(cases[a]) < value(cases[b]); });
    std::vector<double> rank(cases.size());
    for (size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<double>(i);
    return rank;
  };
  const auto a = ranks([](const TimedCase& timed) { return timed.seconds; });
  const auto b = ranks([&](const TimedCase& timed) { return vgpu::modelled_seconds(timed.features, parameters); });
  double squares = 0;
  for (size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
  const auto n = static_cast<double>(cases.size());
  return 1 - 6 * squares / (n * (n * n - 1));
}

Result<void> judge(const std::string& times, const std::string& features, const std::string& gpu_name,
                   const std::string& calibration) {
  TRY(cases, read_timed_cases(times, features));
  const Knowledge knowledge;
  TRY(gpu, Hardware(knowledge).gpu(gpu_name));
  TRY(parameters, vgpu::time_parameters(gpu, knowledge));
  if (!calibration.empty()) {
    TRY(text, DiskFileSystem().read(calibration));
    TRY_VOID(vgpu::apply_calibration(text, calibration, parameters));
  }
  print_cases(cases, parameters);
  double sum = 0;
  int within = 0, in_range = 0;
  std::vector<double> relative;
  for (const TimedCase& timed : cases) {
    const vgpu::TimeEstimate estimate = vgpu::estimate_time(timed.features, parameters);
    relative.push_back(std::abs(estimate.seconds / timed.seconds - 1));
    sum += relative.back();
    within += relative.back() <= 0.4;
    in_range += estimate.low_seconds <= timed.seconds && timed.seconds <= estimate.high_seconds;
  }
  std::sort(relative.begin(), relative.end());
  const auto n = static_cast<double>(cases.size());
  const auto [right, pairs] = ordered_pairs(cases, parameters, 1.15);
  fmt::print("\n{} cases: mean error {:.1f} %, median {:.1f} %, 90 % within {:.1f} %; {:.1f} % within 40 %\n",
             cases.size(), 100 * sum / n, 100 * quantile(relative, 0.5), 100 * quantile(relative, 0.9),
             100 * within / n);
  fmt::print("rank correlation {:.4f}; {:.1f} % inside the range shown\n", rank_correlation(cases, parameters),
             100 * in_range / n);
  fmt::print("variants that differ by 15 % or more: {} of {} pairs ordered right ({:.1f} %)\n", right, pairs,
             pairs ? 100.0 * right / pairs : 0.0);
  return {};
}

}  // namespace
}  // namespace whet::bench

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fputs("usage: vgpu_judge TEST_TIMES.json TEST_FEATURES.json GPU [CALIBRATION.toml]\n", stderr);
    return 3;
  }
  const auto done = whet::bench::judge(argv[1], argv[2], argv[3], argc > 4 ? argv[4] : "");
  if (!done) std::fputs(whet::describe(done.error()).c_str(), stderr);
  return done ? 0 : 1;
}
