// Patchworks as they were before formulas were shared with GPUs.
#pragma once

#include "problem/data/patchwork/patchwork.h"
#include "problem/formula/before/structure.h"

namespace whet::before {

class Patchwork {
 public:
  Patchwork(const ResolvedArgument& argument, const PatchPlan& plan);

  // `usual` holds the problem's own data.
  double value(uint64_t i, const std::vector<double>& usual) const;
  std::string bytes(const std::string& usual) const;

  // Where an element lies.
  struct Place {
    uint64_t piece = 0, at = 0;
  };
  Place place(uint64_t i) const;
  PatchPiece piece(uint64_t number) const;
  uint64_t pieces() const;
  bool is_relation(uint64_t piece) const { return plan_.is_related && piece % 2 == 1; }

  const PatchPlan& plan() const { return plan_; }

 private:
  uint64_t begin_of(uint64_t piece, uint64_t at) const;
  PatchPattern pattern(uint64_t number) const;
  void cut_runs();
  struct TilePlace {
    Tile tile = Tile::usual;
    uint64_t row = 0, column = 0, first = 0;  // within the tile, and the index of its corner
  };
  TilePlace tile_at(uint64_t i) const;
  double tile_value(uint64_t i, const std::vector<double>& usual) const;

  std::string name_;
  ElementType type_;
  ValueRange range_;
  uint64_t count_, columns_;
  PatchPlan plan_;
  std::vector<uint64_t> cuts_;      // of runs: where each begins
  std::vector<uint16_t> shuffled_;  // patterns in a secret order
};

constexpr uint64_t k_piece_number = 1 << 20;  // where the keys of pieces begin
constexpr uint64_t k_usual_runs = 1024, k_most_runs = 4096;

// A secret order of all patterns.
inline std::vector<uint16_t> shuffled_patterns(uint64_t seed) {
  std::vector<uint16_t> order(before::all_patterns().size());
  std::iota(order.begin(), order.end(), uint16_t{0});
  for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_bits(seed, i) % i]);
  return order;
}

inline Patchwork::Patchwork(const ResolvedArgument& argument, const PatchPlan& plan)
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

