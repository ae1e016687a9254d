#include "hardware/sm_limits.h"

#include <fmt/format.h>

#include <cstdlib>

namespace whet {

namespace {

constexpr int k_first_major_with_barrier_limit = 9;
constexpr int k_kib = 1024;

struct Field {
  int SmLimits::* member;
  std::string_view fact;
};

constexpr Field k_fields[] = {
    {&SmLimits::warp_size, "warp_size"},
    {&SmLimits::max_threads_per_block, "max_threads_per_block"},
    {&SmLimits::max_warps, "max_warps_per_sm"},
    {&SmLimits::max_blocks, "max_blocks_per_sm"},
    {&SmLimits::registers, "registers_per_sm"},
    {&SmLimits::registers_per_block, "registers_per_block_max"},
    {&SmLimits::max_registers_per_thread, "max_registers_per_thread"},
    {&SmLimits::register_unit, "register_alloc_unit"},
    {&SmLimits::sub_partitions, "sub_partitions_per_sm"},
    {&SmLimits::shared_bytes, "shared_mem_per_sm"},
    {&SmLimits::shared_per_block_optin, "shared_mem_per_block_optin"},
    {&SmLimits::shared_per_block_default, "shared_mem_per_block_default"},
    {&SmLimits::shared_reserved_per_block, "shared_mem_reserved_per_block"},
    {&SmLimits::shared_unit, "shared_mem_alloc_granularity"},
    {&SmLimits::barrier_slots, "block_barriers_per_sm"},
};

Error lacks(const FactSheet& capability, std::string_view fact) {
  return bad_input(
      fmt::format("the occupancy of `{}` cannot be computed: its fact `{}` is not known", capability.id, fact),
      fmt::format("hardware/capabilities/{}.toml", capability.id), "add the fact with its source");
}

}  // namespace

Result<SmLimits> sm_limits(const FactSheet& capability) {
  SmLimits limits;
  for (const Field& field : k_fields) {
    const std::optional<double> number = capability.number(field.fact);
    if (!number) return lacks(capability, field.fact);
    limits.*field.member = static_cast<int>(*number);
  }
  const Fact* capacities = capability.find("shared_mem_capacities");
  const auto* sizes = capacities ? std::get_if<std::vector<double>>(&capacities->value) : nullptr;
  if (!sizes || capacities->unit != "KiB") return lacks(capability, "shared_mem_capacities");
  for (const double kib : *sizes) limits.shared_capacities.push_back(static_cast<int>(kib) * k_kib);
  // Earlier SMs have barrier slots too, but the toolkit's calculator counts them only from this major version on.
  if (std::atoi(capability.id.c_str()) < k_first_major_with_barrier_limit) limits.barrier_slots = 0;
  return limits;
}

}  // namespace whet
