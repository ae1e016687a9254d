#include "problem/data/patchwork/relation.h"

#include <array>
#include <cmath>

#include "problem/data/data.h"

namespace whet {

namespace {

constexpr uint64_t k_relation_number = 0x72656c61;

constexpr std::array<ArrayRelation, k_relations> k_relation_table = {{
    {"equal to", 1, false},
    {"the opposite of", -1, false},
    {"twice", 2, false},
    {"three times", 3, false},
    {"half of", 0.5, false},
    {"minus three times", -3, false},
    {"a third of", 1.0 / 3, false},
    {"four times", 4, false},
    {"minus a half of", -0.5, false},
    {"nearly the opposite of", -1, true},
    {"nearly equal to", 1, true},
    {"nearly the opposite of", -1, true},
}};

}  // namespace

const ArrayRelation& relation_of(uint64_t seed, uint64_t piece) {
  return k_relation_table[(random_bits(seed, k_relation_number) + piece / 2) % k_relations];
}

// Near values differ by a factor of 2^-9 to 2^-22.
double related(const ArrayRelation& relation, const ValueRange& range, double other, double own, uint64_t bits) {
  double value = relation.factor * other;
  if (relation.is_near) value *= 1 + std::exp2(-9.0 - static_cast<double>(bits % 14)) * (bits & 1 << 20 ? 1 : -1);
  if (range.is_whole) value = std::floor(value);
  const bool is_inside = range.is_free || (value >= range.low && value <= range.high);
  return is_inside ? value : own;
}

std::string related_bytes(const ResolvedArgument& argument, const Patchwork& base, uint64_t seed,
                          const std::string& other, const std::string& own) {
  const ValueRange range = value_range(argument);
  const std::vector<double> from = decode_elements(argument.type, other);
  std::vector<double> values = decode_elements(argument.type, own);
  for (uint64_t i = 0; i < values.size(); ++i) {
    const uint64_t piece = base.place(i).piece;
    if (base.is_relation(piece))
      values[i] = related(relation_of(seed, piece), range, from[i], values[i], random_bits(seed, i));
  }
  return encode_elements(argument.type, values);
}

}  // namespace whet
