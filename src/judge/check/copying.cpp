#include "judge/check/copying.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <unordered_set>

#include "judge/oracle/rounding_slack.h"
#include "problem/data/data.h"
#include "problem/data/edited_values.h"

namespace whet {

namespace {

constexpr uint64_t k_sampled = 64;
constexpr uint64_t k_bits_number = 0x62697473;

uint64_t word_at(const std::string& bytes, uint64_t size, uint64_t i) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data() + i * size, size);
  return word;
}

bool takes_bits(const ResolvedArgument& argument) {
  return argument.is_read() && argument.fill.kind == FillKind::normal && is_floating(argument.type);
}

bool holds_bits(const ResolvedArgument& argument) {
  return argument.is_written() && is_floating(argument.type);
}

bool agree(const PrecisionRule& rule, ElementType type, const char* got, const char* wanted) {
  if (std::memcmp(got, wanted, bytes_of(type)) == 0) return true;
  if (rule.precision == PrecisionClass::exact) return false;
  const double a = decode_element(type, got), b = decode_element(type, wanted);
  if (std::isnan(b) || !std::isfinite(a)) return std::isnan(a) == std::isnan(b) && (std::isnan(b) || a == b);
  const Tolerance tolerance = tolerance_of(rule, type, 0);
  return std::fabs(a - b) <= tolerance.absolute + tolerance.relative * std::fabs(b);
}

}  // namespace

bool may_copy(const Trial& plain, const Expected& expected) {
  std::unordered_set<double> missing;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (!holds_bits(plain.resolved->arguments[i]) || expected[i].empty()) continue;
    for (uint64_t k = 0; k < k_sampled; ++k) missing.insert(expected[i][random_bits(i, k) % expected[i].size()]);
  }
  missing.erase(0);
  if (missing.empty()) return false;
  for (size_t i = 0; i < plain.inputs.size() && !missing.empty(); ++i) {
    if (!takes_bits(plain.resolved->arguments[i])) continue;
    for (const double value : decode_elements(plain.resolved->arguments[i].type, plain.inputs[i])) missing.erase(value);
  }
  return missing.empty();
}

bool is_choice(const Problem& problem, const Trial& plain, const Expected& expected) {
  bool is_exact = true;
  for (size_t i = 0; i < expected.size(); ++i) {
    const ResolvedArgument& argument = plain.resolved->arguments[i];
    is_exact &= !argument.is_written() || problem.precision_for(argument.type).precision == PrecisionClass::exact;
  }
  return is_exact || may_copy(plain, expected);
}

Trial with_bits(const Trial& plain, uint64_t secret, uint64_t mask) {
  Trial trial{"any bits", "arbitrary bits, NaNs and denormal numbers among them, which are copied", plain.resolved,
              plain.inputs};
  for (size_t i = 0; i < trial.inputs.size(); ++i) {
    const ResolvedArgument& argument = plain.resolved->arguments[i];
    if (!takes_bits(argument)) continue;
    trial.inputs[i] = made(bits_recipe(argument.type, argument.count, secret ^ k_bits_number ^ i, mask));
  }
  trial.ranges = ranges_of(*trial.resolved, trial.inputs);
  return trial;
}

bool is_copy(const ResolvedCase& resolved, uint64_t mask, const std::vector<std::string>& plain,
             const std::vector<std::string>& masked) {
  bool moves = false;
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (!holds_bits(argument)) continue;
    const uint64_t size = bytes_of(argument.type), here = mask & (~0ull >> (64 - 8 * size));
    for (uint64_t at = 0; at < argument.count; ++at) {
      const uint64_t difference = word_at(plain[i], size, at) ^ word_at(masked[i], size, at);
      if (difference != 0 && difference != here) return false;
      moves |= difference != 0;
    }
  }
  return moves;
}

Result<std::optional<CopyTrial>> copy_trial(const Trial& plain, uint64_t secret, Oracle& oracle,
                                            OriginalTrials& originals) {
  using Found = std::optional<CopyTrial>;
  TRY(answer, answer_of(plain, oracle));
  if (!may_copy(plain, *answer)) return Found();
  const uint64_t mask = random_bits(secret, 0);
  Trial trial = with_bits(plain, secret, 0);
  TRY(wanted, originals.outputs(trial));
  TRY(masked, originals.outputs(with_bits(plain, secret, mask)));
  if (!wanted || !masked || !is_copy(*plain.resolved, mask, *wanted, *masked)) return Found();
  return Found(CopyTrial{std::move(trial), std::move(*wanted)});
}

std::string bit_difference(const Problem& problem, const Trial& trial, const std::vector<std::string>& outputs,
                           const std::vector<std::string>& wanted) {
  for (size_t i = 0; i < trial.resolved->own_arguments; ++i) {
    const ResolvedArgument& argument = trial.resolved->arguments[i];
    if (!holds_bits(argument) || outputs[i] == wanted[i]) continue;
    const PrecisionRule rule = problem.precision_for(argument.type);
    const uint64_t size = bytes_of(argument.type);
    uint64_t different = 0, first = 0;
    for (uint64_t at = argument.count; at-- > 0;) {
      if (agree(rule, argument.type, outputs[i].data() + at * size, wanted[i].data() + at * size)) continue;
      ++different;
      first = at;
    }
    if (different == 0) continue;
    return fmt::format("`{}` differs in {} of {} elements with {}: {} has the bits {:#x} and should have {:#x}",
                       argument.name, fmt::group_digits(different), fmt::group_digits(argument.count), trial.what,
                       place_in(argument.shape, first), word_at(outputs[i], size, first),
                       word_at(wanted[i], size, first));
  }
  return {};
}

}  // namespace whet
