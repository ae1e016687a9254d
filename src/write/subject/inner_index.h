// Which index of a nest runs along memory.
#pragma once

#include "write/subject/nest.h"

namespace whet::write {

// The nest with that index last along which most arrays are stored and read in order.
Nest with_inner_along_memory(const Subject& subject, const Nest& nest);

}  // namespace whet::write
