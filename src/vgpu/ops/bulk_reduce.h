// What cp.reduce.async.bulk and red.async do to each element.
#pragma once

#include <string_view>

#include "ptx/types.h"
#include "vgpu/machine/async_copy.h"

namespace whet::vgpu {

// nullptr if no GPU has this operation for the type.
CombineBytes combine_of(std::string_view operation, ptx::Type type);

}  // namespace whet::vgpu
