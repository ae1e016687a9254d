// A small array that is only added to gets a copy in each block's shared memory; what the block has collected is added
// to the array once, at the end.
//
//   atomicAdd(&counts[bin], 1);   ->   atomicAdd(&counts_here[bin], 1);
//
// An index beyond the size that the problem gives goes to the array itself.
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit private_counters_edit();

}  // namespace whet::edit
