// The virtual GPU's counts under Nsight Compute's names, if the meaning is the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vgpu/program/counters.h"
#include "vgpu/program/program.h"
#include "vgpu/sass/machine_counts.h"

namespace whet::vgpu {

struct NamedCount {
  std::string_view name;  // "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
  double value = 0;
};

// `machine` and `code` are nullptr if there is no cubin; counts of machine instructions are absent then.
std::vector<NamedCount> metrics(const Program& program, const Counts& counts, const MachineCounts* machine,
                                const KernelCode* code);

// The value of one metric, or nothing.
std::optional<double> find_metric(const std::vector<NamedCount>& metrics, std::string_view name);

// Floating-point operations by lanes whose guard held; a fused multiply-add counts as two.
struct Flops {
  double fp16 = 0, fp32 = 0, fp64 = 0;
  double tensor = 0;  // of all types
  double total() const { return fp16 + fp32 + fp64 + tensor; }
};
// From machine code if there is any, otherwise from PTX, whose matrix instructions have their shape in the opcode.
Flops flops(const Program& program, const Counts& counts, const MachineCounts* machine, const KernelCode* code);

// Counts scaled from the blocks that were run to the whole grid.
Counts scaled_to_grid(Counts counts);

}  // namespace whet::vgpu
