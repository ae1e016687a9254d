#include "judge/check/copying.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <set>

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

Result<bool> may_copy(const Trial& plain, const NumberArrays& expected, ArrayMath& arrays) {
  std::set<double> sampled;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (!holds_bits(plain.resolved->arguments[i]) || expected[i].empty()) continue;
    for (uint64_t k = 0; k < k_sampled; ++k) {
      TRY(value, arrays.value(expected[i], random_bits(i, k) % expected[i].size()));
      if (value != 0 && !std::isnan(value)) sampled.insert(value);
    }
  }
  std::vector<double> missing(sampled.begin(), sampled.end());
  if (missing.empty()) return false;
  for (size_t i = 0; i < plain.inputs.size() && !missing.empty(); ++i) {
    if (!takes_bits(plain.resolved->arguments[i])) continue;
    TRY(found, arrays.find({plain.resolved->arguments[i].type, plain.inputs[i]}, missing));
    std::vector<double> rest;
    for (size_t k = 0; k < missing.size(); ++k) {
      if (!found[k]) rest.push_back(missing[k]);
    }
    missing = std::move(rest);
  }
  return missing.empty();
}

Result<bool> is_choice(const Problem& problem, const Trial& plain, const NumberArrays& expected, ArrayMath& arrays) {
  bool is_exact = true;
  for (size_t i = 0; i < expected.size(); ++i) {
    const ResolvedArgument& argument = plain.resolved->arguments[i];
    is_exact &= !argument.is_written() || problem.precision_for(argument.type).precision == PrecisionClass::exact;
  }
  return is_exact ? Result<bool>(true) : may_copy(plain, expected, arrays);
}

Trial with_bits(const Trial& plain, uint64_t secret, uint64_t mask) {
  Trial trial{"any bits", "arbitrary bits, NaNs and denormal numbers among them, which are copied", plain.resolved,
              plain.inputs};
  for (size_t i = 0; i < trial.inputs.size(); ++i) {
    const ResolvedArgument& argument = plain.resolved->arguments[i];
    if (!takes_bits(argument)) continue;
    trial.inputs[i] =
        ArrayContent::made_by(bits_recipe(argument.type, argument.count, secret ^ k_bits_number ^ i, mask));
  }
  return trial;
}

Result<bool> is_copy(const ResolvedCase& resolved, uint64_t mask, const ArrayContents& plain,
                     const ArrayContents& masked, ArrayMath& arrays) {
  bool moves = false;
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (!holds_bits(argument)) continue;
    const uint64_t here = mask & (~0ull >> (64 - 8 * bytes_of(argument.type)));
    TRY(found, arrays.masked({argument.type, plain[i]}, {argument.type, masked[i]}, here));
    if (found.otherwise > 0) return false;
    moves |= found.by_mask > 0;
  }
  return moves;
}

Result<std::optional<CopyTrial>> copy_trial(const Trial& plain, uint64_t secret, Oracle& oracle,
                                            OriginalTrials& originals) {
  using Found = std::optional<CopyTrial>;
  TRY(answer, answer_of(plain, oracle));
  TRY(is_worth_it, may_copy(plain, *answer, oracle.arrays()));
  if (!is_worth_it) return Found();
  const uint64_t mask = random_bits(secret, 0);
  Trial trial = with_bits(plain, secret, 0);
  TRY(wanted, originals.outputs(trial));
  TRY(masked, originals.outputs(with_bits(plain, secret, mask)));
  if (!wanted || !masked) return Found();
  TRY(copies, is_copy(*plain.resolved, mask, *wanted, *masked, oracle.arrays()));
  if (!copies) return Found();
  return Found(CopyTrial{std::move(trial), std::move(*wanted)});
}

Result<std::string> bit_difference(const Problem& problem, const Trial& trial, const ArrayContents& outputs,
                                   const ArrayContents& wanted, ArrayMath& arrays) {
  for (size_t i = 0; i < trial.resolved->own_arguments; ++i) {
    const ResolvedArgument& argument = trial.resolved->arguments[i];
    if (!holds_bits(argument)) continue;
    TRY(bits, arrays.masked({argument.type, outputs[i]}, {argument.type, wanted[i]}, 0));
    if (bits.otherwise == 0) continue;
    const PrecisionRule rule = problem.precision_for(argument.type);
    const uint64_t size = bytes_of(argument.type);
    const std::string &got = outputs[i], &should = wanted[i];
    uint64_t different = 0, first = 0;
    for (uint64_t at = argument.count; at-- > 0;) {
      if (agree(rule, argument.type, got.data() + at * size, should.data() + at * size)) continue;
      ++different;
      first = at;
    }
    if (different == 0) continue;
    return fmt::format("`{}` differs in {} of {} elements with {}: {} has the bits {:#x} and should have {:#x}",
                       argument.name, fmt::group_digits(different), fmt::group_digits(argument.count), trial.what,
                       place_in(argument.shape, first), word_at(got, size, first), word_at(should, size, first));
  }
  return std::string();
}

}  // namespace whet
