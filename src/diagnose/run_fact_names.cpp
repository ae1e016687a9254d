#include "diagnose/run_fact_names.h"

namespace whet {

namespace {

constexpr std::string_view k_run_fact_names[] = {
    "time.us",
    "time.launch_share",
    "grid.blocks",
    "grid.waves",
    "grid.tail",
    "grid.busy_sms",
    "grid.imbalance",
    "warps.active",
    "issue.share",
    "stall.long_scoreboard",
    "stall.short_scoreboard",
    "stall.barrier",
    "stall.wait",
    "stall.math_pipe",
    "stall.mio",
    "stall.lg",
    "stall.membar",
    "stall.branch",
    "stall.no_instruction",
    "stall.not_selected",
    "dram.share",
    "dram.bytes",
    "dram.excess",
    "l2.share",
    "l2.hit",
    "l1.share",
    "l1.hit",
    "load.sectors",
    "load.excess",
    "load.bytes_a_lane",
    "store.excess",
    "shared.share",
    "shared.excess",
    "local.share",
    "atomic.share",
    "atomic.contention",
    "pipe.fma",
    "pipe.alu",
    "pipe.fp64",
    "pipe.fp16",
    "pipe.xu",
    "pipe.tensor",
    "pipe.lsu",
    "lanes.active",
    "branch.diverged",
    "work.intensity",
    "work.balance",
    "meaning.contraction",
    "meaning.stencil",
    "meaning.reduction",
    "meaning.map",
    "meaning.permutation",
    "meaning.scan",
    "meaning.histogram",
    "meaning.reuse",
    "bound.memory",
    "bound.compute",
    "bound.latency",
    "bound.occupancy",
    "bound.launch",
    "bound.tail",
};

}  // namespace

std::span<const std::string_view> run_fact_names() {
  return k_run_fact_names;
}

}  // namespace whet
