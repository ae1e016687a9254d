// The tiles of an operand on their way to shared memory, in the background and without a register between: chunks of
// neighbours along its own index. A thread has the same place in lines that are evenly apart, so that it keeps one
// address and steps on from tile to tile. Operands in lines of whole words (whole_lines.h) come so wherever they end;
// others are asked, and come element by element where their chunks are no whole words.
#pragma once

#include <optional>

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

// Elements of the load from one value of the variable to the next, if they are always the same.
std::optional<Expr> even_pitch(lift::Arena& arena, Expr load, Expr variable);

// Writes fetch_left(start, buffer, is_whole), which is called for one tile of terms after another from the first on.
// `is_wide` is the name of the answer whether chunks are whole words; empty: they all are.
void write_word_fetch(const Subject& subject, const ContractionPlan& plan, const FetchedOperand& fetched,
                      const std::string& is_wide, Lines& lines, CudaExpression& text);

}  // namespace whet::write
