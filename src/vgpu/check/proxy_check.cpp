#include "vgpu/check/proxy_check.h"

#include <algorithm>
#include <bit>

#include "vgpu/machine/finding.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

bool reads_by_proxy(const ptx::Instruction& in) {
  return in.opcode == "wgmma" || (in.opcode == "cp" && in.has("bulk"));
}

}  // namespace

ProxyCheck::ProxyCheck(LaunchState& launch) : launch_(launch) {
  const Program& program = *launch.program;
  for (uint32_t i = 0; i < program.origins.size() && !is_needed_; ++i) {
    const bool has_text = !program.module->functions[program.origins[i].function].body.empty();
    is_needed_ = has_text && reads_by_proxy(program.instruction(i));
  }
}

void ProxyCheck::start_block(const BlockState& block) {
  blocks_[&block] = {.fences = 1, .written = std::vector<uint32_t>(block.shared_bytes())};
}

void ProxyCheck::finish_block(const BlockState& block) {
  blocks_.erase(&block);
}

void ProxyCheck::written(const WarpAccess& access) {
  const auto found = blocks_.find(access.warp.block);
  if (found == blocks_.end()) return;
  Bytes& bytes = found->second;
  for (Mask rest = access.mask; rest; rest &= rest - 1) {
    const uint64_t first = access.addresses[std::countr_zero(rest)];
    const uint64_t end = std::min<uint64_t>(first + static_cast<uint64_t>(access.width), bytes.written.size());
    for (uint64_t at = first; at < end; ++at) bytes.written[at] = bytes.fences;
  }
}

void ProxyCheck::fenced(const Warp& warp, const Op& op) {
  const ptx::Instruction& in = launch_.program->instruction(op.index);
  const auto found = blocks_.find(warp.block);
  const bool is_of_proxies = std::any_of(in.modifiers.begin(), in.modifiers.end(),
                                         [](const std::string& word) { return word.starts_with("proxy"); });
  if (is_of_proxies && found != blocks_.end()) ++found->second.fences;
}

void ProxyCheck::read(const Warp& warp, const Op& op, int lane, uint64_t offset, uint64_t bytes) {
  const auto found = blocks_.find(warp.block);
  if (found == blocks_.end()) return;
  const std::vector<uint32_t>& written = found->second.written;
  for (uint64_t at = offset; at < std::min<uint64_t>(offset + bytes, written.size()); ++at) {
    if (written[at] != found->second.fences) continue;
    if (launch_.faults.repeat(FaultKind::async_not_waited, op.index)) return;
    Fault fault = finding(warp, op, FaultKind::async_not_waited, lane, ptx::Space::shared, at, 0);
    fault.detail =
        "threads wrote what it reads without fence.proxy.async since, and a GPU may read what was there before";
    warp.worker->report(std::move(fault));
    return;
  }
}

void ProxyCheck::exited(BlockState& block) {
  for (const BulkGroups& groups : block.bulk) {
    for (const AsyncCopy& copy : groups.copies) {
      if (copy.read_ahead || launch_.faults.repeat(FaultKind::async_not_waited, copy.instruction)) continue;
      const Warp& warp = block.warps[copy.warp];
      Op op;
      op.index = copy.instruction;
      Fault fault = finding(warp, op, FaultKind::async_not_waited, copy.lane, ptx::Space::shared, 0, 0);
      fault.detail = "the block ends before it has read its shared memory: wait with cp.async.bulk.wait_group.read";
      warp.worker->report(std::move(fault));
    }
  }
}

}  // namespace whet::vgpu
