// The term of a thread's chunk in the tile that is fetched next, by the indices of its ranges: counted on from tile to
// tile, with its part of the chunk's place and the bit of what decides whether elements are there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "write/schedule/chunk_fetch.h"
#include "write/schedule/gathered_places.h"

namespace whet::write {

// The ranges of terms, the outermost first, or the one of all of them where the operand does not tell them apart.
std::vector<lift::SpaceIndex> term_ranges(const Subject& subject, const ContractionPlan& plan,
                                          const ContractionOperand& operand);
// Whether a mask can have a bit for each value of the terms that decides whether elements are there, as far as known.
bool has_bits_for_terms(const Subject& subject, const ContractionPlan& plan, const ContractionOperand& operand);

class ChunkTerms {
 public:
  ChunkTerms(const Subject& subject, const ContractionPlan& plan, const ChunkedOperand& names, Lines& lines,
             CudaExpression& text);

  const std::vector<lift::SpaceIndex>& ranges() const { return ranges_; }
  const lift::SpaceIndex& last() const { return ranges_.back(); }
  // How many values what decides has; nothing: only the launch tells.
  std::optional<int64_t> bits() const { return bits_; }
  // Of a mask with a bit for each of these values, and one that is never set.
  std::string mask_type() const;
  // "kh * kw <= 63", asked at run time; empty: it is known.
  std::string condition();

  // Declares SIDE_offset and SIDE_bit for the first tile, where `is_wide`. SIDE_chunk is declared.
  void write(const std::string& is_wide);
  // Goes on to the next tile.
  void write_advance();

 private:
  std::string name(size_t at) const;
  void write_carry();
  void write_place();

  lift::Arena& arena_;
  const ContractionPlan& plan_;
  const ChunkedOperand& names_;
  Lines& lines_;
  CudaExpression& text_;
  GatheredPlaces places_;
  std::vector<lift::SpaceIndex> ranges_;
  std::optional<int64_t> bits_;
};

}  // namespace whet::write
