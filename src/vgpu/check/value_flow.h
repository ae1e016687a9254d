// What a loaded value is used for, as far as the registers of its function show.
#pragma once

#include "ptx/module.h"

namespace whet::vgpu {

// True if the value may decide something: it is compared, used as an address or a guard, or goes where it is not
// followed (local memory, calls). False if it only enters arithmetic and ends in global memory or nowhere. A value
// stored to shared memory is assumed to be read by every load from there.
bool decides(const ptx::Function& function, const ptx::Instruction& load);

}  // namespace whet::vgpu
