// The work of a kernel: what its problem declares, or what the virtual GPU counts where nothing is declared.
#pragma once

#include <optional>
#include <vector>

#include "judge/timing/floor.h"

namespace whet {

struct KernelWork {
  FloorInput floor;                  // declared work
  std::optional<double> dram_bytes;  // counted, where nothing is declared
  std::optional<double> fp32_flops;  // the same
};

// Launches of a kernel on the virtual GPU `device` are counted where something is not declared.
Result<KernelWork> counted_work(KernelWork declared, const std::vector<Launch>& launches, Device& device);

// Says what differs: "1e+09 and 2e+09 FLOP"; empty: both do the same work, as far as it is declared.
std::string work_difference(const FloorInput& first, const FloorInput& second);

}  // namespace whet
