#include "vgpu/ops/tensor/tensor_memory.h"

#include <algorithm>
#include <bit>

#include "vgpu/decode/handler_table.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"
#include "vgpu/ops/memory_access.h"

namespace whet::vgpu {

using ptx::Operand;
using ptx::Space;

namespace {

Result<int64_t> symbol_offset(const DecodeInput& input, const std::string& name) {
  const SymbolPlace place = input.symbol(name);
  if (place.kind == SymbolPlace::Kind::shared || place.kind == SymbolPlace::Kind::global) {
    return static_cast<int64_t>(place.value);
  }
  return unsupported_form(input, "`" + name + "` has no address here");
}

}  // namespace

Result<MemoryForm> matrix_form(DecodeInput& input, size_t address, size_t values) {
  const Operand& operand = input.in.operands[address];
  if (operand.kind != Operand::Kind::address) return unsupported_form(input, "no address");
  input.op.a = input.operands[address].front();
  input.op.offset = static_cast<int64_t>(operand.value);
  if (operand.base_kind == Operand::Kind::symbol) {
    TRY(offset, symbol_offset(input, operand.name));
    input.op.offset += offset;
  }
  MemoryForm form;
  if (input.in.has("global")) form.space = Space::global;
  if (input.in.has("shared") || input.in.has("shared::cta")) form.space = Space::shared;
  form.address32 = input.register_bytes[address] == 4;
  form.register_bytes = static_cast<uint8_t>(input.register_bytes[values]);
  form.count = static_cast<uint8_t>(input.operands[values].size());
  form.first_ref = static_cast<uint32_t>(input.program.refs.size());
  input.program.refs.insert(input.program.refs.end(), input.operands[values].begin(), input.operands[values].end());
  return form;
}

Space matrix_addresses(const Warp& warp, const Op& op, const MemoryForm& form, uint64_t* addresses) {
  uint64_t given[k_lanes];
  lane_addresses(warp, op.a, form.address32, op.offset, given);
  const uint64_t first = given[std::countr_zero(warp.mask)];
  for (int lane = 0; lane < k_lanes; ++lane) addresses[lane] = warp.lane_words[lane] ? given[lane] : first;
  return concrete_space(warp, form.space, addresses, k_all_lanes);
}

bool touch_matrix(Warp& warp, const Op& op, Space space, const uint64_t* addresses, Mask lanes, int width, bool write,
                  std::byte** hosts, CachePath path) {
  if (!resolve(warp, op, space, addresses, lanes, width, write, hosts)) return false;
  LaunchState& launch = warp.worker->launch;
  if (launch.observer) {
    const AccessKind kind = write ? AccessKind::write : AccessKind::read;
    launch.observer->access(warp, op, space, addresses, lanes, width, kind);
  }
  if (launch.options->counted) count_access(warp, op, space, addresses, lanes, width, write, path);
  return true;
}

}  // namespace whet::vgpu
