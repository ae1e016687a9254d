// Serialises the result of a launch for another process.
#include "device/device_link.h"

namespace whet {

namespace {

void pack_extent(Packer& packer, const vgpu::Dim3& extent) {
  for (const uint32_t axis : {extent.x, extent.y, extent.z}) packer.number(axis);
}

vgpu::Dim3 unpack_extent(Unpacker& unpacker) {
  vgpu::Dim3 extent;
  extent.x = static_cast<uint32_t>(unpacker.number());
  extent.y = static_cast<uint32_t>(unpacker.number());
  extent.z = static_cast<uint32_t>(unpacker.number());
  return extent;
}

void pack_fault(Packer& packer, const vgpu::Fault& fault) {
  packer.number(static_cast<int64_t>(fault.kind));
  packer.number(fault.instruction);
  pack_extent(packer, fault.block);
  pack_extent(packer, fault.thread);
  packer.number(static_cast<int64_t>(fault.address));
  packer.number(fault.bytes);
  packer.text(fault.variable);
  packer.number(fault.offset);
  packer.text(fault.detail);
  packer.number(fault.other_instruction);
  pack_extent(packer, fault.other_block);
  pack_extent(packer, fault.other_thread);
  packer.number(static_cast<int64_t>(fault.times));
  packer.number(fault.went_on);
}

vgpu::Fault unpack_fault(Unpacker& unpacker) {
  vgpu::Fault fault;
  fault.kind = static_cast<vgpu::FaultKind>(unpacker.number());
  fault.instruction = static_cast<uint32_t>(unpacker.number());
  fault.block = unpack_extent(unpacker);
  fault.thread = unpack_extent(unpacker);
  fault.address = static_cast<uint64_t>(unpacker.number());
  fault.bytes = static_cast<int>(unpacker.number());
  fault.variable = unpacker.text();
  fault.offset = unpacker.number();
  fault.detail = unpacker.text();
  fault.other_instruction = static_cast<uint32_t>(unpacker.number());
  fault.other_block = unpack_extent(unpacker);
  fault.other_thread = unpack_extent(unpacker);
  fault.times = static_cast<uint64_t>(unpacker.number());
  fault.went_on = unpacker.number() != 0;
  return fault;
}

}  // namespace

void pack(Packer& packer, const LinkedRun& run) {
  packer.count(run.faults.size());
  for (const vgpu::Fault& fault : run.faults) pack_fault(packer, fault);
  packer.text(run.printed);
  packer.number(run.finished);
  packer.number(run.time.has_value());
  if (!run.time) return;
  for (const double part : {run.time->seconds, run.time->low_seconds, run.time->high_seconds, run.time->order_error})
    packer.real(part);
}

LinkedRun unpack_run(Unpacker& unpacker) {
  LinkedRun run;
  for (size_t left = unpacker.count(); left > 0 && unpacker.good(); --left)
    run.faults.push_back(unpack_fault(unpacker));
  run.printed = unpacker.text();
  run.finished = unpacker.number() != 0;
  if (unpacker.number() == 0) return run;
  run.time.emplace();
  for (double* part : {&run.time->seconds, &run.time->low_seconds, &run.time->high_seconds, &run.time->order_error})
    *part = unpacker.real();
  return run;
}

}  // namespace whet
