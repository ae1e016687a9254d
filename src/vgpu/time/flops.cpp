// Counts the floating-point operations of a launch: see metrics.h.
#include "binary/analysis/mix.h"
#include "vgpu/program/line_join.h"
#include "vgpu/time/matrix_work.h"
#include "vgpu/time/metrics.h"

namespace whet::vgpu {

namespace {

constexpr double k_lanes_of_a_warp = 32;

double& field_of(Flops& flops, OpClass op_class) {
  if (op_class == OpClass::fp16) return flops.fp16;
  if (op_class == OpClass::fp64) return flops.fp64;
  return op_class == OpClass::tensor ? flops.tensor : flops.fp32;
}

Flops machine_flops(const MachineCounts& machine, const KernelCode& code) {
  Flops flops;
  for (size_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction& in = code.instructions[i];
    const double each = flops_of(in);
    if (each == 0 || in.op_class == OpClass::move) continue;
    const MachineCount& count = machine.instructions[i];
    const double executed = in.op_class == OpClass::tensor ? count.warps : count.lanes_on / k_lanes_of_a_warp;
    field_of(flops, in.op_class) += each * executed;
  }
  return flops;
}

double lane_flops(const ptx::Instruction& in) {
  const bool pair = in.type() == ptx::Type::f16x2 || in.type() == ptx::Type::bf16x2 || in.type() == ptx::Type::f32x2;
  const bool fused = in.opcode == "fma" || in.opcode == "mad";
  if (!fused && in.opcode != "add" && in.opcode != "sub" && in.opcode != "mul") return 0;
  return (fused ? 2 : 1) * (pair ? 2 : 1);
}

double& field_of(Flops& flops, ptx::Type type) {
  if (type == ptx::Type::f64) return flops.fp64;
  return type == ptx::Type::f32 || type == ptx::Type::f32x2 ? flops.fp32 : flops.fp16;
}

Flops ptx_flops(const Program& program, const Counts& counts) {
  Flops flops;
  for (uint32_t i = 0; i < counts.instructions.size(); ++i) {
    if (counts.instructions[i].warps == 0) continue;
    const ptx::Instruction& in = program.instruction(i);
    const OpKind op_kind = op_kind_of(in);
    if (op_kind == OpKind::tensor)
      flops.tensor += 2 * matrix_products(in) * static_cast<double>(counts.instructions[i].warps);
    if (op_kind != OpKind::float_math) continue;
    field_of(flops, in.type()) += lane_flops(in) * static_cast<double>(counts.instructions[i].lanes);
  }
  return flops;
}

}  // namespace

Flops flops(const Program& program, const Counts& counts, const MachineCounts* machine, const KernelCode* code) {
  return machine && code ? machine_flops(*machine, *code) : ptx_flops(program, counts);
}

}  // namespace whet::vgpu
