// Values of one array made of those of another at the same place: equal, a small multiple, or nearly the opposite.
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
  bool is_near;  // but for a few of the last bits
};
inline constexpr int k_relations = 12;
// The relation of a piece: all of them come in turn, from a secret one on.
const ArrayRelation& relation_of(uint64_t seed, uint64_t piece);

// A value that has the relation to another one, of the same type; what is beyond the range stays as it is.
double related(const ArrayRelation& relation, const ValueRange& range, double other, double own, uint64_t bits);

// The array's bytes with the related pieces of `base` made of the other's bytes; both are cut alike.
std::string related_bytes(const ResolvedArgument& argument, const Patchwork& base, uint64_t seed,
                          const std::string& other, const std::string& own);

}  // namespace whet
