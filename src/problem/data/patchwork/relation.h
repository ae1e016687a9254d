// Derives values of one array from those of another at the same place: equal, a small multiple, or nearly the opposite.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "problem/data/patchwork/patchwork.h"

namespace whet {

// "that is three times" the other array.
struct ArrayRelation {
  std::string_view words;
  double factor;
  bool is_near;  // differs in the last bits
};
inline constexpr int k_relations = 12;
// The relation of a piece: all of them in turn, beginning with a secret one.
const ArrayRelation& relation_of(uint64_t seed, uint64_t piece);

// A value with this relation to `other`, which has the same type. A value outside the range becomes `own`.
double related(const ArrayRelation& relation, const ValueRange& range, double other, double own, uint64_t bits);

// The array's bytes, with the related pieces of `base` derived from the other's bytes; both are cut alike.
std::string related_bytes(const ResolvedArgument& argument, const Patchwork& base, uint64_t seed,
                          const std::string& other, const std::string& own);

}  // namespace whet
