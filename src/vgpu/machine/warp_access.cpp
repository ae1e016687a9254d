#include "vgpu/machine/warp_access.h"

#include <cstring>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

// Bytes between the values of neighbouring lanes in a register: 2, 4, 8 or 16.
size_t register_stride(const MemoryForm& form) {
  if (form.element_bytes >= 8) return form.element_bytes;
  return form.register_bytes == 2 || form.register_bytes == 4 ? form.register_bytes : 8;
}

const std::byte* register_of(const Warp& warp, Ref ref, int lane, size_t stride) {
  if (ref.kind() == Ref::constant) return warp.constants + ref.offset();
  return warp.frame + ref.offset() + (ref.is_lanes() ? static_cast<size_t>(lane) * stride : 0);
}

}  // namespace

void stored_bytes(const WarpAccess& access, int lane, size_t at, std::byte* to, size_t bytes) {
  const MemoryForm& form = access.warp.program->memory_forms[access.op.extra];
  const size_t stride = register_stride(form);
  for (size_t i = 0; i < bytes; ++i) {
    const size_t element = (at + i) / form.element_bytes;
    const Ref ref = access.warp.program->refs[form.first_ref + element];
    to[i] = register_of(access.warp, ref, lane, stride)[(at + i) % form.element_bytes];
  }
}

const std::byte* memory_at(const WarpAccess& access, uint64_t address) {
  if (access.space == ptx::Space::shared) return access.owner().shared() + address;
  const Allocation* const allocation = access.warp.worker->launch.memory->find(address);
  if (!allocation || allocation->freed || !allocation->holds(address, 1)) return nullptr;
  return allocation->host + (address - allocation->base);
}

}  // namespace whet::vgpu
