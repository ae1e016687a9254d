#include "vgpu/program/cluster_shape.h"

#include <algorithm>

#include <fmt/format.h>

#include "vgpu/memory/cluster_window.h"

namespace whet::vgpu {

namespace {

std::string text_of(const Dim3& extent) {
  return fmt::format("{} x {} x {}", extent.x, extent.y, extent.z);
}

std::optional<Dim3> required(const ptx::Function& kernel) {
  if (!kernel.cluster[0]) return std::nullopt;
  return Dim3{*kernel.cluster[0], kernel.cluster[1].value_or(1), kernel.cluster[2].value_or(1)};
}

Result<void> check_size(const ptx::Function& kernel, const Dim3& cluster) {
  if (cluster.x == 0 || cluster.y == 0 || cluster.z == 0)
    return bad_input("a cluster of " + text_of(cluster) + " has no blocks", {}, "give each extent at least 1");
  const uint64_t most = kernel.max_cluster_rank.value_or(k_most_cluster_blocks);
  const bool beyond = cluster.x > k_most_cluster_blocks || cluster.y > k_most_cluster_blocks ||
                      cluster.z > k_most_cluster_blocks || cluster.count() > k_most_cluster_blocks;
  if (beyond || cluster.count() > most) {
    return bad_input(fmt::format("a cluster of {} blocks, {} are allowed", text_of(cluster),
                                 std::min<uint64_t>(most, k_most_cluster_blocks)),
                     {}, "choose a smaller cluster");
  }
  return {};
}

Result<void> check_grid(const Dim3& cluster, const Dim3& grid) {
  if (grid.x % cluster.x == 0 && grid.y % cluster.y == 0 && grid.z % cluster.z == 0) return {};
  return bad_input(
      fmt::format("a grid of {} blocks is no whole number of clusters of {}", text_of(grid), text_of(cluster)), {},
      "round the grid up to the cluster, and let the blocks beyond the data do nothing");
}

}  // namespace

Result<ClusterShape> cluster_shape(const ptx::Function& kernel, const std::optional<Dim3>& asked, const Dim3& grid) {
  const std::optional<Dim3> own = required(kernel);
  if (own && asked && *own != *asked) {
    return bad_input(
        fmt::format("the launch asks for clusters of {} blocks, the kernel says {}", text_of(*asked), text_of(*own)),
        {}, "leave the cluster to the kernel's __cluster_dims__, or remove them");
  }
  if (!own && !asked) {
    if (!kernel.explicit_cluster) return ClusterShape{};
    return bad_input("the kernel wants clusters, and the launch does not say how large", {},
                     "launch with cudaLaunchAttributeClusterDimension, or give [launch] a `cluster`");
  }
  const Dim3 cluster = asked ? *asked : *own;
  TRY_VOID(check_size(kernel, cluster));
  TRY_VOID(check_grid(cluster, grid));
  return ClusterShape{cluster, true};
}

Dim3 clusters_of(const Dim3& grid, const Dim3& cluster) {
  return {grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z};
}

uint64_t block_of_cluster(const Dim3& grid, const Dim3& cluster, const Dim3& id, uint32_t rank) {
  const Dim3 inside = position_in(cluster, rank);
  const uint64_t x = uint64_t{id.x} * cluster.x + inside.x, y = uint64_t{id.y} * cluster.y + inside.y,
                 z = uint64_t{id.z} * cluster.z + inside.z;
  return (z * grid.y + y) * grid.x + x;
}

}  // namespace whet::vgpu
