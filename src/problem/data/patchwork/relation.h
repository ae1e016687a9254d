// Derives values of one array from those of another at the same place: equal, a small multiple, or nearly the opposite.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "problem/data/patchwork/patchwork.h"

namespace whet {

// The relation of a piece, in words: "three times" the other array. All of them come in turn, from a secret one on.
std::string_view relation_words(uint64_t seed, uint64_t piece);

// How the related pieces of an array are made of `base`, whose content is read as the other one; both are cut alike.
ArrayRecipe relation_recipe(const ResolvedArgument& argument, const Patchwork& base, uint64_t seed);
std::string related_bytes(const ResolvedArgument& argument, const Patchwork& base, uint64_t seed,
                          const std::string& other, const std::string& own);

}  // namespace whet
