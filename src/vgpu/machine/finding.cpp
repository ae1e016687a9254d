#include "vgpu/machine/finding.h"

#include <fmt/format.h>

#include "binary/container/demangle.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

std::string variable_name(std::string_view mangled) {
  const std::string name = demangle(mangled);
  const size_t scope = mangled.starts_with("_ZZ") ? name.rfind("::") : std::string::npos;
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

uint64_t line_key(const Program& program, uint32_t instruction) {
  const uint32_t row = program.instruction(instruction).place;
  if (row >= program.module->places.size()) return instruction;
  const ptx::SourcePlace& place = program.module->places[row];
  return (uint64_t{place.file} + 1) << 32 | place.line;
}

// A negative offset arrives as a large unsigned one; shared memory is smaller than 2 GiB, so int32_t is enough.
const VariablePlace* shared_variable_near(const Program& program, uint64_t offset) {
  const auto at = static_cast<int32_t>(offset);
  const VariablePlace *first = nullptr, *before = nullptr;
  for (const VariablePlace& place : program.shared_variables) {
    if (!first || place.offset < first->offset) first = &place;
    if (static_cast<int32_t>(place.offset) <= at && (!before || place.offset >= before->offset)) before = &place;
  }
  return before ? before : first;
}

void name_variable(Fault& fault, const Warp& warp, ptx::Space space) {
  if (space == ptx::Space::shared) {
    const VariablePlace* place = shared_variable_near(*warp.program, fault.address);
    if (!place) return;
    fault.variable = variable_name(place->name);
    fault.offset = static_cast<int32_t>(fault.address) - static_cast<int64_t>(place->offset);
  } else if (space == ptx::Space::global || space == ptx::Space::constant) {
    const Allocation* near = warp.worker->launch.memory->nearest(fault.address);
    if (!near) return;
    fault.variable = variable_name(near->name);
    fault.offset = static_cast<int64_t>(fault.address - near->base);
  }
}

Fault finding(const Warp& warp, const Op& op, FaultKind kind, int lane, ptx::Space space, uint64_t address, int bytes) {
  Fault fault;
  fault.kind = kind;
  fault.instruction = op.index;
  fault.block = warp.block->id();
  fault.thread = warp.block->thread_of(warp, lane);
  fault.address = address;
  fault.bytes = bytes;
  name_variable(fault, warp, space);
  return fault;
}

std::string outside_text(const std::string& name, int64_t offset, int access_bytes, uint64_t variable_bytes) {
  const std::string shown = name.empty() ? "an allocation" : "`" + name + "`";
  const auto end = static_cast<int64_t>(variable_bytes);
  if (offset < 0) return fmt::format("{} bytes before {} ({} bytes)", -offset, shown, variable_bytes);
  if (offset == end) return fmt::format("just past the end of {} ({} bytes)", shown, variable_bytes);
  if (offset > end) return fmt::format("{} bytes past the end of {} ({} bytes)", offset - end, shown, variable_bytes);
  if (offset + access_bytes <= end) return {};
  return fmt::format("reaches {} bytes past the end of {} ({} bytes)", offset + access_bytes - end, shown,
                     variable_bytes);
}

}  // namespace whet::vgpu
