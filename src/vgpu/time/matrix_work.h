// Multiply-adds of tensor instructions, by the type of the factors.
#pragma once

#include "binary/sass/instruction.h"
#include "ptx/module.h"
#include "vgpu/time/time_features.h"

namespace whet::vgpu {

// Adds `warps` executions. A product by four warps (wgmma) counts a quarter for each warp.
void add_matrix_work(const Instruction& instruction, double warps, TimeFeatures& features);
void add_matrix_work(const ptx::Instruction& instruction, double warps, TimeFeatures& features);

// Multiply-adds per warp: m16n8k16 gives 2048, wgmma's m64n128k16 a quarter of 131072, other instructions 0.
double matrix_products(const ptx::Instruction& instruction);

}  // namespace whet::vgpu
