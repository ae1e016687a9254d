#include "diagnose/facts.h"

#include <algorithm>

namespace whet {

namespace {

using P = const KernelProfile&;
using Number = std::optional<double>;

const InstructionMix& hot(P p) {
  return p.code.hot_mix();
}

template <OpClass op_class>
Number hot_count(P p) {
  return hot(p).count(op_class);
}

// Mean bytes per lane of the instructions of a class.
template <OpClass op_class>
Number hot_mean_bytes(P p) {
  const int count = hot(p).count(op_class);
  return count > 0 ? Number(hot(p).bytes_per_warp(op_class) / 32 / count) : std::nullopt;
}

Number ratio(double part, double whole) {
  return whole > 0 ? Number(part / whole) : std::nullopt;
}

int overhead(const InstructionMix& mix) {
  return mix.count(OpClass::integer) + mix.count(OpClass::move) + mix.count(OpClass::predicate) +
         mix.count(OpClass::branch) + mix.count(OpClass::uniform) + mix.count(OpClass::convert);
}

int warpgroup_mma(const InstructionMix& mix) {
  return mix.count("HGMMA") + mix.count("IGMMA") + mix.count("QGMMA") + mix.count("BGMMA");
}

// The global load with the most math before its first use: the most memory latency that the loop can hide.
const LoadWait* best_hidden_load(P p) {
  const auto& loads = p.code.hot_schedule().global_loads;
  const auto best =
      std::max_element(loads.begin(), loads.end(), [](const auto& a, const auto& b) { return a.math < b.math; });
  return best == loads.end() ? nullptr : &*best;
}

Number limited_by(P p, Limiter limiter) {
  return p.occupancy ? Number(p.occupancy->limited_by == limiter) : std::nullopt;
}

// clang-format off
constexpr FactRow k_facts[] = {
    {"arch.sm", "compute capability times ten", [](P p) -> Number { return p.architecture.sm; }},
    {"arch.has_async_copy", "1 when cp.async exists (8.0 and later)", [](P p) -> Number { return p.architecture.sm >= 80; }},
    {"arch.has_tma", "1 when bulk tensor copies exist (9.0 and later)", [](P p) -> Number { return p.architecture.sm >= 90; }},
    {"arch.has_wgmma", "1 when warpgroup MMA exists (9.0 only)", [](P p) -> Number { return p.architecture.sm == 90; }},
    {"arch.has_tcgen05", "1 when tcgen05 MMA exists (10.x)", [](P p) -> Number { return p.architecture.sm >= 100 && p.architecture.sm < 120; }},
    {"arch.fp32_per_fp64", "fp32 results for each fp64 result", [](P p) { return p.capability.number("fp32_fp64_ratio"); }},

    {"kernel.registers", "32-bit registers a thread", [](P p) -> Number { return p.function->registers ? Number(*p.function->registers) : std::nullopt; }},
    {"kernel.stack_bytes", "local frame a thread, bytes", [](P p) -> Number { return p.function->stack_bytes; }},
    {"kernel.shared_bytes", "static and given dynamic shared memory a block, bytes", [](P p) -> Number { return p.use.shared_bytes; }},
    {"kernel.spill_loads", "loads from fixed stack slots", [](P p) -> Number { return p.code.spill_loads; }},
    {"kernel.spill_stores", "stores to fixed stack slots", [](P p) -> Number { return p.code.spill_stores; }},
    {"kernel.indexed_local", "local accesses whose address is computed: arrays indexed at run time", [](P p) -> Number { return p.code.indexed_local_accesses; }},
    {"kernel.instructions", "instructions, fillers left out", [](P p) -> Number { return p.code.mix.total; }},
    {"kernel.tensor", "tensor instructions", [](P p) -> Number { return p.code.mix.count(OpClass::tensor); }},
    {"kernel.math", "fp32, fp64, fp16, tensor and special-function instructions", [](P p) -> Number { return p.code.mix.math(); }},
    {"kernel.shuffle", "shuffles, votes, matches and reductions within a warp", [](P p) -> Number { return p.code.mix.count(OpClass::shuffle); }},
    {"kernel.calls", "calls to subroutines", [](P p) -> Number { return p.code.mix.count("CALL"); }},
    {"kernel.unknown", "instructions whose opcode is not in the table", [](P p) -> Number { return p.code.mix.unknown; }},

    {"hot.is_loop", "1 when the kernel has a loop that does work", [](P p) -> Number { return p.code.hot_loop.has_value(); }},
    {"hot.instructions", "instructions a pass, fillers left out", [](P p) -> Number { return hot(p).total; }},
    {"hot.math", "fp32, fp64, fp16, tensor and special-function instructions", [](P p) -> Number { return hot(p).math(); }},
    {"hot.fp32", "fp32 arithmetic", hot_count<OpClass::fp32>},
    {"hot.fma", "fp32, fp64 and half multiply-adds", [](P p) -> Number { return hot(p).count("FFMA") + hot(p).count("FFMA2") + hot(p).count("DFMA") + hot(p).count("HFMA2"); }},
    {"hot.fp64", "fp64 arithmetic", hot_count<OpClass::fp64>},
    {"hot.fp16", "packed fp16 and bf16 arithmetic", hot_count<OpClass::fp16>},
    {"hot.tensor", "tensor instructions", hot_count<OpClass::tensor>},
    {"hot.warpgroup_mma", "warpgroup tensor instructions (HGMMA and kin)", [](P p) -> Number { return warpgroup_mma(hot(p)); }},
    {"hot.special", "special functions (MUFU)", hot_count<OpClass::special>},
    {"hot.integer", "integer and address arithmetic", hot_count<OpClass::integer>},
    {"hot.move", "register moves", hot_count<OpClass::move>},
    {"hot.convert", "type conversions", hot_count<OpClass::convert>},
    {"hot.predicate", "compares and predicate logic", hot_count<OpClass::predicate>},
    {"hot.branch", "branches and convergence", hot_count<OpClass::branch>},
    {"hot.load_global", "global loads", hot_count<OpClass::load_global>},
    {"hot.store_global", "global stores", hot_count<OpClass::store_global>},
    {"hot.load_shared", "shared loads", hot_count<OpClass::load_shared>},
    {"hot.store_shared", "shared stores", hot_count<OpClass::store_shared>},
    {"hot.load_local", "local loads", hot_count<OpClass::load_local>},
    {"hot.store_local", "local stores", hot_count<OpClass::store_local>},
    {"hot.load_generic", "loads through a generic address", hot_count<OpClass::load_generic>},
    {"hot.store_generic", "stores through a generic address", hot_count<OpClass::store_generic>},
    {"hot.async_copy", "asynchronous copies (LDGSTS, bulk, tensor), inner loops included", [](P p) -> Number { return p.code.hot_schedule().async_copies; }},
    {"hot.matrix_load", "matrix loads and stores (LDSM, STSM ...)", hot_count<OpClass::matrix_load>},
    {"hot.atomic", "atomics", hot_count<OpClass::atomic>},
    {"hot.shared_atomics", "atomics on shared memory", [](P p) -> Number { return hot(p).count("ATOMS"); }},
    {"hot.shuffle", "shuffles, votes, matches", hot_count<OpClass::shuffle>},
    {"hot.block_barriers", "block barriers (BAR)", [](P p) -> Number { return hot(p).count("BAR"); }},
    {"hot.calls", "calls to subroutines", [](P p) -> Number { return hot(p).count("CALL"); }},

    {"hot.global_load_bytes", "mean bytes a lane loads with one global load", hot_mean_bytes<OpClass::load_global>},
    {"hot.global_store_bytes", "mean bytes a lane stores with one global store", hot_mean_bytes<OpClass::store_global>},
    {"hot.shared_load_bytes", "mean bytes a lane loads with one shared load", hot_mean_bytes<OpClass::load_shared>},
    {"hot.math_per_global_load", "math instructions for each global load or asynchronous copy instruction", [](P p) { return hot(p).math_per_global_load(); }},
    {"hot.math_per_shared_load", "math instructions for each shared or matrix load instruction", [](P p) { return hot(p).math_per_shared_load(); }},
    {"hot.flops_per_global_byte", "floating-point operations for each byte a warp asks of global memory", [](P p) { return hot(p).flops_per_global_byte(); }},
    {"hot.overhead_share", "share of integer, move, convert, compare, branch and uniform instructions", [](P p) { return ratio(overhead(hot(p)), hot(p).total); }},

    {"hot.scoreboard_waits", "instructions that wait for a scoreboard", [](P p) -> Number { return p.code.hot_schedule().scoreboard_waits; }},
    {"hot.stall_cycles", "cycles one warp alone takes to issue a pass, memory latency left out", [](P p) -> Number { return p.issue.stall_cycles; }},
    {"hot.issue_cycles", "issue slots a pass takes", [](P p) -> Number { return p.issue.issue_cycles; }},
    {"hot.bound_cycles", "cycles of the busiest of issue and pipes a pass", [](P p) -> Number { return p.issue.bound_cycles(); }},
    {"hot.async_overlaps", "1 when math stands between an asynchronous copy and the wait for it", [](P p) -> Number { const auto overlaps = p.code.hot_schedule().async_overlaps; return overlaps ? Number(*overlaps) : std::nullopt; }},
    {"hot.load_math_in_flight", "math instructions in the shadow of the best hidden global load", [](P p) -> Number { const LoadWait* load = best_hidden_load(p); return load ? Number(load->math) : std::nullopt; }},
    {"hot.load_distance", "instructions from that load to the first that waits for it", [](P p) -> Number { const LoadWait* load = best_hidden_load(p); return load ? Number(load->distance) : std::nullopt; }},

    {"sm.max_warps", "warps an SM can hold", [](P p) -> Number { return p.limits ? Number(p.limits->max_warps) : std::nullopt; }},
    {"sm.max_shared_bytes", "shared memory a block may ask for, bytes", [](P p) -> Number { return p.limits ? Number(p.limits->shared_per_block_optin) : std::nullopt; }},
    {"block.threads", "threads a block", [](P p) -> Number { return p.threads ? Number(*p.threads) : std::nullopt; }},
    {"occupancy.blocks", "blocks resident on an SM", [](P p) -> Number { return p.occupancy ? Number(p.occupancy->blocks) : std::nullopt; }},
    {"occupancy.warps", "warps resident on an SM", [](P p) -> Number { return p.occupancy ? Number(p.occupancy->warps) : std::nullopt; }},
    {"occupancy.fraction", "of the warps an SM can hold", [](P p) -> Number { return p.occupancy ? Number(p.occupancy->fraction) : std::nullopt; }},
    {"occupancy.by_registers", "1 when registers limit it", [](P p) { return limited_by(p, Limiter::registers); }},
    {"occupancy.by_shared", "1 when shared memory limits it", [](P p) { return limited_by(p, Limiter::shared_memory); }},
    {"occupancy.by_blocks", "1 when block slots limit it", [](P p) { return limited_by(p, Limiter::block_slots); }},
};
// clang-format on

}  // namespace

std::span<const FactRow> fact_table() {
  return k_facts;
}

Facts facts_of(const KernelProfile& profile) {
  Facts facts;
  for (const FactRow& row : k_facts) {
    if (const auto value = row.value(profile)) facts.emplace(row.name, *value);
  }
  return facts;
}

}  // namespace whet
