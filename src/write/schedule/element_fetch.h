// An operand that lies along the terms, as it is in memory, on its way to shared memory, where elements of its own
// index are neighbours: each element alone, in the background and at any address. A warp brings 8 terms of 4 lines at a
// time: whole sectors of memory, and different banks.
#pragma once

#include "write/schedule/word_fetch.h"

namespace whet::write {

struct ElementFetchShape {
  int64_t length = 0;  // elements of the tile along its own index
  int64_t tile_k = 16, threads = 256;
  std::string terms = "terms";  // how many there are: a name in the kernel
};

// Whether threads share such tiles evenly, and lines are evenly apart.
bool has_element_fetch(const Subject& subject, const ContractionOperand& operand, const ElementFetchShape& shape);

// Writes fetch_left(start, buffer, is_whole), which is called for one tile of terms after another from the first on.
void write_element_fetch(const Subject& subject, const ContractionPlan& plan, const FetchedOperand& fetched,
                         const ElementFetchShape& shape, Lines& lines, CudaExpression& text);

}  // namespace whet::write
