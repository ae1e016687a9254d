// The tiles of an operand in lines of whole words (whole_lines.h) on their way to shared memory: every chunk in the
// background, also those that end outside of the operand. A thread has the same place in lines that are evenly apart,
// so that it keeps one address and steps on from tile to tile.
#pragma once

#include "write/subject/contraction_plan.h"
#include "write/text/cuda_expression.h"
#include "write/text/lines.h"

namespace whet::write {

// Names in the kernel.
struct FetchedOperand {
  const ContractionOperand& operand;
  std::string side;   // "left", "right"
  std::string tile;   // "kTileM", "kTileN"
  std::string first;  // "tile_row", "tile_column": the first element of the tile
  std::string here;   // "rows_here", "columns_here"
};

// Writes fetch_left(start, buffer, is_whole), which is called for one tile of terms after another from the first on.
void write_word_fetch(const Subject& subject, const ContractionPlan& plan, const FetchedOperand& fetched, Lines& lines,
                      CudaExpression& text);

}  // namespace whet::write
