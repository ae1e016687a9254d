#include "problem/data/patchwork/patchwork.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "problem/data/data.h"
#include "problem/data/variant.h"

namespace whet {

namespace {

constexpr uint64_t k_usual_runs = 1024, k_most_runs = 4096;

// All patterns in a secret order.
std::vector<uint16_t> shuffled_patterns(uint64_t seed) {
  std::vector<uint16_t> order(all_patterns().size());
  std::iota(order.begin(), order.end(), uint16_t{0});
  for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_bits(seed, i) % i]);
  return order;
}

}  // namespace

bool takes_patches(const ResolvedArgument& argument) {
  return applies(DataVariant::lone_large, argument) && argument.count > 1;
}

bool has_rows(const ResolvedArgument& argument) {
  return rows_of(argument).are_real && rows_of(argument).length > 1;
}

Patchwork::Patchwork(const ResolvedArgument& argument, const PatchPlan& plan)
    : name_(argument.name), type_(argument.type), plan_(plan) {
  const uint64_t columns = has_rows(argument) ? rows_of(argument).length : argument.count;
  if (columns == argument.count && plan_.cut != PatchCut::whole) plan_.cut = PatchCut::runs;
  patches_ = {piece_values(value_range(argument), plan_.is_mild),
              plan_.cut,
              plan_.is_related,
              plan_.of_whole,
              plan_.seed,
              plan_.turn,
              argument.count,
              columns,
              0,
              0,
              0};
  if (plan_.cut == PatchCut::runs) cut_runs();
  add_patterns();
}

// Most runs are short and one in eight is long. Half of them begin at a multiple of a power of two, as blocks do.
void Patchwork::cut_runs() {
  const uint64_t count = patches_.count, stretch = std::max<uint64_t>(1, count / (128 * k_usual_runs));
  uint64_t at = 0;
  for (uint64_t i = 0; at < count && i < k_most_runs; ++i) {
    tables_.push_back(at);
    const uint64_t bits = random_bits(plan_.cuts_seed, i);
    uint64_t length = (8 + ((16ull << (bits % 4)) * ((bits >> 8) % 256) >> 8)) * stretch;
    if (bits >> 61 == 0) length = count / 16 + (bits >> 16) % (count / 8 + 1);
    uint64_t end = at + std::max<uint64_t>(length, 2);
    const uint64_t aligned = 1ull << (3 + (bits >> 40) % 6);
    if (bits >> 60 & 1) end = (end + aligned - 1) / aligned * aligned;
    at = end;
  }
  patches_.runs = tables_.size();
}

void Patchwork::add_patterns() {
  const uint64_t share = plan_.is_related ? 2 : 1;
  patches_.patterns = all_patterns().size();
  patches_.first_pattern = plan_.turn * ((pieces() + share - 1) / share);
  for (const uint16_t number : shuffled_patterns(plan_.seed)) {
    const PatchPattern& pattern = all_patterns()[number];
    tables_.push_back(static_cast<uint64_t>(pattern.structure) | static_cast<uint64_t>(pattern.way) << 8);
  }
}

uint64_t Patchwork::pieces() const {
  switch (plan_.cut) {
    case PatchCut::rows:
      return patches_.count / patches_.columns;
    case PatchCut::columns:
      return patches_.columns;
    case PatchCut::runs:
      return patches_.runs;
    default:
      return 1;
  }
}

Patchwork::Place Patchwork::place(uint64_t i) const {
  const uint64_t number = patches_.number_at(tables(), i);
  if (plan_.cut == PatchCut::columns) return {number, i / patches_.columns};
  return {number, i - patches_.first_of(tables(), number)};
}

ArrayRecipe Patchwork::recipe() const {
  if (plan_.cut == PatchCut::tiles)
    return {type_, formula_of(FormulaKind::tiles, &ArrayFormula::tiles, patches_.count, tiles())};
  return {type_, formula_of(FormulaKind::patches, &ArrayFormula::patches, patches_.count, patches_), tables_};
}

std::string Patchwork::words(uint64_t i) const {
  constexpr std::string_view k_nouns[] = {"row", "column", "run", "array", "block"};
  const std::string_view noun = k_nouns[static_cast<size_t>(plan_.cut)];
  if (plan_.cut == PatchCut::whole) return {};
  if (plan_.cut != PatchCut::tiles)
    return fmt::format("in a {} of `{}` {}", noun, name_, words_of(piece(place(i).piece).pattern.structure));
  const Tile tile = tiles().spot(i).tile;
  return tile == Tile::usual ? words_of_begin() : fmt::format("in a {} of `{}` {}", noun, name_, words_of(tile));
}

std::string Patchwork::words_of_begin() const {
  if (plan_.cut == PatchCut::whole) return {};
  const bool has_tiles = plan_.cut == PatchCut::tiles;
  return fmt::format("where `{}` begins with a {} {}", name_, has_tiles ? "block" : "piece",
                     has_tiles ? words_of(plan_.corner) : words_of(piece(0).pattern.structure));
}

}  // namespace whet
