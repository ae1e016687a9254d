#include "judge/conditioning.h"

#include <cmath>
#include <cstring>

#include "problem/data.h"

namespace whet {

namespace {

constexpr int k_changes = 3;
// Sums round at their partial results, which are larger than their terms: for ordered data of a thousand terms some
// hundred times. For ordinary data the first adds a third to the room of fp32, still a sixth of what tf32 is off by.
constexpr double k_multiple = 256, k_multiple_of_ordered = 1024;

double multiple_of(const Trial& trial) {
  const bool ordered = trial.variant == DataVariant::sorted || trial.variant == DataVariant::ramp;
  return ordered ? k_multiple_of_ordered : k_multiple;
}

// Every value to one of its neighbours.
std::string nudged(const std::string& bytes, uint64_t seed) {
  std::string result = bytes;
  for (size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
    float value;
    std::memcpy(&value, bytes.data() + i, sizeof value);
    value = std::nextafter(value, random_bits(seed, i) & 1 ? HUGE_VALF : -HUGE_VALF);
    std::memcpy(result.data() + i, &value, sizeof value);
  }
  return result;
}

// The larger of what an element and what all of them together moved: one change may leave an element where it was.
void add_change(const std::vector<double>& expected, const std::vector<double>& moved, double multiple,
                std::vector<double>& slack) {
  double squares = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    const double change = std::fabs(moved[i] - expected[i]);
    if (std::isfinite(change)) squares += change * change;
  }
  const double typical = std::sqrt(squares / static_cast<double>(std::max<size_t>(1, expected.size())));
  for (size_t i = 0; i < expected.size(); ++i) {
    const double change = std::fabs(moved[i] - expected[i]);
    if (std::isfinite(change)) slack[i] = std::fmax(slack[i], multiple * std::fmax(change, typical));
  }
}

}  // namespace

Result<Expected> rounding_slack(Oracle& oracle, const Trial& trial, const Expected& expected) {
  Expected slack(expected.size());
  for (size_t i = 0; i < expected.size(); ++i) slack[i].resize(expected[i].size());
  for (int change = 0; change < k_changes; ++change) {
    std::vector<std::string> inputs = trial.inputs;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const ResolvedArgument& argument = trial.resolved->arguments[i];
      if (argument.type == ElementType::f32)
        inputs[i] = nudged(inputs[i], random_bits(i, static_cast<uint64_t>(change)));
    }
    if (inputs == trial.inputs) return slack;
    TRY(moved, oracle.expected(*trial.resolved, inputs));
    for (size_t i = 0; i < expected.size(); ++i) add_change(expected[i], moved[i], multiple_of(trial), slack[i]);
  }
  return slack;
}

Result<std::shared_ptr<const Expected>> answer_of(const Trial& trial, Oracle& oracle) {
  if (trial.answer) return trial.answer;
  TRY(expected, oracle.expected(*trial.resolved, trial.inputs));
  return std::make_shared<const Expected>(std::move(expected));
}

Result<Verdict> judge_outputs(const Problem& problem, const Trial& trial, const std::vector<std::string>& outputs,
                              Oracle& oracle) {
  TRY(answer, answer_of(trial, oracle));
  const Expected& expected = *answer;
  TRY(verdict, compare_outputs(problem, *trial.resolved, outputs, expected));
  if (verdict.correct()) return verdict;
  TRY(slack, rounding_slack(oracle, trial, expected));
  return compare_outputs(problem, *trial.resolved, outputs, expected, slack);
}

}  // namespace whet
