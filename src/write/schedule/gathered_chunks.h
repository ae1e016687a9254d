// A gathered operand of which neighbouring terms are neighbours in memory: it comes to shared memory in chunks of 16
// bytes, in the background, and zeros for those that are not there. A thread has the same chunk of several lines. It
// keeps where its lines begin and a bit for each value of the terms that decides whether they are there; the term's
// place is counted on from tile to tile, for all lines at once.
//
//   x[i, p + r - 1, q + s - 1, c]:  terms (r, s, c); x + (i, p, q) is `from` of a line, (r, s, c) the offset of a chunk
//
// Where chunks are no whole words, or one would have terms of two ranges, elements come one by one.
#pragma once

#include "write/schedule/chunk_terms.h"

namespace whet::write {

// Whether the operand is gathered and has such chunks.
bool has_gathered_chunks(const Subject& subject, const ContractionPlan& plan, const ContractionOperand& operand);
// Whether it is brought like that: such an operand, or one along the terms beside it.
bool is_brought_in_chunks(const ContractionPlan& plan, const ContractionOperand& operand);

class GatheredChunks {
 public:
  GatheredChunks(const Subject& subject, const ContractionPlan& plan, ChunkedOperand names, Lines& lines,
                 CudaExpression& text);

  // The functions fetch_SIDE(stage), which starts the copies of a tile, one tile after another from the first term on,
  // and gather_SIDE(start, stage), which brings it by elements where SIDE is not `is_SIDE_wide`. Chunks of 8 lines have
  // the places of other 8, whole lines further.
  void write(const ChunkPlaces& to, int64_t chunk);

 private:
  std::string line_text() const;
  void open_lines(bool is_unrolled);
  void bind_own(const std::string& index);
  void write_wide(int64_t chunk);
  void write_lines(const ChunkPlaces& to);
  void write_line_places();
  void write_mask();
  void write_fetch(const ChunkPlaces& to);
  void write_elements(const ChunkPlaces& to);

  const Subject& subject_;
  lift::Arena& arena_;
  const ContractionPlan& plan_;
  ChunkedOperand names_;
  Lines& lines_;
  CudaExpression& text_;
  GatheredPlaces places_;
  lift::Node node_;
  ChunkTerms terms_;
  std::string is_wide_;
};

}  // namespace whet::write