// Most runs are short, one in eight is long; half of them begin at a multiple of a power of two, as blocks do.
inline void Patchwork::cut_runs() {
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

inline uint64_t Patchwork::pieces() const {
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

inline Patchwork::Place Patchwork::place(uint64_t i) const {
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

inline uint64_t Patchwork::begin_of(uint64_t piece, uint64_t at) const {
  if (plan_.cut == PatchCut::rows) return piece * columns_ + at;
  if (plan_.cut == PatchCut::columns) return at * columns_ + piece;
  return plan_.cut == PatchCut::runs ? cuts_[piece] + at : at;
}

inline PatchPattern Patchwork::pattern(uint64_t number) const {
  if (plan_.cut == PatchCut::whole) return plan_.of_whole;
  const uint64_t share = plan_.is_related ? 2 : 1;
  if (is_relation(number)) {
    constexpr PatchPattern k_bases[2] = {{Structure::usual, 0}, {Structure::large, 1}};
    return k_bases[random_bits(plan_.seed, k_piece_number / 2 + number) & 1];
  }
  return before::all_patterns()[shuffled_[(plan_.turn * ((pieces() + share - 1) / share) + number / share) %
                                          shuffled_.size()]];
}

inline PatchPiece Patchwork::piece(uint64_t number) const {
  uint64_t length = count_;
  if (plan_.cut == PatchCut::rows) length = columns_;
  if (plan_.cut == PatchCut::columns) length = count_ / columns_;
  if (plan_.cut == PatchCut::runs) length = (number + 1 < cuts_.size() ? cuts_[number + 1] : count_) - cuts_[number];
  return {pattern(number), random_bits(plan_.seed, k_piece_number + (plan_.turn << 32) + number), length};
}

inline double Patchwork::value(uint64_t i, const std::vector<double>& usual) const {
  if (plan_.cut == PatchCut::tiles) return tile_value(i, usual);
  const Place at = place(i);
  return before::piece_value({range_, type_, plan_.is_mild}, piece(at.piece), at.at,
                             [&](uint64_t other) { return usual[begin_of(at.piece, other)]; });
}

inline std::string Patchwork::bytes(const std::string& usual) const {
  const std::vector<double> own = before::decode_elements(type_, usual);
  std::vector<double> values(own.size());
  if (plan_.cut == PatchCut::tiles) {
    for (uint64_t i = 0; i < values.size(); ++i) values[i] = tile_value(i, own);
    return before::encode_elements(type_, values);
  }
  const PieceValues of{range_, type_, plan_.is_mild};
  for (uint64_t number = 0; number < pieces(); ++number) {
    const PatchPiece one = piece(number);
    for (uint64_t at = 0; at < one.length; ++at)
      values[begin_of(number, at)] =
          before::piece_value(of, one, at, [&](uint64_t other) { return own[begin_of(number, other)]; });
  }
  return before::encode_elements(type_, values);
}

constexpr uint64_t k_tile_number = 1 << 19;

// Square blocks; which one is in the corner is told.
inline Patchwork::TilePlace Patchwork::tile_at(uint64_t i) const {
  const uint64_t rows = count_ / columns_, shorter = std::min(rows, columns_);
  const uint64_t side = std::max<uint64_t>(2, shorter / 4 + random_bits(plan_.seed, k_tile_number) % (shorter / 2 + 1));
  const uint64_t row = i / columns_, column = i % columns_, across = (columns_ + side - 1) / side;
  const uint64_t number = row / side * across + column / side;
  const uint64_t kind = random_bits(plan_.seed, k_tile_number + 1 + number) % k_tiles;
  const uint64_t top = row - row % side, left = column - column % side;
  const bool is_cut_off = top + side > rows || left + side > columns_;
  TilePlace place{number == 0 ? plan_.corner : static_cast<Tile>(kind), row % side, column % side,
                  top * columns_ + left};
  if (is_cut_off && place.tile == Tile::symmetric) place.tile = Tile::usual;
  return place;
}

inline double Patchwork::tile_value(uint64_t i, const std::vector<double>& usual) const {
  const auto [tile, row, column, first] = tile_at(i);
  const PatchPiece all_zeros{{Structure::zeros, 0}, 0, count_};
  const double zero = before::shaped({range_, type_, plan_.is_mild}, all_zeros, i, usual[i]);
  switch (tile) {
    case Tile::symmetric:
      return row > column ? usual[first + column * columns_ + row] : usual[i];
    case Tile::diagonal:
      return row == column ? usual[i] : zero;
    case Tile::identity:
      return row == column ? before::fitted(range_, 1) : zero;
    case Tile::triangular:
      return row <= column ? usual[i] : zero;
    case Tile::banded:
      return row <= column + 2 && column <= row + 2 ? usual[i] : zero;
    case Tile::zero_rows:
      return row % 4 < 3 ? zero : usual[i];
    case Tile::zero_columns:
      return column % 4 < 3 ? zero : usual[i];
    default:
      return usual[i];
  }
}

// "that is three times" the other array.
struct ArrayRelation {
  std::string_view words;
  double factor;
  bool is_near;  // but for a few of the last bits
};
constexpr int k_relations = 12;
// The relation of a piece: all of them come in turn, from a secret one on.
inline const ArrayRelation& relation_of(uint64_t seed, uint64_t piece);

// A value that has the relation to another one, of the same type; what is beyond the range stays as it is.
inline double related(const ArrayRelation& relation, const ValueRange& range, double other, double own, uint64_t bits);

// The array's bytes with the related pieces of `base` made of the other's bytes; both are cut alike.
inline std::string related_bytes(const ResolvedArgument& argument, const Patchwork& base, uint64_t seed,
                                 const std::string& other, const std::string& own);

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

inline const ArrayRelation& relation_of(uint64_t seed, uint64_t piece) {
  return k_relation_table[(random_bits(seed, k_relation_number) + piece / 2) % k_relations];
}

// What is near differs by 2^-9 to 2^-22 of the value.
inline double related(const ArrayRelation& relation, const ValueRange& range, double other, double own, uint64_t bits) {
  double value = relation.factor * other;
  if (relation.is_near) value *= 1 + std::exp2(-9.0 - static_cast<double>(bits % 14)) * (bits & 1 << 20 ? 1 : -1);
  if (range.is_whole) value = std::floor(value);
  const bool is_inside = range.is_free || (value >= range.low && value <= range.high);
  return is_inside ? value : own;
}

inline std::string related_bytes(const ResolvedArgument& argument, const Patchwork& base, uint64_t seed,
                                 const std::string& other, const std::string& own) {
  const ValueRange range = value_range(argument);
  const std::vector<double> from = before::decode_elements(argument.type, other);
  std::vector<double> values = before::decode_elements(argument.type, own);
  for (uint64_t i = 0; i < values.size(); ++i) {
    const uint64_t piece = base.place(i).piece;
    if (base.is_relation(piece))
      values[i] = before::related(before::relation_of(seed, piece), range, from[i], values[i], random_bits(seed, i));
  }
  return before::encode_elements(argument.type, values);
}

}  // namespace whet::before
