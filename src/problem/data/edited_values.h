// Arrays whose single elements are changed: to values of a list, to any bits, by a last place.
#pragma once

#include <vector>

#include "problem/data/array_recipe.h"
#include "problem/data/value_range.h"

namespace whet {

// Bits that a value is looked at through, and what is looked for there.
struct BitPattern {
  uint64_t mask, bits;
};

// Three of four values changed: half of them to one of `values`, half to one with a pattern where that is in the range.
ArrayRecipe listed_recipe(const ResolvedArgument& argument, uint64_t seed, const std::vector<double>& values,
                          const std::vector<BitPattern>& patterns);
// Values around one of these in each row, on both sides of it. There is at least one.
ArrayRecipe large_listed_recipe(const ResolvedArgument& argument, uint64_t seed, const std::vector<double>& values);

// Any bits of a floating type; those of the mask are turned over.
ArrayRecipe bits_recipe(ElementType type, uint64_t count, uint64_t seed, uint64_t mask);

// Every value up or down by a share of it; of f32 to the next float where that is no less. The share negated goes the
// other way everywhere.
ArrayRecipe nudged_recipe(ElementType type, uint64_t count, uint64_t seed, double change);

// Each value as the lesser type holds it: f32, f16, e4m3 or e5m2.
ArrayRecipe rounded_recipe(ElementType type, uint64_t count, ElementType lesser);

// Each float of the array with last digits that every number of tf32 lacks, as far as its range goes: just below or
// just above the middle between two numbers, so that rounding changes all by about as much and in one direction. With
// `none` the digits are zeros, as in the lower number.
enum class LastDigits : uint8_t { below_middle, above_middle, none };
ArrayRecipe last_digits_recipe(const ResolvedArgument& argument, LastDigits digits, uint64_t seed);
// Whether such values are for the array: floats that are drawn as normal data or from a range.
bool has_last_digits(const ResolvedArgument& argument);

// One element in each sixteenth of the array takes another's value.
ArrayRecipe few_changed_recipe(ElementType type, uint64_t count, uint64_t seed);

// Every `step`-th element of an array that has so many, from the first one on: what a variant gathers (variant.h).
ArrayRecipe every_recipe(ElementType type, uint64_t count, uint64_t step);

// Unpredictable words throughout, for memory that nobody has written.
ArrayRecipe words_recipe(uint64_t bytes, uint64_t seed);

}  // namespace whet
