#include "problem/data/patchwork/relation.h"

#include <array>

#include "problem/data/data.h"

namespace whet {

namespace {

constexpr uint64_t k_relation_number = 0x72656c61;

// In the order of formula::relation.
constexpr std::array<std::string_view, formula::k_relations> k_relation_words = {
    "equal to",        "the opposite of",        "twice",           "three times",
    "half of",         "minus three times",      "a third of",      "four times",
    "minus a half of", "nearly the opposite of", "nearly equal to", "nearly the opposite of"};

}  // namespace

std::string_view relation_words(uint64_t seed, uint64_t piece) {
  return k_relation_words[(random_bits(seed, k_relation_number) + piece / 2) % formula::k_relations];
}

ArrayRecipe relation_recipe(const ResolvedArgument& argument, const Patchwork& base, uint64_t seed) {
  const formula::RelatedPieces content{base.patches(), value_range(argument), seed,
                                       random_bits(seed, k_relation_number)};
  return {argument.type, formula_of(FormulaKind::related, &ArrayFormula::related, argument.count, content),
          base.patch_tables()};
}

std::string related_bytes(const ResolvedArgument& argument, const Patchwork& base, uint64_t seed,
                          const std::string& other, const std::string& own) {
  return made(relation_recipe(argument, base, seed), {own, other});
}

}  // namespace whet
