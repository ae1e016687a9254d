// Translates device addresses to host pointers, for all memory instructions, and counts what they access.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ptx/types.h"
#include "vgpu/machine/warp.h"
#include "vgpu/program/op.h"

namespace whet::vgpu {

// The addresses of an op with this base (32 or 64 bits wide), plus the offset; the sum wraps at the base's width.
void lane_addresses(const Warp& warp, Ref base, bool address32, int64_t offset, uint64_t* addresses);

// The space of an access to these addresses. Generic ones are converted to offsets if all in `mask` lie in a space that
// has its own, and stay generic if they lie in different spaces. The block's own rank is no part of an offset.
ptx::Space concrete_space(const Warp& warp, ptx::Space given, uint64_t* addresses, Mask mask);

// Takes the block's own rank out of addresses in shared memory.
void drop_own_rank(const Warp& warp, uint64_t* addresses);

// Sets a host pointer for each of `lanes` whose `width` bytes are aligned and in bounds, and returns those lanes. The
// others are reported as faults. Addresses in shared and local space are offsets.
Mask reach(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask lanes, int width, bool write,
           std::byte** hosts);
// The same; false if any lane fails.
inline bool resolve(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask lanes, int width,
                    bool write, std::byte** hosts) {
  return reach(warp, op, space, addresses, lanes, width, write, hosts) == lanes;
}

enum class CachePath : uint8_t { normal, bypass_l1, atomic, matrix };  // matrix: rows of ldmatrix and similar

// Adds one warp-wide access to the op's counters, and sends it through the caches.
void count_access(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask mask, int width,
                  bool write, CachePath path = CachePath::normal);

}  // namespace whet::vgpu
