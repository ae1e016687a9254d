// Scan: every element gets the reduction of those up to it. Threads scan a tile together; what precedes the tile is
// carried from tile to tile, computed before, or looked up in what other blocks have published.
#pragma once

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

enum class ScanForm : uint8_t {
  rows,       // kLanes threads run through a row, tile after tile
  in_three,   // totals of tiles, a scan of the totals, a scan of each tile
  look_back,  // one pass: a block adds up what the blocks before it have published
};

struct ScanNumbers {
  ScanForm form = ScanForm::rows;
  int64_t threads = 256;  // per block
  int64_t lanes = 256;    // threads per row: a power of two up to 32, or all threads of the block
  int64_t vector = 4;     // elements of a pack
  int64_t packs = 2;      // of a thread in a tile
};

// For meanings with one reduction, over the elements before an index or up to it. An error says why this one has none.
Result<WrittenKernel> write_scan(const Subject& subject, const Nest& nest, const ScanNumbers& numbers);

}  // namespace whet::write
