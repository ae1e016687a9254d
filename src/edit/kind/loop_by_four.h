// Innermost loops that count up by one take four passes at a time.
//
//   for (int k = 0; k < n; ++k) sum += a[row * n + k];
//
// With wide loads, what neighbouring passes read of one array is one load of 16 bytes, where the address allows it at
// run time. With chains, sums of the four passes are apart, so that they do not wait for each other; that changes the
// order of additions.
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit wide_loads_edit();
Edit chains_edit();
Edit wide_chains_edit();

}  // namespace whet::edit
