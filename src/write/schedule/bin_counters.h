// The counters that a block has in shared memory, several for each bin, and what it does with them at the end.
#pragma once

#include <string>

#include "lift/expression/reduction.h"
#include "problem/numbers/element_type.h"
#include "write/text/lines.h"

namespace whet::write {

// Whether a GPU combines elements of this type in memory.
bool has_atomics(ElementType type, lift::Fold how);
// "atomic_sum": the building block that does.
std::string atomic_name(lift::Fold how);

// The type of a block's counters: counts of up to 2^32 elements are as narrow as that, because shared memory has no
// sums of 64 bits.
ElementType counter_type(ElementType type, bool is_count);

struct BinCounters {
  std::string array;  // that they are combined with
  ElementType type = ElementType::i32;
  lift::Fold how = lift::Fold::sum;
  bool is_count = false;   // every update adds the same number, so that updates are counted
  std::string each = "1";  // that number

  // Declares `counts`, which change nothing yet, and `mine`, those of the lane.
  void write_start(Lines& lines) const;
  // Combines them with the result, once for each bin that the block met.
  void write_merge(Lines& lines) const;

 private:
  std::string identity() const;
};

}  // namespace whet::write
