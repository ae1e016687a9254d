// How many blocks make a cluster, and where each stands in the grid.
#pragma once

#include <cstdint>
#include <optional>

#include "util/result.h"
#include "vgpu/program/fault.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

struct ClusterShape {
  Dim3 blocks;               // 1 x 1 x 1: none
  bool is_explicit = false;  // the kernel or the launch asks for clusters
};

// What a kernel (.reqnctapercluster and its kin) and a launch ask for together. An error where they contradict, where
// the grid is no whole number of clusters, and where a cluster would have more blocks than a GPU holds together.
Result<ClusterShape> cluster_shape(const ptx::Function& kernel, const std::optional<Dim3>& asked, const Dim3& grid);

// The grid in clusters.
Dim3 clusters_of(const Dim3& grid, const Dim3& cluster);
// Index in the grid of the block of a rank.
uint64_t block_of_cluster(const Dim3& grid, const Dim3& cluster, const Dim3& id, uint32_t rank);

}  // namespace whet::vgpu
