// How many blocks form a cluster, and where each of them is in the grid.
#pragma once

#include <cstdint>
#include <optional>

#include "util/result.h"
#include "vgpu/program/fault.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

struct ClusterShape {
  Dim3 blocks;               // 1 x 1 x 1: no clusters
  bool is_explicit = false;  // the kernel or the launch requests clusters
};

// Combines what the kernel (.reqnctapercluster and similar) and the launch request. It is an error if they contradict
// each other, if the grid is not a whole number of clusters, or if a cluster has more blocks than a GPU allows.
Result<ClusterShape> cluster_shape(const ptx::Function& kernel, const std::optional<Dim3>& asked, const Dim3& grid);

// The size of the grid in clusters.
Dim3 clusters_of(const Dim3& grid, const Dim3& cluster);
// The index in the grid of the block with this rank.
uint64_t block_of_cluster(const Dim3& grid, const Dim3& cluster, const Dim3& id, uint32_t rank);

}  // namespace whet::vgpu
