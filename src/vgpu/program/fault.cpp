#include "vgpu/program/fault.h"

namespace whet::vgpu {

const char* name_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::out_of_bounds:
      return "out of bounds";
    case FaultKind::misaligned:
      return "misaligned access";
    case FaultKind::use_after_free:
      return "use after free";
    case FaultKind::uninitialised:
      return "uninitialised read";
    case FaultKind::shared_race:
      return "race on shared memory";
    case FaultKind::global_race:
      return "race on global memory";
    case FaultKind::barrier_divergence:
      return "barrier in divergent code";
    case FaultKind::async_not_waited:
      return "unsynchronised asynchronous copy";
    case FaultKind::wrong_mask:
      return "wrong member mask";
    case FaultKind::read_as_constant:
      return "read-only load of memory that the kernel writes";
    case FaultKind::deadlock:
      return "deadlock";
    case FaultKind::endless:
      return "endless loop";
    case FaultKind::trap:
      return "trap";
    case FaultKind::assertion:
      return "assertion failed";
    case FaultKind::stack_overflow:
      return "stack overflow";
    case FaultKind::read_only:
      return "store to read-only memory";
    case FaultKind::exited_block:
      return "shared memory of a block that has exited";
    case FaultKind::bad_tensor_map:
      return "invalid tensor map";
    case FaultKind::bad_instruction:
      return "operands that no GPU accepts";
  }
  return "";
}

}  // namespace whet::vgpu
