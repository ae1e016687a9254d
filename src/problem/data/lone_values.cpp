#include "problem/data/lone_values.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "problem/data/data.h"

namespace whet {

namespace {

formula::Walk walk_of(uint64_t seed, uint64_t length) {
  formula::Walk walk{std::max<uint64_t>(1, length), 0, 0};
  walk.first = random_bits(seed, 1) % walk.length;
  walk.step = 1 + random_bits(seed, 2) % walk.length;
  while (std::gcd(walk.step, walk.length) != 1) ++walk.step;
  return walk;
}

// At places of their own in each of four variants.
formula::Extremes extremes_of(const VariedArray& array, uint64_t number) {
  const auto& [range, rows, count, seed] = array.field;
  if (rows.are_real || count < 8) return {~0ull, ~0ull, 0, 0};
  const auto place = [&](uint64_t draw, uint64_t residue) {
    return random_bits(array.field.seed, draw) % (array.field.count / 4) * 4 + (array.field.seed + residue) % 4;
  };
  return {place(3 + number, number), place(13 + number, number + 2), range.is_free ? 1.25 * range.high : range.high,
          range.is_free ? 1.25 * range.low : range.low};
}

ArrayFormula lone_formula(const VariedArray& array, uint64_t number) {
  const formula::Field& field = array.field;
  return formula_of(FormulaKind::lone, &ArrayFormula::lone, field.count,
                    {field, walk_of(field.seed + number, field.rows.length), extremes_of(array, number), number == 1});
}

ArrayFormula ends_formula(const VariedArray& array, uint64_t number) {
  const formula::Field& field = array.field;
  return formula_of(FormulaKind::ends, &ArrayFormula::ends, field.count,
                    {field, walk_of(field.seed + number, field.rows.length), extremes_of(array, number), number == 3});
}

ArrayFormula special_formula(const VariedArray& array, bool are_nans) {
  const formula::Field& field = array.field;
  const uint64_t lone = random_bits(field.seed, are_nans ? 7 : 6) % field.rows.count;
  return formula_of(FormulaKind::special, &ArrayFormula::special, field.count,
                    {field, walk_of(field.seed + (are_nans ? 1 : 0), field.rows.length), lone, are_nans});
}

double power_of_two_near(double value) {
  return std::exp2(std::floor(std::log2(value)));
}

// Two neighbours of a grid so coarse that sums of them are exact; the same twice where the range has no two.
struct CoarseValues {
  double one, two;
};
CoarseValues coarse_values(const ValueRange& range) {
  if (range.is_free) return {power_of_two_near(range.spread), 2 * power_of_two_near(range.spread)};
  if (range.high <= range.low) return {range.low, range.low};
  const double quantum = std::max(range.is_whole ? 1 : 0.0, power_of_two_near((range.high - range.low) / 4));
  double first = std::ceil(range.low / quantum) * quantum;
  // Not zero, so that a value missing in a sum is noticed.
  if (first == 0 && first + quantum <= range.high) first = quantum;
  return {first, first + quantum <= range.high ? first + quantum : first};
}

}  // namespace

ArrayFormula scale_up(const VariedArray& array) {
  return formula_of(FormulaKind::multiplied, &ArrayFormula::multiplied, array.field.count, {{}, 16});
}

// Not so far that products of two would be lost in a type with few exponents.
ArrayFormula scale_down(const VariedArray& array) {
  const ValueRange& range = array.field.range;
  const double room = range.spread / (1024 * range.smallest_normal);
  const double divisor = std::clamp(std::exp2(std::floor(std::log2(room))), 2.0, 1024.0);
  return formula_of(FormulaKind::multiplied, &ArrayFormula::multiplied, array.field.count, {{}, 1 / divisor});
}

// So far that half the digits go: a variance as the difference of two sums has none left, one of differences has.
ArrayFormula shift(const VariedArray& array) {
  const ValueRange& range = array.field.range;
  const double distance = range.spread * std::exp2(range.significant_bits / 2);
  return formula_of(FormulaKind::shifted, &ArrayFormula::shifted, array.field.count, {{}, distance});
}

ArrayFormula put_large(const VariedArray& array) {
  return lone_formula(array, 0);
}

ArrayFormula put_low(const VariedArray& array) {
  return lone_formula(array, 1);
}

ArrayFormula put_by_column(const VariedArray& array) {
  const formula::Field& field = array.field;
  return formula_of(FormulaKind::lone_in_columns, &ArrayFormula::lone_in_columns, field.count,
                    {field, walk_of(field.seed + 4, field.rows.count)});
}

ArrayFormula end_large(const VariedArray& array) {
  return ends_formula(array, 2);
}

ArrayFormula begin_large(const VariedArray& array) {
  return ends_formula(array, 3);
}

ArrayFormula make_equal(const VariedArray& array) {
  const ValueRange& range = array.field.range;
  const auto [one, two] = coarse_values(range);
  const uint64_t bits = random_bits(array.field.seed, 5);
  double value = bits & 1 ? one : two;
  if (range.is_free) value *= bits & 2 ? -1.25 : -0.75;  // those of `shift` are positive
  if (range.is_whole) {
    const double steps = std::floor(static_cast<double>(bits >> 11) * 0x1p-53 * (range.high - range.low + 1));
    value = fitted(range, range.low + steps);
  }
  return formula_of(FormulaKind::constant, &ArrayFormula::constant, array.field.count, {{}, value});
}

ArrayFormula make_few(const VariedArray& array) {
  const uint64_t kinds = std::min<uint64_t>(4, array.field.count);
  return formula_of(FormulaKind::few, &ArrayFormula::few, array.field.count, {{}, array.field.seed, kinds});
}

// Order is what matters, and sorting a million takes longer than the kernel.
ArrayFormula sort_values(const VariedArray& array) {
  constexpr uint64_t k_most = 1 << 16;
  return formula_of(FormulaKind::sorted, &ArrayFormula::sorted, array.field.count, {array.field.count / k_most + 1});
}

ArrayFormula make_whole(const VariedArray& array) {
  const auto [one, two] = coarse_values(array.field.range);
  return formula_of(FormulaKind::either, &ArrayFormula::either, array.field.count, {{}, array.field.seed, one, two});
}

ArrayFormula put_infinities(const VariedArray& array) {
  return special_formula(array, false);
}

ArrayFormula put_nans(const VariedArray& array) {
  return special_formula(array, true);
}

}  // namespace whet
