// Map: every thread takes packs of consecutive elements, loads them all, then computes and stores them.
#pragma once

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct MapNumbers {
  int64_t threads = 256;   // per block
  int64_t vector = 4;      // elements of a pack
  int64_t in_flight = 2;   // packs that a thread loads before it uses one
  bool is_serial = false;  // a thread makes all reductions of its element alone, however long they are
};

// For meanings without long reductions, whatever their loads and stores; `is_serial`: for those with long ones too that
// no other schedule shares out. An error says why this one has none.
Result<WrittenKernel> write_map(const Subject& subject, const Nest& nest, const MapNumbers& numbers);

}  // namespace whet::write
