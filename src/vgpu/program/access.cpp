#include "vgpu/program/access.h"

namespace whet::vgpu {

template <typename Address>
bool ShapeCache::repeats(Kept kind, const Address* addresses, Mask mask, int width, uint32_t phase) const {
  if (kept_ != kind || mask_ != mask || width_ != width || phase_ != phase) return false;
  const Address base = addresses[__builtin_ctz(mask)];
  Address differs = 0;
  for (int lane = 0; lane < k_lanes; ++lane) {
    const auto offset = static_cast<Address>(static_cast<int64_t>(offsets_[lane]));
    differs |= ((base + offset) ^ addresses[lane]) & static_cast<Address>(static_cast<int64_t>(active_[lane]));
  }
  return differs == 0;
}

template <typename Address>
void ShapeCache::keep(Kept kind, const Address* addresses, Mask mask, int width, uint32_t phase) {
  const Address base = addresses[__builtin_ctz(mask)];
  Address differs = 0;
  for (int lane = 0; lane < k_lanes; ++lane) {
    active_[lane] = mask >> lane & 1 ? -1 : 0;
    const Address offset = mask >> lane & 1 ? addresses[lane] - base : 0;
    offsets_[lane] = static_cast<int32_t>(offset);
    differs |= static_cast<Address>(static_cast<int64_t>(offsets_[lane])) ^ offset;
  }
  mask_ = mask;
  width_ = width;
  phase_ = phase;
  kept_ = differs ? Kept::none : kind;
}

const GlobalShape& ShapeCache::global(const uint64_t* addresses, Mask mask, int width) {
  static constexpr GlobalShape nothing{.same_address = 0};
  if (!mask) return nothing;
  const uint64_t base = addresses[__builtin_ctz(mask)];
  const uint32_t phase = base % 128;
  if (repeats(Kept::global, addresses, mask, width, phase)) {
    global_.base_line = static_cast<int64_t>(base / 128);
    return global_;
  }
  global_ = global_shape(addresses, mask, width);
  keep(Kept::global, addresses, mask, width, phase);
  return global_;
}

// Shifting all addresses by whole words only rotates the banks, so only the offset within a word matters.
const SharedShape& ShapeCache::shared(const uint32_t* addresses, Mask mask, int width, BankUse use) {
  static constexpr SharedShape nothing{.same_address = 0};
  if (!mask) return nothing;
  const Kept kind = use == BankUse::load    ? Kept::shared_load
                    : use == BankUse::store ? Kept::shared_store
                                            : Kept::shared_matrix;
  const uint32_t phase = addresses[__builtin_ctz(mask)] % 4;
  if (repeats(kind, addresses, mask, width, phase)) return shared_;
  shared_ = shared_shape(addresses, mask, width, use);
  keep(kind, addresses, mask, width, phase);
  return shared_;
}

}  // namespace whet::vgpu
