// The lanes of a warp that add to one address add up what they have first, and one of them updates memory.
//
//   atomicAdd(&counts[bin], 1);   ->   warp_add(&counts[bin], 1);
//
// Any lanes may be missing: those that are there find each other by their addresses.
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit warp_atomics_edit();

}  // namespace whet::edit
