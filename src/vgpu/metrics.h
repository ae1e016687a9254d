// The virtual GPU's counts under Nsight Compute's names, where the meaning is the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vgpu/counters.h"
#include "vgpu/machine_counts.h"
#include "vgpu/program.h"

namespace whet::vgpu {

struct NamedCount {
  std::string_view name;  // "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
  double value = 0;
};

// `machine` and `code` are nullptr when there is no cubin: then counts of machine instructions are absent.
std::vector<NamedCount> metrics(const Program& program, const Counts& counts, const MachineCounts* machine,
                                const KernelCode* code);

// A count scaled from the blocks that were run to the whole grid.
Counts scaled_to_grid(Counts counts);

}  // namespace whet::vgpu
