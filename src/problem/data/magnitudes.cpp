#include "problem/data/magnitudes.h"

#include <cmath>

#include "problem/numbers/codec.h"

namespace whet {

namespace {

constexpr double k_mixed_share = 0.19;  // fraction of the exponents, up and down
constexpr double k_least_factor = 32;   // smaller factors are covered by other variants

// The number of exponents above 1, or below it.
int exponents_of(const VariedArray& array, bool below) {
  return static_cast<int>(std::log2(below ? 1 / array.field.range.smallest_normal : largest(array.type)));
}

double usual_size(const ValueRange& range) {
  return std::exp2(std::ceil(std::log2(std::fmax(std::fabs(range.centre) + range.spread, 0x1p-60))));
}

ArrayFormula unchanged(const VariedArray& array) {
  return formula_of(FormulaKind::unchanged, &ArrayFormula::unchanged, array.field.count, {});
}

}  // namespace

double stepped(ElementType type, double value, int steps) {
  return with_codec(type, [&](auto codec) { return formula::stepped<decltype(codec)>(value, steps); });
}

ArrayFormula make_huge(const VariedArray& array) {
  const double size = usual_size(array.field.range);
  const double factor = std::exp2(std::floor(array.reach * exponents_of(array, false))) / size;
  if (factor < k_least_factor) return unchanged(array);
  return formula_of(FormulaKind::huge, &ArrayFormula::huge, array.field.count, {array.field, factor});
}

ArrayFormula make_tiny(const VariedArray& array) {
  const double size = usual_size(array.field.range);
  const double factor = std::exp2(-std::floor(array.reach * exponents_of(array, true))) / size;
  if (factor * k_least_factor > 1) return unchanged(array);
  return formula_of(FormulaKind::multiplied, &ArrayFormula::multiplied, array.field.count, {{}, factor});
}

ArrayFormula mix_magnitudes(const VariedArray& array) {
  if (array.field.rows.count < 2) return unchanged(array);
  const auto exponents = static_cast<uint64_t>(k_mixed_share * exponents_of(array, false));
  return formula_of(FormulaKind::mixed, &ArrayFormula::mixed, array.field.count, {array.field, exponents});
}

ArrayFormula make_neighbours(const VariedArray& array) {
  return formula_of(FormulaKind::neighbours, &ArrayFormula::neighbours, array.field.count, {array.field});
}

}  // namespace whet
