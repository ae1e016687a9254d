#include "problem/data/edited_values.h"

#include <algorithm>
#include <cmath>

#include "problem/data/data.h"

namespace whet {

namespace {

uint64_t exponent_bits(ElementType type) {
  switch (type) {
    case ElementType::f64:
      return 0x7ffull << 52;
    case ElementType::f32:
      return 0xffull << 23;
    case ElementType::bf16:
      return 0xffull << 7;
    case ElementType::f16:
    case ElementType::e5m2:
      return type == ElementType::f16 ? 0x1full << 10 : 0x1full << 2;
    default:
      return 0xfull << 3;
  }
}

formula::LesserType lesser_of(ElementType type) {
  switch (type) {
    case ElementType::f32:
      return formula::LesserType::f32;
    case ElementType::f16:
      return formula::LesserType::f16;
    case ElementType::e4m3:
      return formula::LesserType::e4m3;
    default:
      return formula::LesserType::e5m2;
  }
}

// The place that an element's value had before any change.
uint64_t source_before(const formula::FewChanged& content, uint64_t place) {
  uint64_t source = place;
  for (uint64_t change = 0; change < content.changes; ++change)
    source = content.to[change] == place ? content.source[change] : source;
  return source;
}

}  // namespace

ArrayRecipe listed_recipe(const ResolvedArgument& argument, uint64_t seed, const std::vector<double>& values,
                          const std::vector<BitPattern>& patterns) {
  ArrayRecipe recipe{argument.type, formula_of(FormulaKind::listed, &ArrayFormula::listed, argument.count,
                                               {{}, value_range(argument), seed, values.size(), patterns.size()})};
  for (const double value : values) recipe.tables.push_back(formula::bits_of(value));
  for (const BitPattern& pattern : patterns) recipe.tables.insert(recipe.tables.end(), {pattern.mask, pattern.bits});
  return recipe;
}

ArrayRecipe large_listed_recipe(const ResolvedArgument& argument, uint64_t seed, const std::vector<double>& values) {
  ArrayRecipe recipe{argument.type, formula_of(FormulaKind::large_listed, &ArrayFormula::large_listed, argument.count,
                                               {{}, seed, rows_of(argument).length, values.size()})};
  for (const double value : values) recipe.tables.push_back(formula::bits_of(value));
  return recipe;
}

ArrayRecipe bits_recipe(ElementType type, uint64_t count, uint64_t seed, uint64_t mask) {
  return {type,
          formula_of(FormulaKind::any_bits, &ArrayFormula::any_bits, count, {{}, seed, exponent_bits(type), mask})};
}

ArrayRecipe nudged_recipe(ElementType type, uint64_t count, uint64_t seed, double change) {
  const bool is_next_float = type == ElementType::f32 && std::fabs(change) <= 0x1p-23;
  return {type, formula_of(FormulaKind::nudged, &ArrayFormula::nudged, count, {{}, seed, change, is_next_float})};
}

ArrayRecipe rounded_recipe(ElementType type, uint64_t count, ElementType lesser) {
  return {type, formula_of(FormulaKind::rounded, &ArrayFormula::rounded, count, {{}, lesser_of(lesser)})};
}

ArrayRecipe last_digits_recipe(const ResolvedArgument& argument, LastDigits digits, uint64_t seed) {
  constexpr uint32_t k_drawn = 0x1ff, k_middle = 0x1000;
  const bool is_below = digits == LastDigits::below_middle;
  const formula::LastDigits content =
      digits == LastDigits::none
          ? formula::LastDigits{{}, value_range(argument), seed, 0, 0}
          : formula::LastDigits{{}, value_range(argument), seed, is_below ? k_middle - k_drawn - 1 : k_middle, k_drawn};
  return {argument.type, formula_of(FormulaKind::last_digits, &ArrayFormula::last_digits, argument.count, content)};
}

bool has_last_digits(const ResolvedArgument& argument) {
  const bool is_drawn = argument.fill.kind == FillKind::normal || argument.fill.kind == FillKind::uniform;
  return argument.is_read() && argument.type == ElementType::f32 && is_drawn && argument.count > 0;
}

ArrayRecipe few_changed_recipe(ElementType type, uint64_t count, uint64_t seed) {
  formula::FewChanged content{};
  for (uint64_t part = 0; part < formula::FewChanged::k_changes && count > 1; ++part) {
    const uint64_t bits = random_bits(seed, 1000 + part);
    content.to[part] = std::min(count - 1, (part * count + bits % count) / formula::FewChanged::k_changes);
    content.source[part] = source_before(content, (bits >> 32) % count);
    ++content.changes;
  }
  return {type, formula_of(FormulaKind::changed, &ArrayFormula::changed, count, content)};
}

ArrayRecipe every_recipe(ElementType type, uint64_t count, uint64_t step) {
  return {type, formula_of(FormulaKind::every, &ArrayFormula::every, (count + step - 1) / step, {{}, step})};
}

ArrayRecipe words_recipe(uint64_t bytes, uint64_t seed) {
  const bool is_whole = bytes % sizeof(uint64_t) == 0;
  return {
      is_whole ? ElementType::u64 : ElementType::u8,
      formula_of(FormulaKind::words, &ArrayFormula::words, is_whole ? bytes / sizeof(uint64_t) : bytes, {{}, seed})};
}

}  // namespace whet
