// Memory accesses summed by kind: the rows of the metrics and of the time model.
#pragma once

#include <array>
#include <cstdint>

#include "vgpu/program/counters.h"
#include "vgpu/program/program.h"
#include "vgpu/sass/machine_counts.h"

namespace whet::vgpu {

enum class AccessGroup : uint8_t {
  none,
  global_load,
  global_store,
  global_atomic,     // the old value is used
  global_reduction,  // the old value is not used
  async_copy,        // global to shared memory without registers
  local_load,
  local_store,
  shared_load,
  matrix_load,  // ldmatrix
  shared_store,
  shared_atomic,
  bulk_load,   // by the asynchronous proxy, which bypasses L1
  bulk_store,  // including reductions
};
inline constexpr int k_access_group_count = static_cast<int>(AccessGroup::bulk_store) + 1;

struct AccessTotals {
  std::array<AccessCount, k_access_group_count> groups;
  AccessCount& operator[](AccessGroup group) { return groups[static_cast<size_t>(group)]; }
  const AccessCount& operator[](AccessGroup group) const { return groups[static_cast<size_t>(group)]; }
};

// The counts of a generic access show which space it accessed. With machine code, an atomic whose result the assembler
// found unused is a reduction.
AccessTotals access_totals(const Program& program, const Counts& counts, const MachineCounts* machine,
                           const KernelCode* code);

// All fields of AccessCount, for code that treats them alike.
inline constexpr uint64_t AccessCount::* k_access_fields[] = {
    &AccessCount::requests,      &AccessCount::lanes,   &AccessCount::bytes,      &AccessCount::sectors,
    &AccessCount::ideal_sectors, &AccessCount::lines,   &AccessCount::l1_hits,    &AccessCount::l2_reads,
    &AccessCount::l2_writes,     &AccessCount::l2_hits, &AccessCount::wavefronts, &AccessCount::ideal_wavefronts,
    &AccessCount::serial,        &AccessCount::late,
};

}  // namespace whet::vgpu
