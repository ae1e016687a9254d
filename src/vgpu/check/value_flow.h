// What becomes of a loaded value, as far as the registers of its function tell.
#pragma once

#include "ptx/module.h"

namespace whet::vgpu {

// True when something may be decided by it: it is compared, used as an address or a guard, or goes where its way is not
// followed (local memory, calls). False: it is computed with, and ends in global memory or nowhere. What is stored into
// shared memory is taken to be what every load from there finds.
bool decides(const ptx::Function& function, const ptx::Instruction& load);

}  // namespace whet::vgpu
