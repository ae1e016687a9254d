// Rows of shared two-dimensional arrays get one element more, so that the elements of a column lie in different banks.
//
//   __shared__ float tile[32][32];   ->   __shared__ float tile[32][32 + 1];
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit pad_shared_edit();

}  // namespace whet::edit
