#include "profile/resource.h"

namespace whet {

std::string_view axis_name(Axis axis) {
  constexpr std::string_view k_names[] = {"memory", "compute", "latency"};
  return k_names[static_cast<size_t>(axis)];
}

const std::array<ResourceRow, k_resource_count>& resource_table() {
  static constexpr std::array<ResourceRow, k_resource_count> k_rows{{
      {Resource::issue, "issue", "issue", Axis::compute},
      {Resource::fma, "fma", "FP32 pipe", Axis::compute},
      {Resource::alu, "alu", "ALU pipe", Axis::compute},
      {Resource::fp64, "fp64", "FP64 pipe", Axis::compute},
      {Resource::fp16, "fp16", "FP16 pipe", Axis::compute},
      {Resource::special, "xu", "special function unit", Axis::compute},
      {Resource::tensor, "tensor", "tensor cores", Axis::compute},
      {Resource::lsu, "lsu", "load/store issue", Axis::memory},
      {Resource::shared, "shared", "shared memory", Axis::memory},
      {Resource::l1, "l1", "L1 cache", Axis::memory},
      {Resource::sm_traffic, "sm_traffic", "traffic of an SM", Axis::memory},
      {Resource::shared_atomics, "shared_atomics", "shared atomics", Axis::memory},
      {Resource::global_atomics, "global_atomics", "global atomics", Axis::memory},
      {Resource::start, "start", "starting blocks", Axis::latency},
      {Resource::l2, "l2", "L2 cache", Axis::memory},
      {Resource::dram, "dram", "DRAM", Axis::memory},
      {Resource::latency, "latency", "latency", Axis::latency},
      {Resource::waiting, "waiting", "waiting", Axis::latency},
  }};
  return k_rows;
}

const ResourceRow& row_of(Resource resource) {
  return resource_table()[static_cast<size_t>(resource)];
}

std::optional<Resource> resource_named(std::string_view name) {
  for (const ResourceRow& row : resource_table()) {
    if (row.name == name) return row.resource;
  }
  return std::nullopt;
}

}  // namespace whet
