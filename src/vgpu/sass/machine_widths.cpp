// The widths of accesses in the machine code, which may differ from PTX: see machine_counts.h.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "vgpu/machine/launch_state.h"
#include "vgpu/program/line_join.h"
#include "vgpu/sass/machine_counts.h"

namespace whet::vgpu {

namespace {

constexpr int k_matrix_row_bytes = 16;

int vector_length(const ptx::Instruction& in) {
  for (const int length : {2, 4, 8}) {
    if (in.has("v" + std::to_string(length))) return length;
  }
  return 1;
}

// Bytes that a lane accesses; nothing if the instruction is not a plain access.
std::optional<int> ptx_width(const ptx::Instruction& in) {
  const OpKind op_kind = op_kind_of(in);
  if (in.opcode == "ld" || in.opcode == "ldu" || in.opcode == "st" || op_kind == OpKind::atomic) {
    return ptx::bytes_of(in.type()) * vector_length(in);
  }
  if (in.opcode == "ldmatrix" || in.opcode == "stmatrix") return k_matrix_row_bytes;
  const bool copies = op_kind == OpKind::async_copy && in.has("async") && in.operands.size() >= 3 && !in.has("bulk") &&
                      in.operands[2].kind == ptx::Operand::Kind::immediate;
  if (copies) return static_cast<int>(in.operands[2].value);
  return std::nullopt;
}

bool may_merge(OpKind op_kind) {
  return is_load(op_kind) || is_store(op_kind) || op_kind == OpKind::atomic || op_kind == OpKind::async_copy;
}

// The widest machine access of the same kind on each PTX instruction's line.
std::map<uint32_t, int> widest(const KernelCode& code, const std::vector<JoinedInstruction>& joined) {
  std::map<uint32_t, int> widths;
  for (size_t i = 0; i < joined.size(); ++i) {
    const Instruction& sass = code.instructions[i];
    if (!may_merge(joined[i].op_kind) || !code.flow.reachable[code.flow.block_of(static_cast<uint32_t>(i))]) continue;
    int& width = widths[joined[i].ptx];
    width = std::max(width, sass.width_bytes.value_or(0));
  }
  return widths;
}

// Atomics on one address for the whole warp: the machine code reduces over the lanes first, and elects one of them.
std::set<uint32_t> elected(const KernelCode& code, const std::vector<JoinedInstruction>& joined) {
  std::set<uint32_t> found;
  for (size_t i = 0; i < joined.size(); ++i) {
    const std::string_view name = code.instructions[i].name;
    if (joined[i].ptx != ptx::k_none && (name == "FLO" || name == "UFLO")) found.insert(joined[i].ptx);
  }
  return found;
}

}  // namespace

std::vector<uint8_t> machine_widths(const Program& program, const KernelCode& code, const LineMap& lines) {
  const std::vector<JoinedInstruction> joined = join_lines(program, code, lines);
  const std::map<uint32_t, int> widths = widest(code, joined);
  const std::set<uint32_t> by_one_lane = elected(code, joined);
  if (widths.empty()) return {};
  // A function that is not in this machine code keeps the widths of PTX.
  std::set<uint32_t> here;
  for (const auto& [ptx, width] : widths) here.insert(program.origins[ptx].function);
  std::vector<uint8_t> result(program.origins.size(), k_width_as_ptx);
  for (uint32_t i = 0; i < result.size(); ++i) {
    const ptx::Function& function = program.module->functions[program.origins[i].function];
    if (program.origins[i].instruction >= function.body.size()) continue;
    const std::optional<int> asked = ptx_width(program.instruction(i));
    if (!asked) continue;
    result[i] = static_cast<uint8_t>(*asked);
    if (!here.count(program.origins[i].function) || !may_merge(op_kind_of(program.instruction(i)))) continue;
    const auto found = widths.find(i);
    if (found == widths.end()) {
      result[i] = 0;
    } else if (found->second > *asked) {
      result[i] = static_cast<uint8_t>(found->second);
    }
    if (result[i] && op_kind_of(program.instruction(i)) == OpKind::atomic && by_one_lane.count(i))
      result[i] |= k_one_lane;
  }
  return result;
}

}  // namespace whet::vgpu
