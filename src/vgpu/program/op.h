// One decoded instruction: the function that executes it, and where its operands are stored.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vgpu/program/lanes.h"

namespace whet::vgpu {

class Warp;
struct Op;
using Handler = void (*)(Warp&, const Op&);
// to = to (op) from, element by element. `contended`: other host threads may update the same bytes.
using CombineBytes = void (*)(std::byte* to, const std::byte* from, size_t bytes, bool contended);

struct Op {
  Handler run = nullptr;
  Handler guarded = nullptr;  // under a guard, `run` narrows the mask and calls this
  Ref dst, a, b, c, d;        // sources in the order of the text: registers, scalars and masks (predicates)
  Ref dst2;                   // second half of p|q
  Ref guard;                  // mask
  bool guard_negated = false;
  uint8_t flags = 0;    // meaning defined by the handler
  uint16_t small = 0;   // meaning defined by the handler: a width, a shape, a count
  uint32_t index = 0;   // the instruction's index into Program::origins
  uint32_t extra = 0;   // index into a side table of Program, defined by the handler
  uint32_t target = 0;  // for a branch: the op to jump to
  int64_t offset = 0;   // for an address: bytes to add
};

}  // namespace whet::vgpu
