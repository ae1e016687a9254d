// VirtualDevice in a CUDA runtime whose kernels run in another process, and digests of memory.
#include <algorithm>

#include "device/virtual/virtual_device.h"
#include "device/virtual/virtual_module.h"
#include "util/hash.h"

namespace whet {

// Digests the bytes in place, without a copy.
Result<uint64_t> VirtualDevice::digest(uint64_t address, uint64_t bytes, uint64_t key) {
  const vgpu::Allocation* const found = link_ ? nullptr : memory_.find(address);
  if (!found || found->freed || !found->holds(address, bytes)) return Device::digest(address, bytes, key);
  return quick_digest({reinterpret_cast<const char*>(found->host) + (address - found->base), bytes}, key);
}

vgpu::Allocation* VirtualDevice::live_at(uint64_t address) {
  vgpu::Allocation* const found = memory_.find(address);
  const bool is_here = found && !found->freed && address - found->base < std::max<uint64_t>(found->bytes, 1);
  if (!link_) return is_here ? found : nullptr;
  if (address - vgpu::k_global_base >= vgpu::k_global_bytes) return is_here && found->borrowed ? found : nullptr;
  const auto there = link_->find(address);
  if (!there || !*there) return nullptr;
  vgpu::Allocation& known = linked_[(*there)->base];
  known.base = (*there)->base;
  known.bytes = (*there)->bytes;
  known.name = (*there)->name;
  return &known;
}

Result<void> VirtualDevice::share(void* host, uint64_t bytes, const std::string& name) {
  TRY_VOID(memory_.share(host, bytes, name));
  if (!link_) return {};
  const auto address = reinterpret_cast<uint64_t>(host);
  TRY_VOID(link_->place(address, bytes, name));
  shared_[address] = bytes;
  return {};
}

// The program is decoded here as well, because errors name its lines.
Result<VirtualReport> VirtualDevice::run_linked(const Launch& launch, const VirtualRun& how) {
  auto* module = dynamic_cast<VirtualModule*>(launch.module.get());
  if (!module) return failed("the launch names no module of this device");
  VirtualReport report;
  TRY(program, module->loaded().program(launch.kernel));
  report.program = program;
  for (const auto& [address, bytes] : shared_)
    TRY_VOID(link_->write(address, {reinterpret_cast<const char*>(address), bytes}));
  TRY(ran, link_->run(launch, how.counted));
  for (const auto& [address, bytes] : shared_)
    TRY_VOID(link_->read({reinterpret_cast<char*>(address), bytes}, address));
  report.result.faults = std::move(ran.faults);
  report.result.printed = std::move(ran.printed);
  report.result.finished = ran.finished;
  report.time = std::move(ran.time);
  return report;
}

}  // namespace whet
