// From device addresses to host bytes, for all kinds of memory instructions, and the counting of what they touch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ptx/types.h"
#include "vgpu/machine/warp.h"
#include "vgpu/program/op.h"

namespace whet::vgpu {

// The addresses of an op whose base is `base` (32 or 64 bits wide), offset added; the sum wraps at the base's width.
void lane_addresses(const Warp& warp, Ref base, bool address32, int64_t offset, uint64_t* addresses);

// The space all of `mask`'s generic addresses lie in, made offsets of that space where it has its own; generic when
// they lie in different ones.
ptx::Space concrete_space(uint64_t* addresses, Mask mask);

// One host pointer for each of `lanes` whose `width` bytes are aligned and in bounds; returns those lanes. The others
// are faults. Addresses in shared and local space are offsets.
Mask reach(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask lanes, int width, bool write,
           std::byte** hosts);
// As above; false when any lane is out.
inline bool resolve(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask lanes, int width,
                    bool write, std::byte** hosts) {
  return reach(warp, op, space, addresses, lanes, width, write, hosts) == lanes;
}

enum class CachePath : uint8_t { normal, bypass_l1, atomic, matrix };  // matrix: rows of ldmatrix and its kin

// Adds one warp-wide access to the counters of the op, and sends it through the caches.
void count_access(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask mask, int width,
                  bool write, CachePath path = CachePath::normal);

}  // namespace whet::vgpu
