#include "vgpu/time/time_features.h"

#include <algorithm>

#include "vgpu/program/block_deal.h"
#include "vgpu/program/line_join.h"
#include "vgpu/program/sampling.h"
#include "vgpu/time/matrix_work.h"
#include "vgpu/time/memory_features.h"
#include "vgpu/time/pipes.h"
#include "vgpu/time/warp_path.h"

namespace whet::vgpu {

namespace {

// Without machine code: cycles between two instructions of a warp, and the fraction of its loads that it waits for one
// by one; the others overlap.
constexpr double k_cycles_each = 4, k_waits_per_load = 0.5;

double* field_of(TimeFeatures& features, Pipe pipe) {
  switch (pipe) {
    case Pipe::fma:
      return &features.fp32;
    case Pipe::alu:
      return &features.alu;
    case Pipe::fp64:
      return &features.fp64;
    case Pipe::fp16:
      return &features.fp16;
    case Pipe::special:
      return &features.special;
    case Pipe::lsu:
      return &features.lsu;
    case Pipe::uniform:
      return &features.uniform;
    default:
      return nullptr;
  }
}

void count_machine(const MachineCounts& machine, const KernelCode& code, TimeFeatures& features) {
  features.issued = machine.issued;
  for (size_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction& in = code.instructions[i];
    const double warps = machine.instructions[i].warps;
    if (in.name == "IMAD" || in.name == "IDP") {
      features.int_multiply += warps;
    } else if (double* field = field_of(features, pipe_of(in))) {
      *field += warps;
    }
    if (in.op_class == OpClass::tensor) add_matrix_work(in, warps, features);
  }
}

void count_ptx(const Program& program, const Counts& counts, const Expansions& expansions, TimeFeatures& features) {
  for (uint32_t i = 0; i < counts.instructions.size(); ++i) {
    const auto warps = static_cast<double>(counts.instructions[i].warps);
    if (warps == 0) continue;
    const ptx::Instruction& in = program.instruction(i);
    const Expansion each = expansions.of(in);
    features.issued += warps * each.issued();
    features.fp32 += warps * each.fp32;
    features.int_multiply += warps * each.int_multiply;
    features.alu += warps * each.alu;
    features.fp64 += warps * each.fp64;
    features.fp16 += warps * each.fp16;
    features.special += warps * each.special;
    features.lsu += warps * each.lsu;
    features.uniform += warps * each.uniform;
    if (op_kind_of(in) == OpKind::tensor) add_matrix_work(in, warps, features);
  }
}

// Sectors that another warp is already waiting for arrive together with those.
LoadMix mix_of(const AccessCount& count) {
  if (count.sectors == 0) return {.l2 = 1};
  const auto sectors = static_cast<double>(count.sectors);
  const double at_once = static_cast<double>(count.l1_hits - std::min(count.l1_hits, count.late)) / sectors;
  const double l2 = count.l2_reads ? static_cast<double>(count.l2_hits) / static_cast<double>(count.l2_reads) : 1;
  return {at_once, (1 - at_once) * l2, (1 - at_once) * (1 - l2)};
}

std::vector<LoadMix> machine_mixes(const TimeInputs& inputs) {
  std::vector<LoadMix> mixes(inputs.code->instructions.size());
  for (size_t i = 0; i < mixes.size(); ++i) {
    const uint32_t ptx = inputs.machine->instructions[i].ptx;
    mixes[i] = ptx == ptx::k_none || inputs.code->instructions[i].op_class == OpClass::atomic
                   ? LoadMix{.l2 = 1}
                   : mix_of(inputs.counts->accesses[ptx]);
  }
  return mixes;
}

double warps_of(const LaunchConfig& config) {
  const auto in_block = static_cast<double>((config.block.count() + 31) / 32);
  return std::max(1.0, static_cast<double>(config.grid.count()) * in_block);
}

void walk_machine(const TimeInputs& inputs, TimeFeatures& features) {
  WarpPath path;
  for (const WarpPath& each : machine_paths(inputs)) path.add(each, 1);
  features.path_stalls = path.stalls;
  features.path_shared = path.shared;
  features.path_l1 = path.global.l1;
  features.path_l2 = path.global.l2;
  features.path_dram = path.global.dram;
  features.path_short = path.brief;
  features.path_barriers = path.barriers;
}

void walk_ptx(const Program& program, const Counts& counts, double warps, TimeFeatures& features) {
  features.path_stalls = k_cycles_each * features.issued / warps;
  for (uint32_t i = 0; i < counts.instructions.size(); ++i) {
    if (counts.instructions[i].warps == 0) continue;
    const double each = static_cast<double>(counts.instructions[i].warps) / warps;
    const OpKind op_kind = op_kind_of(program.instruction(i));
    if (op_kind == OpKind::barrier) features.path_barriers += each;
    if (op_kind == OpKind::load_shared || op_kind == OpKind::matrix) features.path_shared += k_waits_per_load * each;
    if (is_load(op_kind) && op_kind != OpKind::load_shared) {
      const LoadMix mix = mix_of(counts.accesses[i]);
      features.path_l1 += k_waits_per_load * each * mix.l1;
      features.path_l2 += k_waits_per_load * each * mix.l2;
      features.path_dram += k_waits_per_load * each * mix.dram;
    }
    if (op_kind == OpKind::special || op_kind == OpKind::shuffle) features.path_short += each;
  }
}

// What grows with the work of the blocks: counts of the grid, the path of one warp, contended lines.
constexpr double TimeFeatures::* k_amounts[] = {&TimeFeatures::issued,
                                                &TimeFeatures::fp32,
                                                &TimeFeatures::int_multiply,
                                                &TimeFeatures::alu,
                                                &TimeFeatures::fp64,
                                                &TimeFeatures::fp16,
                                                &TimeFeatures::special,
                                                &TimeFeatures::lsu,
                                                &TimeFeatures::uniform,
                                                &TimeFeatures::mma_f16,
                                                &TimeFeatures::mma_tf32,
                                                &TimeFeatures::mma_f8,
                                                &TimeFeatures::mma_i8,
                                                &TimeFeatures::mma_f64,
                                                &TimeFeatures::group_f16,
                                                &TimeFeatures::group_tf32,
                                                &TimeFeatures::group_f8,
                                                &TimeFeatures::group_i8,
                                                &TimeFeatures::shared_wavefronts,
                                                &TimeFeatures::global_requests,
                                                &TimeFeatures::global_lines,
                                                &TimeFeatures::global_sectors,
                                                &TimeFeatures::l2_bytes,
                                                &TimeFeatures::dram_bytes,
                                                &TimeFeatures::l2_write_bytes,
                                                &TimeFeatures::store_lines,
                                                &TimeFeatures::dirty_bytes,
                                                &TimeFeatures::lone_bytes,
                                                &TimeFeatures::fill_bytes,
                                                &TimeFeatures::atomic_serial,
                                                &TimeFeatures::atomic_sectors,
                                                &TimeFeatures::atomic_lines,
                                                &TimeFeatures::hot_sectors,
                                                &TimeFeatures::hot_lanes,
                                                &TimeFeatures::hot_slow_lanes,
                                                &TimeFeatures::path_stalls,
                                                &TimeFeatures::path_shared,
                                                &TimeFeatures::path_short,
                                                &TimeFeatures::path_barriers,
                                                &TimeFeatures::path_l1,
                                                &TimeFeatures::path_l2,
                                                &TimeFeatures::path_dram};

void scale_work(TimeFeatures& features, double factor) {
  for (const auto amount : k_amounts) features.*amount *= factor;
}

void set_spread(TimeFeatures& features, const BlockDeal& deal) {
  features.instructions = deal.instructions;
  features.work_share = deal.work_share;
  features.traffic_share = deal.traffic_share;
  features.rounds = deal.rounds;
}

void count_spread(const TimeInputs& inputs, const Counts& counts, TimeFeatures& features) {
  const auto places = static_cast<uint32_t>(std::max(1.0, features.resident_blocks));
  set_spread(features, deal_blocks(counts.work, inputs.sms, places, features.warps_per_block));
  features.sampling_error = sampling_error(counts.work);
}

}  // namespace

std::vector<WarpPath> machine_paths(const TimeInputs& inputs) {
  const KernelCode& code = *inputs.code;
  const double warps = warps_of(*inputs.config);
  const std::vector<WarpPath> each = instruction_paths(code, machine_mixes(inputs));
  std::vector<WarpPath> paths(each.size());
  for (const BasicBlock& block : code.flow.blocks) {
    const double times = inputs.machine->instructions[block.first].warps / warps;
    for (uint32_t i = block.first; i < block.first + block.count; ++i) paths[i].add(each[i], times);
  }
  return paths;
}

void settle_work(TimeFeatures& features, const GridWork& work, uint32_t sms) {
  const auto places = static_cast<uint32_t>(std::max(1.0, features.resident_blocks));
  const BlockDeal deal = deal_blocks(work, sms, places, features.warps_per_block);
  if (features.instructions > 0) scale_work(features, deal.instructions / features.instructions);
  // Uncounted blocks have no traffic counts: traffic is assumed to be distributed like the instructions.
  const double share = deal.traffic_share > 0 ? deal.traffic_share : deal.work_share;
  set_spread(features, deal);
  features.traffic_share = share;
  features.sampling_error = 0;
}

TimeFeatures time_features(const TimeInputs& inputs, const Occupancy& resident, const Expansions& expansions) {
  TimeFeatures features;
  const Counts& counts = *inputs.counts;
  features.from_machine_code = inputs.machine && inputs.code;
  features.blocks = static_cast<double>(inputs.config->grid.count());
  features.warps_per_block = static_cast<double>((inputs.config->block.count() + 31) / 32);
  features.resident_blocks = resident.blocks;
  features.course_cycles = static_cast<double>(counts.timed_cycles);
  count_memory(inputs, features);
  count_spread(inputs, counts, features);
  if (features.from_machine_code) {
    count_machine(*inputs.machine, *inputs.code, features);
    walk_machine(inputs, features);
  } else {
    count_ptx(*inputs.program, counts, expansions, features);
    walk_ptx(*inputs.program, counts, warps_of(*inputs.config), features);
  }
  return features;
}

}  // namespace whet::vgpu
