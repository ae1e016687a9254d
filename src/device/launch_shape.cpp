#include "device/launch_shape.h"

#include "vgpu/program/cluster_shape.h"

#include <array>

#include <fmt/format.h>

namespace whet {

Result<void> check_cluster(const LaunchShape& shape, const vgpu::Program& program, const DeviceFacts& facts) {
  constexpr int k_first_with_clusters = 90;
  std::optional<vgpu::Dim3> asked;
  if (shape.cluster) asked = vgpu::Dim3{shape.cluster->x, shape.cluster->y, shape.cluster->z};
  TRY(cluster,
      vgpu::cluster_shape(program.module->functions[program.entry], asked, {shape.grid.x, shape.grid.y, shape.grid.z}));
  if (cluster.blocks.count() == 1 || facts.architecture.sm >= k_first_with_clusters) return {};
  return bad_input(fmt::format("{} refuses this launch: it has no thread-block clusters", facts.name), {},
                   "choose a GPU of compute capability 9.0 or later, or launch without clusters");
}

namespace {

// Refuses launches in the name of the device.
class ShapeCheck {
 public:
  ShapeCheck(const LaunchShape& shape, const DeviceFacts& facts) : shape_(shape), facts_(facts) {}

  Result<void> axes() const {
    TRY_VOID(check_axes("grid", shape_.grid, axis_limits("max_grid_dim", {2147483647, 65535, 65535})));
    return check_axes("block", shape_.block, axis_limits("max_block_dim", {1024, 1024, 64}));
  }

  // A GPU accepts any grid within the limits per axis, but a larger one would never finish here.
  Result<void> blocks() const {
    constexpr uint64_t k_most_blocks = 1ull << 28;
    if (shape_.grid.count() <= k_most_blocks) return {};
    return refuse(fmt::format("{} blocks, and a virtual GPU runs at most {}", shape_.grid.count(), k_most_blocks),
                  "choose a smaller grid");
  }

  Result<void> threads(const ptx::Function& entry, const SmLimits& limits) const {
    const uint64_t threads = shape_.block.count();
    if (threads > static_cast<uint64_t>(limits.max_threads_per_block)) {
      return refuse(fmt::format("{} threads a block, at most {} are allowed", threads, limits.max_threads_per_block),
                    "choose a smaller block");
    }
    if (!entry.max_threads[0]) return {};
    const uint64_t most =
        uint64_t{*entry.max_threads[0]} * entry.max_threads[1].value_or(1) * entry.max_threads[2].value_or(1);
    if (threads <= most) return {};
    return refuse(fmt::format("{} threads a block, the kernel's __launch_bounds__ allow {}", threads, most),
                  "choose a smaller block, or change __launch_bounds__");
  }

  Result<void> shared(uint64_t bytes, const SmLimits& limits) const {
    if (bytes <= static_cast<uint64_t>(limits.shared_per_block_optin)) return {};
    return refuse(fmt::format("{} bytes of shared memory a block, at most {} are available", bytes,
                              limits.shared_per_block_optin),
                  "use less shared memory");
  }

 private:
  Error refuse(const std::string& what, const std::string& mend) const {
    return bad_input(fmt::format("{} refuses this launch: {}", facts_.name, what), {}, mend);
  }

  std::array<double, 3> axis_limits(std::string_view fact, std::array<double, 3> otherwise) const {
    const Fact* found = facts_.gpu.capability.find(fact);
    const auto* list = found ? std::get_if<std::vector<double>>(&found->value) : nullptr;
    if (list && list->size() == 3) otherwise = {(*list)[0], (*list)[1], (*list)[2]};
    return otherwise;
  }

  Result<void> check_axes(const char* what, const Extent& extent, const std::array<double, 3>& limit) const {
    const std::array<uint32_t, 3> axes{extent.x, extent.y, extent.z};
    for (size_t i = 0; i < 3; ++i) {
      if (axes[i] == 0 || axes[i] > limit[i]) {
        return refuse(fmt::format("{} extent {} is {}, allowed are 1 to {:.0f}", what, "xyz"[i], axes[i], limit[i]),
                      fmt::format("choose a smaller {}", what));
      }
    }
    return {};
  }

  const LaunchShape& shape_;
  const DeviceFacts& facts_;
};

}  // namespace

Result<void> check_shape(const LaunchShape& shape, const vgpu::Program& program, uint64_t shared_bytes,
                         const DeviceFacts& facts, const SmLimits& limits) {
  const ShapeCheck check(shape, facts);
  TRY_VOID(check.axes());
  TRY_VOID(check.blocks());
  TRY_VOID(check.threads(program.module->functions[program.entry], limits));
  TRY_VOID(check_cluster(shape, program, facts));
  return check.shared(shared_bytes, limits);
}

}  // namespace whet
