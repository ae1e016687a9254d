#include "vgpu/sass/access_groups.h"

#include <set>

#include "vgpu/program/line_join.h"

namespace whet::vgpu {

namespace {

static_assert(sizeof(k_access_fields) / sizeof(k_access_fields[0]) * sizeof(uint64_t) == sizeof(AccessCount));

bool is_shared(const AccessCount& count) {
  return count.wavefronts > 0 && count.sectors == 0;
}

AccessGroup group_of(const ptx::Instruction& in, const AccessCount& count) {
  using enum AccessGroup;
  switch (op_kind_of(in)) {
    case OpKind::load_global:
      return global_load;
    case OpKind::load_shared:
      return shared_load;
    case OpKind::load_local:
      return local_load;
    case OpKind::load_generic:
      return is_shared(count) ? shared_load : global_load;
    case OpKind::store_global:
      return global_store;
    case OpKind::store_shared:
      return shared_store;
    case OpKind::store_local:
      return local_store;
    case OpKind::store_generic:
      return is_shared(count) ? shared_store : global_store;
    case OpKind::async_copy:
      if (!in.has("bulk")) return async_copy;
      return in.has("bulk_group") ? bulk_store : bulk_load;
    case OpKind::atomic:
      if (is_shared(count)) return shared_atomic;
      return in.opcode == "red" ? global_reduction : global_atomic;
    case OpKind::matrix: {
      const bool stores = in.opcode == "stmatrix" || in.has("store");
      if (is_shared(count)) return stores ? shared_store : in.opcode == "ldmatrix" ? matrix_load : shared_load;
      return stores ? global_store : global_load;
    }
    default:
      return none;
  }
}

std::set<uint32_t> reductions(const MachineCounts& machine, const KernelCode& code) {
  std::set<uint32_t> found;
  for (size_t i = 0; i < code.instructions.size(); ++i) {
    const std::string_view name = code.instructions[i].name;
    if (name == "RED" || name == "REDG") found.insert(machine.instructions[i].ptx);
  }
  return found;
}

}  // namespace

AccessTotals access_totals(const Program& program, const Counts& counts, const MachineCounts* machine,
                           const KernelCode* code) {
  std::set<uint32_t> reduced;
  if (machine && code) reduced = reductions(*machine, *code);
  AccessTotals totals;
  for (uint32_t i = 0; i < counts.accesses.size(); ++i) {
    if (counts.accesses[i].requests == 0) continue;
    AccessGroup group = group_of(program.instruction(i), counts.accesses[i]);
    if (group == AccessGroup::global_atomic && reduced.count(i)) group = AccessGroup::global_reduction;
    totals[group].add(counts.accesses[i]);
  }
  return totals;
}

}  // namespace whet::vgpu
