#include "judge/oracle/rounding_slack.h"

#include <algorithm>
#include <cmath>

#include "problem/data/data.h"
#include "problem/data/edited_values.h"
#include "problem/data/value_range.h"
#include "util/stage_times.h"

namespace whet {

namespace {

constexpr int k_changes = 3;
// Where two nearly equal values decide a result, all of the first changes may go the same way: if few results are
// wrong, more changes are tried before the kernel is called wrong.
constexpr int k_more_changes = 12;
constexpr uint64_t k_one_in = 8;
// With large magnitudes the largest value decides alone, and two that are nearly as large decide by rounding. For such
// data the inputs are also changed by this larger share, which moves a smooth result by less than its class allows; by
// each share up and down, since one of both takes a sum that nearly vanishes across zero, where a map may turn.
constexpr double k_coarse_change = 0x1p-17;
constexpr int k_coarse_changes = 2, k_more_coarse_changes = 6;
// Sums round at their partial results, which are larger than their terms: for ordered data of a thousand terms some
// hundred times. For ordinary data 256 adds a third to the tolerance of fp32, which is still a sixth of the error of
// tf32.
constexpr double k_multiple = 256, k_multiple_of_ordered = 1024;
// If each result depends on one element of each input and scales with it, nothing is summed.
constexpr double k_last_places_of_pointwise = 8;

// A unit in the last place, as a share of a value.
double last_place(ElementType type) {
  switch (type) {
    case ElementType::f64:
      return 0x1p-52;
    case ElementType::f32:
      return 0x1p-23;
    case ElementType::f16:
      return 0x1p-10;
    case ElementType::bf16:
      return 0x1p-7;
    default:
      return 0;
  }
}

// What a class may lose of its inputs, as a share of them. Classes with few digits get fewer of their last places,
// because sums in halves are kept short.
double lost_by(PrecisionClass precision) {
  switch (precision) {
    case PrecisionClass::fp64:
      return k_multiple * 0x1p-52;
    case PrecisionClass::fp32:
      return k_multiple * 0x1p-23;
    case PrecisionClass::tf32:
    case PrecisionClass::fp16:
      return 8 * 0x1p-10;
    case PrecisionClass::bf16:
      return 4 * 0x1p-7;
    default:
      return 0;
  }
}

// What a class that rounds its inputs may lose of them, where their types have more digits.
//   silu of a sum of floats in tf32: that of -1e9 is -0 and that of 1e9 is 1e9, and a sum of terms near 1e12 is either
double rounded_by(PrecisionClass precision, double last_place) {
  const bool is_rounded =
      (last_place < 0x1p-10 && (precision == PrecisionClass::tf32 || precision == PrecisionClass::fp16)) ||
      (last_place < 0x1p-7 && precision == PrecisionClass::bf16);
  return is_rounded ? lost_by(precision) : 0;
}

// The last place of the coarsest input type; all inputs are changed by this share.
double change_of(const ResolvedCase& resolved) {
  double change = 0;
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (argument.is_read()) change = std::fmax(change, last_place(argument.type));
  }
  return change;
}

double coarse_change_of(const Problem& problem, const ResolvedCase& resolved, double change) {
  double coarse = std::fmax(change, k_coarse_change);
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    const ResolvedArgument& output = resolved.arguments[i];
    if (output.is_written())
      coarse = std::fmax(coarse, rounded_by(problem.precision_for(output.type).precision, change));
  }
  return coarse;
}

double multiple_of(const Problem& problem, const Trial& trial, ElementType output, double change) {
  const bool is_ordered_data = trial.variant && is_ordered(*trial.variant);
  const double more = is_ordered_data ? k_multiple_of_ordered / k_multiple : 1;
  const double lost = more * lost_by(problem.precision_for(output).precision);
  const bool is_simple = trial.is_pointwise && trial.is_even;
  return (is_simple ? std::fmin(lost, k_last_places_of_pointwise * last_place(output)) : lost) / change;
}

// Whether at most one element in `k_one_in` is wrong, in every output.
bool is_wrong_in_few(const Verdict& verdict) {
  return std::all_of(verdict.outputs.begin(), verdict.outputs.end(), [](const OutputVerdict& output) {
    return output.comparison.mismatches * k_one_in <= output.comparison.count;
  });
}

// The share of an input: those of two inputs differ, so that terms of both that cancel do not move together.
double share_of(size_t input, double change, bool is_coarse) {
  return is_coarse && input % 2 == 1 ? 1.5 * change : change;
}

struct Draw {
  int number = 0;
  double change = 0;
  bool is_coarse = false;
};

Result<NumberArrays> answer_to_nudged(Oracle& oracle, const Trial& trial, const Draw& draw) {
  ArrayContents inputs = trial.inputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ResolvedArgument& argument = trial.resolved->arguments[i];
    if (!argument.is_read() || last_place(argument.type) == 0) continue;
    const uint64_t seed = random_bits(i, static_cast<uint64_t>(draw.number));
    const double share = share_of(i, draw.change, draw.is_coarse);
    inputs[i] = ArrayContent::made_by(nudged_recipe(argument.type, argument.count, seed, share), inputs[i]);
  }
  return oracle.expected(*trial.resolved, inputs);
}

}  // namespace

