// What `whet specs` shows of one GPU, or of one compute capability.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hardware/gpu.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

// The operations per byte at which arithmetic and DRAM take equally long.
struct BalancePoint {
  std::string math;  // "fp16 tensor"
  double operations_per_byte = 0;
};

struct SpecsView {
  std::optional<FactSheet> gpu;  // nothing: only a capability
  FactSheet capability;
  std::vector<BalancePoint> balance;  // from the GPU's sourced peaks and bandwidth
};

SpecsView collect_specs(const Gpu& gpu);
SpecsView collect_specs(const FactSheet& capability);

// "compute capability 9.0"; "gfx942".
std::string capability_title(const std::string& id);

void render(const SpecsView& view, Canvas& canvas);
Json to_json(const SpecsView& view);

}  // namespace whet
