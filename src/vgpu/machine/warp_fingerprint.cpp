#include <algorithm>
#include <cstring>

#include "vgpu/machine/warp.h"
#include "vgpu/memory/mix.h"

namespace whet::vgpu {

namespace {

uint64_t mix_split(uint64_t hash, const Split& split, uint32_t pc, Mask mask) {
  hash = mix_in(hash, uint64_t{pc} << 32 | mask);
  hash = mix_in(hash, uint64_t{split.frame} << 32 | split.local_base);
  hash = mix_in(hash, uint64_t{static_cast<uint32_t>(split.waits_for)} << 32 | split.waits_op);
  hash = mix_in(hash, uint64_t{split.names} << 2 | uint64_t{split.again} << 1 | uint64_t{split.released});
  for (const CallRecord& call : split.calls) {
    hash = mix_in(hash, uint64_t{call.return_pc} << 32 | call.frame);
    hash = mix_in(hash, uint64_t{call.local_base} << 32 | call.call_op);
  }
  return mix_in(hash, split.calls.size());
}

}  // namespace

uint64_t Warp::fingerprint() {
  uint64_t hash = mix_in(uint64_t{live_} << 32 | carry, splits_.size());
  hash = mix_split(hash, current_, pc, mask);
  for (const Split& split : splits_) hash = mix_split(hash, split, split.pc, split.mask);
  const std::byte* const registers = frame_base();
  for (uint32_t at = 0; at < poisoned_; at += sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, registers + at, std::min<size_t>(sizeof word, poisoned_ - at));
    hash = mix_in(hash, word);
  }
  return hash | 1;
}

}  // namespace whet::vgpu
