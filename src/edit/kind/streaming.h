// Elements that one thread touches once are marked as such, so that they do not push out of the caches what is used
// again.
//
//   y[i] = f(x[i]);   ->   __stcs(&y[i], f(__ldcs(&x[i])));
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit streaming_edit();

}  // namespace whet::edit
