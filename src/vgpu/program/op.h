// One pre-decoded instruction: the function that runs it and where its operands lie.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vgpu/program/lanes.h"

namespace whet::vgpu {

class Warp;
struct Op;
using Handler = void (*)(Warp&, const Op&);
// to = to (op) from, element by element; `contended`: other host threads may do the same.
using CombineBytes = void (*)(std::byte* to, const std::byte* from, size_t bytes, bool contended);

struct Op {
  Handler run = nullptr;
  Handler guarded = nullptr;  // under a guard `run` narrows the mask and calls this
  Ref dst, a, b, c, d;  // registers, scalars and masks (predicates) in the order of the text after the destination
  Ref dst2;             // second half of p|q
  Ref guard;            // mask
  bool guard_negated = false;
  uint8_t flags = 0;    // of the handler's own meaning
  uint16_t small = 0;   // of the handler's own meaning: a width, a shape, a count
  uint32_t index = 0;   // instruction: index into Program::origins
  uint32_t extra = 0;   // index into a side table of Program, as the handler defines
  uint32_t target = 0;  // of a branch: op to go to
  int64_t offset = 0;   // of an address: bytes to add
};

}  // namespace whet::vgpu