Result<NumberArrays> rounding_slack(const Problem& problem, Oracle& oracle, const Trial& trial,
                                    const NumberArrays& expected, bool has_more) {
  NumberArrays slack(expected.size());
  const double change = change_of(*trial.resolved);
  if (change == 0) return slack;
  const int changes = has_more ? k_more_changes : k_changes;
  const bool has_far_values = trial.reach > 0 || trial.patches || (has_more && trial.variant);
  const int coarse_changes = has_more ? k_more_coarse_changes : k_coarse_changes;
  const int draws = changes + (has_far_values ? coarse_changes : 0);
  const double coarse = coarse_change_of(problem, *trial.resolved, change);
  for (int draw = 0; draw < draws; ++draw) {
    const bool is_coarse = draw >= changes, is_back = is_coarse && (draw - changes) % 2 == 1;
    const double share = is_back ? -coarse : is_coarse ? coarse : change;
    TRY(moved, answer_to_nudged(oracle, trial, {is_back ? draw - 1 : draw, share, is_coarse}));
    for (size_t i = 0; i < expected.size(); ++i) {
      const ResolvedArgument& output = trial.resolved->arguments[i];
      if (!output.is_written()) continue;
      const double multiple = is_coarse ? 1 : multiple_of(problem, trial, output.type, change);
      const SlackRule rule{multiple, output.shape, output.type == ElementType::f64};
      TRY(wider, oracle.arrays().widened(std::move(slack[i]), expected[i], moved[i], rule));
      slack[i] = std::move(wider);
    }
  }
  return slack;
}

Result<std::shared_ptr<const NumberArrays>> answer_of(const Trial& trial, Oracle& oracle) {
  const StageTimer timer("oracle: answer");
  if (trial.answer) return trial.answer;
  TRY(expected, oracle.expected(*trial.resolved, trial.inputs));
  return std::make_shared<const NumberArrays>(std::move(expected));
}

Result<bool> has_numbers(const ResolvedCase& resolved, const NumberArrays& answer, ArrayMath& arrays) {
  for (size_t i = 0; i < answer.size(); ++i) {
    if (!resolved.arguments[i].is_written()) continue;
    TRY(range, arrays.range(answer[i]));
    if (range.specials > 0) return false;
  }
  return true;
}

Result<bool> is_within_types(const ResolvedCase& resolved, const NumberArrays& answer, ArrayMath& arrays) {
  constexpr double k_well_above = 0x1p20;
  bool is_visible = false;
  for (size_t i = 0; i < answer.size(); ++i) {
    const ResolvedArgument& output = resolved.arguments[i];
    if (!output.is_written()) continue;
    TRY(range, arrays.range(answer[i]));
    const double farthest = largest(output.type);
    if (range.specials > 0 || (!answer[i].empty() && std::fmax(-range.low, range.high) > farthest)) return false;
    const double least = is_floating(output.type) ? k_well_above * value_range(output).smallest_normal : 0;
    TRY(typical, arrays.typical(answer[i]));
    is_visible |= typical >= least;
  }
  return is_visible;
}

namespace {

// By the oracle's answer; `slack` is what was allowed in the end.
Result<Verdict> judged(const Problem& problem, const Trial& trial, const ArrayContents& outputs, Oracle& oracle,
                       NumberArrays& slack, const std::function<void()>& make_room) {
  TRY(answer, answer_of(trial, oracle));
  const NumberArrays& expected = *answer;
  ArrayMath& arrays = oracle.arrays();
  TRY(verdict, compare_outputs(problem, *trial.resolved, outputs, expected, arrays));
  if (verdict.correct()) return verdict;
  if (make_room) make_room();
  TRY(usual_slack, rounding_slack(problem, oracle, trial, expected, false));
  slack = std::move(usual_slack);
  TRY(with_slack, compare_outputs(problem, *trial.resolved, outputs, expected, arrays, slack));
  if (with_slack.correct() || !is_wrong_in_few(with_slack)) return with_slack;
  TRY(more_slack, rounding_slack(problem, oracle, trial, expected, true));
  slack = std::move(more_slack);
  return compare_outputs(problem, *trial.resolved, outputs, expected, arrays, slack);
}

}  // namespace

Result<Verdict> judge_outputs(const Problem& problem, const Trial& trial, const ArrayContents& outputs, Oracle& oracle,
                              const std::function<void()>& make_room) {
  NumberArrays slack;
  TRY(verdict, judged(problem, trial, outputs, oracle, slack, make_room));
  Oracle* const authority = verdict.correct() ? nullptr : oracle.authority(*trial.resolved);
  if (!authority) return verdict;
  TRY(truth, authority->expected(*trial.resolved, trial.inputs));
  return compare_outputs(problem, *trial.resolved, outputs, truth, oracle.arrays(), slack);
}

}  // namespace whet
