// Which written kernels a GPU can run: some schedules need instructions that one architecture alone has.
#pragma once

#include "binary/container/architecture.h"
#include "write/written_kernels.h"

namespace whet::write {

// Puts kernels of the GPU's own instructions (wgmma, TMA) before other products, and leaves out those of another
// architecture.
void fit_to(const Architecture& architecture, WrittenKernels& written);

}  // namespace whet::write
