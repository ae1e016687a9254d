// Multiply-adds of tensor instructions, by type of the factors.
#pragma once

#include "binary/sass/instruction.h"
#include "ptx/module.h"
#include "vgpu/time/time_features.h"

namespace whet::vgpu {

// Adds `warps` executions. A product of four warps (wgmma) counts a quarter for each.
void add_matrix_work(const Instruction& instruction, double warps, TimeFeatures& features);
void add_matrix_work(const ptx::Instruction& instruction, double warps, TimeFeatures& features);

// Multiply-adds one warp does: m16n8k16 gives 2048, wgmma's m64n128k16 a quarter of 131072; 0 for what is no product.
double matrix_products(const ptx::Instruction& instruction);

}  // namespace whet::vgpu
