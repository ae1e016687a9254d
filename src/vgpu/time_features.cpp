#include "vgpu/time_features.h"

#include <algorithm>

#include "vgpu/line_join.h"
#include "vgpu/matrix_work.h"
#include "vgpu/memory_features.h"
#include "vgpu/pipes.h"
#include "vgpu/warp_path.h"

namespace whet::vgpu {

namespace {

// Without machine code: cycles from one instruction of a warp to the next, and the part of its loads it waits for by
// itself; the rest are in flight together.
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
    if (deed_of(in) == Deed::tensor) add_matrix_work(in, warps, features);
  }
}

void walk_machine(const MachineCounts& machine, const KernelCode& code, double warps, TimeFeatures& features) {
  WarpPath path;
  const std::vector<WarpPath> blocks = block_paths(code);
  for (size_t b = 0; b < blocks.size(); ++b) {
    path.add(blocks[b], machine.instructions[code.flow.blocks[b].first].warps / warps);
  }
  features.path_stalls = path.stalls;
  features.path_shared = path.shared;
  features.path_global = path.global;
  features.path_short = path.brief;
  features.path_barriers = path.barriers;
}

void walk_ptx(const Program& program, const Counts& counts, double warps, TimeFeatures& features) {
  features.path_stalls = k_cycles_each * features.issued / warps;
  for (uint32_t i = 0; i < counts.instructions.size(); ++i) {
    if (counts.instructions[i].warps == 0) continue;
    const double each = static_cast<double>(counts.instructions[i].warps) / warps;
    const Deed deed = deed_of(program.instruction(i));
    if (deed == Deed::barrier) features.path_barriers += each;
    if (deed == Deed::load_shared || deed == Deed::matrix) features.path_shared += k_waits_per_load * each;
    if (is_load(deed) && deed != Deed::load_shared) features.path_global += k_waits_per_load * each;
    if (deed == Deed::special || deed == Deed::shuffle) features.path_short += each;
  }
}

}  // namespace

TimeFeatures time_features(const TimeInputs& inputs, const Occupancy& resident, const Expansions& expansions) {
  TimeFeatures features;
  const Counts& counts = *inputs.counts;
  features.from_machine_code = inputs.machine && inputs.code;
  features.blocks = static_cast<double>(inputs.config->grid.count());
  features.warps_per_block = static_cast<double>((inputs.config->block.count() + 31) / 32);
  features.resident_blocks = resident.blocks;
  const double warps = std::max(1.0, features.blocks * features.warps_per_block);
  count_memory(inputs, features);
  if (features.from_machine_code) {
    count_machine(*inputs.machine, *inputs.code, features);
    walk_machine(*inputs.machine, *inputs.code, warps, features);
  } else {
    count_ptx(*inputs.program, counts, expansions, features);
    walk_ptx(*inputs.program, counts, warps, features);
  }
  return features;
}

}  // namespace whet::vgpu
