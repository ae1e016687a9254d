// How the operands of products come to shared memory in chunks of 16 bytes, as they are.
#pragma once

#include <string>

#include "write/schedule/wide_packs.h"
#include "write/subject/contraction_plan.h"

namespace whet::write {

// An operand with its names in the kernel.
struct ChunkedOperand {
  const ContractionOperand& operand;
  std::string side;   // "left", "right"; "further": the right one of a further sum
  std::string tile;   // "kTileM", "kTileN"
  std::string first;  // "top", "left": the first element of the tile
  std::string here;   // "rows_here", "columns_here"
  std::string index;  // "i", "j"

  // Chunks of neighbours in memory: of the terms of an element, or of the elements of a term.
  std::string chunks_of_line() const { return operand.along_terms ? "kTileK / kChunk" : tile + " / kChunk"; }
};

ChunkedOperand chunked_left(const ContractionPlan& plan);
ChunkedOperand chunked_right(const ContractionPlan& plan);
ChunkedOperand chunked_further(const ContractionPlan& plan);

// Where chunks go: "tiles + stage * kStageChunks", and the place of `chunk` of `line` from there on.
struct ChunkPlaces {
  std::string tile, place;
};

// Writes the function fetch_left or fetch_right, which starts the copies of a tile; `chunk` is kChunk. What it gives
// says in the kernel whether chunks are whole words.
std::string write_chunk_fetch(const Subject& subject, const ContractionPlan& plan, const ChunkedOperand& each,
                              const ChunkPlaces& to, int64_t chunk, Lines& lines, CudaExpression& text);

// Whether a block's tiles have all rows and columns, in whole words.
std::string whole_tiles(const std::vector<std::string>& are_wide);

}  // namespace whet::write
