#include "problem/data/patchwork/patchwork.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "problem/data/data.h"
#include "problem/data/lone_values.h"
#include "problem/data/variant.h"

namespace whet {

namespace {

constexpr uint64_t k_piece_number = 1 << 20;  // first number for the keys of pieces
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
    : name_(argument.name),
      type_(argument.type),
      range_(value_range(argument)),
      count_(argument.count),
      columns_(has_rows(argument) ? rows_of(argument).length : argument.count),
      plan_(plan),
      shuffled_(shuffled_patterns(plan.seed)) {
  if (columns_ == count_ && plan_.cut != PatchCut::whole) plan_.cut = PatchCut::runs;
  if (plan_.cut == PatchCut::runs) cut_runs();
}

// Most runs are short and one in eight is long. Half of them begin at a multiple of a power of two, as blocks do.
void Patchwork::cut_runs() {
  const uint64_t stretch = std::max<uint64_t>(1, count_ / (128 * k_usual_runs));
  uint64_t at = 0;
  for (uint64_t i = 0; at < count_ && i < k_most_runs; ++i) {
    cuts_.push_back(at);
    const uint64_t bits = random_bits(plan_.cuts_seed, i);
    uint64_t length = (8 + ((16ull << (bits % 4)) * ((bits >> 8) % 256) >> 8)) * stretch;
    if (bits >> 61 == 0) length = count_ / 16 + (bits >> 16) % (count_ / 8 + 1);
    uint64_t end = at + std::max<uint64_t>(length, 2);
    const uint64_t aligned = 1ull << (3 + (bits >> 40) % 6);
    if (bits >> 60 & 1) end = (end + aligned - 1) / aligned * aligned;
    at = end;
  }
}

uint64_t Patchwork::pieces() const {
  switch (plan_.cut) {
    case PatchCut::rows:
      return count_ / columns_;
    case PatchCut::columns:
      return columns_;
    case PatchCut::runs:
      return cuts_.size();
    default:
      return 1;
  }
}

Patchwork::Place Patchwork::place(uint64_t i) const {
  switch (plan_.cut) {
    case PatchCut::rows:
      return {i / columns_, i % columns_};
    case PatchCut::columns:
      return {i % columns_, i / columns_};
    case PatchCut::runs: {
      const auto next = std::upper_bound(cuts_.begin(), cuts_.end(), i);
      return {static_cast<uint64_t>(next - cuts_.begin()) - 1, i - *(next - 1)};
    }
    default:
      return {0, i};
  }
}

uint64_t Patchwork::begin_of(uint64_t piece, uint64_t at) const {
  if (plan_.cut == PatchCut::rows) return piece * columns_ + at;
  if (plan_.cut == PatchCut::columns) return at * columns_ + piece;
  return plan_.cut == PatchCut::runs ? cuts_[piece] + at : at;
}

PatchPattern Patchwork::pattern(uint64_t number) const {
  if (plan_.cut == PatchCut::whole) return plan_.of_whole;
  const uint64_t share = plan_.is_related ? 2 : 1;
  if (is_relation(number)) {
    constexpr PatchPattern k_bases[2] = {{Structure::usual, 0}, {Structure::large, 1}};
    return k_bases[random_bits(plan_.seed, k_piece_number / 2 + number) & 1];
  }
  return all_patterns()[shuffled_[(plan_.turn * ((pieces() + share - 1) / share) + number / share) % shuffled_.size()]];
}

PatchPiece Patchwork::piece(uint64_t number) const {
  uint64_t length = count_;
  if (plan_.cut == PatchCut::rows) length = columns_;
  if (plan_.cut == PatchCut::columns) length = count_ / columns_;
  if (plan_.cut == PatchCut::runs) length = (number + 1 < cuts_.size() ? cuts_[number + 1] : count_) - cuts_[number];
  return {pattern(number), random_bits(plan_.seed, k_piece_number + (plan_.turn << 32) + number), length};
}

double Patchwork::value(uint64_t i, const std::vector<double>& usual) const {
  if (plan_.cut == PatchCut::tiles) return tile_value(i, usual);
  const Place at = place(i);
  return piece_value({range_, type_, plan_.is_mild}, piece(at.piece), at.at,
                     [&](uint64_t other) { return usual[begin_of(at.piece, other)]; });
}

std::string Patchwork::bytes(const std::string& usual) const {
  const std::vector<double> own = decode_elements(type_, usual);
  std::vector<double> values(own.size());
  if (plan_.cut == PatchCut::tiles) {
    for (uint64_t i = 0; i < values.size(); ++i) values[i] = tile_value(i, own);
    return encode_elements(type_, values);
  }
  const PieceValues of{range_, type_, plan_.is_mild};
  for (uint64_t number = 0; number < pieces(); ++number) {
    const PatchPiece one = piece(number);
    for (uint64_t at = 0; at < one.length; ++at)
      values[begin_of(number, at)] =
          piece_value(of, one, at, [&](uint64_t other) { return own[begin_of(number, other)]; });
  }
  return encode_elements(type_, values);
}

std::string Patchwork::words(uint64_t i) const {
  constexpr std::string_view k_nouns[] = {"row", "column", "run", "array", "block"};
  const std::string_view noun = k_nouns[static_cast<size_t>(plan_.cut)];
  if (plan_.cut == PatchCut::whole) return {};
  if (plan_.cut != PatchCut::tiles)
    return fmt::format("in a {} of `{}` {}", noun, name_, words_of(piece(place(i).piece).pattern.structure));
  const Tile tile = tile_at(i).tile;
  return tile == Tile::usual ? words_of_begin() : fmt::format("in a {} of `{}` {}", noun, name_, words_of(tile));
}

std::string Patchwork::words_of_begin() const {
  if (plan_.cut == PatchCut::whole) return {};
  const bool has_tiles = plan_.cut == PatchCut::tiles;
  return fmt::format("where `{}` begins with a {} {}", name_, has_tiles ? "block" : "piece",
                     has_tiles ? words_of(plan_.corner) : words_of(piece(0).pattern.structure));
}

}  // namespace whet
