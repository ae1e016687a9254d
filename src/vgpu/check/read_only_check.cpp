#include "vgpu/check/read_only_check.h"

#include <bit>

#include "vgpu/machine/finding.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

bool is_read_only_load(const ptx::Instruction& in) {
  return (in.opcode == "ld" && in.has("nc")) || in.opcode == "ldu";
}

}  // namespace

ReadOnlyCheck::ReadOnlyCheck(LaunchState& launch) : launch_(launch) {
  const Program& program = *launch.program;
  for (uint32_t i = 0; i < program.origins.size(); ++i) {
    const bool has_text = !program.module->functions[program.origins[i].function].body.empty();
    loads_.push_back(has_text && is_read_only_load(program.instruction(i)));
    is_needed_ |= loads_.back();
  }
}

uint8_t* ReadOnlyCheck::flags(uint64_t address, uint64_t bytes) {
  const Allocation* const allocation = launch_.memory->find(address);
  if (!allocation || allocation->freed || !allocation->holds(address, bytes)) return nullptr;
  std::vector<uint8_t>& flags = bytes_[allocation->base];
  if (flags.empty()) flags.resize(allocation->bytes);
  return &flags[address - allocation->base];
}

void ReadOnlyCheck::access(const WarpAccess& access) {
  const bool loads = loads_[access.op.index];
  if (!loads && !access.writes()) return;
  const uint8_t leaves = loads ? k_loaded : k_written, clashes = loads ? k_written : k_loaded;
  for (Mask rest = access.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    uint8_t* const there = flags(access.addresses[lane], static_cast<uint64_t>(access.width));
    uint8_t met = 0;
    for (int i = 0; there && i < access.width; ++i) {
      met |= there[i];
      there[i] |= leaves;
    }
    if (met & clashes) report(access, lane);
  }
}

void ReadOnlyCheck::report(const WarpAccess& access, int lane) {
  constexpr FaultKind k_kind = FaultKind::read_as_constant;
  if (launch_.faults.repeat(k_kind, access.op.index)) return;
  Fault fault = finding(access.warp, access.op, k_kind, lane, access.space, access.addresses[lane], access.width);
  fault.detail = access.writes()
                     ? "the kernel reads it by __ldg or const __restrict__, which is for memory nobody writes"
                     : "the kernel writes it: __ldg and const __restrict__ are for memory nobody writes";
  access.warp.worker->report(std::move(fault));
}

}  // namespace whet::vgpu
