// Cases with the time a GPU took for them and the features the model gives them a time by.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "util/result.h"
#include "vgpu/time/time_model.h"

namespace whet::bench {

struct TimedCase {
  std::string name, family;
  double seconds = 0;  // measured
  vgpu::TimeFeatures features;
};

// What vgpu_times measured and what vgpu_features counted of one set; cases that one of them lacks are left out.
Result<std::vector<TimedCase>> read_timed_cases(const std::string& times, const std::string& features);

double log_error(const TimedCase& timed, const vgpu::TimeParameters& parameters);
// Absolute logarithms, ascending.
std::vector<double> sorted_errors(const std::vector<TimedCase>& cases, const vgpu::TimeParameters& parameters);
double quantile(const std::vector<double>& sorted, double share);
// Of pairs of one family whose measured times are at least so many times apart: ordered right, all.
std::pair<int, int> ordered_pairs(const std::vector<TimedCase>& cases, const vgpu::TimeParameters& parameters,
                                  double apart);
void print_cases(const std::vector<TimedCase>& cases, const vgpu::TimeParameters& parameters);

}  // namespace whet::bench
