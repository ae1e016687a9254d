// Rates of the arithmetic units; see knowledge/probes/arithmetic.cu.
#include <fmt/format.h>

#include <cmath>

#include "calibrate/probe_family.h"

namespace whet {

namespace {

constexpr int k_chains = 8, k_steps = 16, k_threads = 256, k_lanes = 32;
constexpr size_t k_inputs = 2 + k_chains + k_lanes;
constexpr double k_approximate = 1e-2;  // of a sum whose weights add up to 50

template <typename T>
using Chains = T[k_chains];

template <typename T>
void fused(Chains<T>& x, T a, T b) {
  for (T& each : x) each = std::fma(each, a, b);
}

void multiplied(Chains<uint32_t>& x, uint32_t a, uint32_t b) {
  for (uint32_t& each : x) each = each * a + b;
}

void added(Chains<uint32_t>& x, uint32_t a, uint32_t) {
  for (int i = 0; i < k_chains; ++i) x[i] += x[(i + 1) % k_chains] + a;
}

void powered(Chains<float>& x, float, float) {
  for (float& each : x) each = std::exp2(-each);
}

// Numbers from 1 to 2 that look like any; integers of all sizes.
template <typename T>
std::vector<T> chain_inputs() {
  std::vector<T> values(k_inputs);
  uint32_t state = 12345;
  for (T& value : values) {
    state = state * 1664525 + 1013904223;
    value = std::is_integral_v<T> ? static_cast<T>(state | 1) : static_cast<T>(1 + (state >> 8) / 16777216.0);
  }
  if (!std::is_integral_v<T>) {
    values[0] = static_cast<T>(0.71);
    values[1] = static_cast<T>(0.43);
  }
  return values;
}

// What a thread stores of its chains.
template <typename T>
T joined(const Chains<T>& x) {
  T sum = x[0];
  for (int i = 1; i < k_chains; ++i) {
    if constexpr (std::is_integral_v<T>)
      sum = sum * 3 + x[i];
    else
      sum = std::fma(sum, static_cast<T>(1.5), x[i]);
  }
  return sum;
}

template <typename T>
std::string wrong_value(size_t at, T found, T expected) {
  return fmt::format("value {} is {} instead of {}", at, found, expected);
}

template <typename T>
std::string check_chains(std::string_view result, int passes, void (*step)(Chains<T>&, T, T), double tolerance) {
  const auto found = values_of<T>(result);
  const std::vector<T> inputs = chain_inputs<T>();
  for (size_t thread = 0; thread < found.size(); ++thread) {
    Chains<T> x;
    for (size_t i = 0; i < k_chains; ++i) x[i] = inputs[2 + i + thread % k_lanes];
    for (int i = 0; i < passes * k_steps; ++i) step(x, inputs[0], inputs[1]);
    const T expected = joined(x);
    const bool same = tolerance > 0
                          ? std::abs(static_cast<double>(found[thread]) - static_cast<double>(expected)) <= tolerance
                          : found[thread] == expected;
    if (!same) return wrong_value(thread, found[thread], expected);
  }
  return {};
}

template <typename T>
CeilingProbe chain_probe(const char* id, const char* title, double operations, void (*step)(Chains<T>&, T, T),
                         double tolerance = 0) {
  CeilingProbe probe{.id = id,
                     .title = title,
                     .unit = ProbeUnit::operations_per_second,
                     .file = "arithmetic",
                     .kernel = std::string("probe_") + id};
  probe.launch = [=](const ProbeScale& scale, ProbeSize size) {
    const auto blocks = static_cast<uint32_t>(size == ProbeSize::check ? 2 : 8 * scale.sms);
    const int passes = sized(size, 3, 64 * scale.loops);
    const double threads = static_cast<double>(blocks) * k_threads;
    ProbeLaunch launch{.shape = {.grid = {blocks}, .block = {k_threads}},
                       .arrays = {holding(bytes_of(chain_inputs<T>())), {static_cast<uint64_t>(threads) * sizeof(T)}},
                       .passes = passes,
                       .work = operations * threads * k_chains * k_steps * passes,
                       .result = 1};
    launch.check = [=](std::string_view result, uint64_t) { return check_chains<T>(result, passes, step, tolerance); };
    return launch;
  };
  return probe;
}

}  // namespace

std::vector<CeilingProbe> arithmetic_probes() {
  return {chain_probe<float>("fp32", "fp32 fused multiply-add", 2, fused<float>),
          chain_probe<double>("fp64", "fp64 fused multiply-add", 2, fused<double>),
          chain_probe<uint32_t>("int32_multiply", "int32 multiply-add", 1, multiplied),
          chain_probe<uint32_t>("int32_add", "int32 add of three", 1, added),
          chain_probe<float>("special", "special functions (2^x)", 1, powered, k_approximate)};
}

}  // namespace whet
