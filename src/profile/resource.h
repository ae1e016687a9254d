// The parts of a GPU that a launch keeps busy or waits for, and on which axis of the roofline each stands.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace whet {

enum class Resource {
  issue,
  fma,
  alu,
  fp64,
  fp16,
  special,
  tensor,
  lsu,
  shared,
  l1,
  sm_traffic,
  shared_atomics,
  global_atomics,
  start,
  l2,
  dram,
  latency,
  waiting,
};
inline constexpr size_t k_resource_count = static_cast<size_t>(Resource::waiting) + 1;

enum class Axis { memory, compute, latency };
std::string_view axis_name(Axis axis);

struct ResourceRow {
  Resource resource;
  std::string_view key;   // in names of facts: "dram"
  std::string_view name;  // in sentences, as the time model says it: "DRAM"
  Axis axis;
};
const std::array<ResourceRow, k_resource_count>& resource_table();
const ResourceRow& row_of(Resource resource);
std::optional<Resource> resource_named(std::string_view name);

}  // namespace whet
