#include "judge/check/reach.h"

#include <algorithm>
#include <cmath>

#include "judge/check/copying.h"
#include "judge/oracle/rounding_slack.h"

namespace whet {

namespace {

constexpr double k_factor = 16;  // of DataVariant::scaled
constexpr double k_bits_of_any = 25.6;
constexpr double k_reach_of_pointwise = 0.92;

// Each element times the same power of the factor. A small constant beside the data, as the epsilon of a norm, is let
// pass.
bool has_degree(const std::vector<double>& usual, const std::vector<double>& scaled, int degree) {
  constexpr double k_of_value = 1e-3, k_of_largest = 1e-6;
  const double power = std::pow(k_factor, degree);
  double largest = 0;
  for (const double value : usual) largest = std::max(largest, std::fabs(value * power));
  for (size_t i = 0; i < usual.size(); ++i) {
    const double wanted = usual[i] * power;
    if (!(std::fabs(scaled[i] - wanted) <= k_of_value * std::fabs(wanted) + k_of_largest * largest)) return false;
  }
  return true;
}

bool has_any_degree(const std::vector<double>& usual, const std::vector<double>& scaled) {
  constexpr int k_most = 4;
  for (int degree = -k_most; degree <= k_most; ++degree) {
    if (has_degree(usual, scaled, degree)) return true;
  }
  return false;
}

// Of the widest type that is taken far out.
double exponent_bits_of(const Trial& trial) {
  double bits = 0;
  for (size_t i = 0; i < trial.inputs.size(); ++i) {
    const ResolvedArgument& argument = trial.resolved->arguments[i];
    if (applies(*trial.variant, argument)) bits = std::max(bits, std::log2(largest(argument.type)));
  }
  return bits;
}

}  // namespace

Result<bool> scales_evenly(const Trial& plain, const NumberArrays& usual, const NumberArrays& scaled,
                           ArrayMath& arrays) {
  constexpr uint64_t k_most_values = 1 << 20;
  for (size_t i = 0; i < usual.size() && i < scaled.size(); ++i) {
    const ResolvedArgument& argument = plain.resolved->arguments[i];
    if (!argument.is_written()) continue;
    if (usual[i].size() != scaled[i].size()) return false;
    const uint64_t step = formula::step_among(usual[i].size(), k_most_values);
    TRY(before, arrays.every(usual[i], step));
    TRY(after, arrays.every(scaled[i], step));
    if (!has_any_degree(before, after)) return false;
  }
  return true;
}

Result<std::vector<double>> reaches_of(const Problem& problem, const Trial& trial, const std::vector<Trial>& of_case,
                                       Oracle& oracle) {
  const Trial& plain = of_case.front();
  TRY(usual, answer_of(plain, oracle));
  std::vector<double> reaches(k_reaches.begin(), k_reaches.end());
  if (trial.is_pointwise && trial.is_even) reaches.insert(reaches.begin(), k_reach_of_pointwise);
  TRY(is_chosen, is_choice(problem, plain, *usual, oracle.arrays()));
  if (is_chosen) return reaches;
  (trial.is_pointwise && trial.is_even ? reaches[1] : reaches[0]) = trial.reach;
  const auto scaled = std::find_if(of_case.begin(), of_case.end(),
                                   [](const Trial& each) { return each.variant == DataVariant::scaled; });
  if (scaled != of_case.end()) {
    const auto answer = answer_of(*scaled, oracle);
    TRY(is_even, answer ? scales_evenly(plain, *usual, **answer, oracle.arrays()) : Result<bool>(false));
    if (is_even) return reaches;
  }
  const double bits = exponent_bits_of(trial);
  std::erase_if(reaches, [&](double reach) { return reach * bits > k_bits_of_any; });
  return reaches;
}

}  // namespace whet
