// Tiles: a block loads a tile along one index, turns it in registers and shared memory, and stores it along another.
#pragma once

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct TilesNumbers {
  int64_t threads = 256;  // per block
  int64_t tile = 64;      // elements of a tile's side
  int64_t vector = 4;     // elements of a pack, on both sides
};

// For maps of which some load runs along another index than the stores. An error says why this one has none.
Result<WrittenKernel> write_tiles(const Subject& subject, const Nest& nest, const TilesNumbers& numbers);

}  // namespace whet::write
