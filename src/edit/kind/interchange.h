// Two loops of a sum change places, so that neighbouring passes of the inner one read neighbouring elements.
//
//   for (int c = 0; c < cols; ++c)              for (int r = 0; r < rows; ++r)
//     for (int r = 0; r < rows; ++r)      ->      for (int c = 0; c < cols; ++c)
//       sum += a[r * cols + c];                     sum += a[r * cols + c];
//
// The order of additions changes.
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit interchange_edit();

}  // namespace whet::edit
