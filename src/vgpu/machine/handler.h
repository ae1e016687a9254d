// What handlers are written with: operands as 32 values, wherever they are stored, and writes to active lanes only.
#pragma once

#include <cstdint>

#include "vgpu/machine/warp.h"
#include "vgpu/program/lanes.h"
#include "vgpu/program/op.h"

namespace whet::vgpu {

// A source operand as 32 values: a vector register is read in place, a scalar or constant is broadcast.
template <typename T>
class Source {
 public:
  Source(const Warp& warp, Ref ref) {
    if (ref.is_lanes()) {
      values_ = warp.lanes<T>(ref);
      return;
    }
    const T value = warp.scalar_value<T>(ref);
    for (T& spread : spread_) spread = value;
    values_ = spread_;
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  T operator[](int lane) const { return values_[lane]; }

 private:
  const T* values_;
  alignas(64) T spread_[k_lanes];
};

// One lane's value of an operand.
template <typename T>
T value_at(const Warp& warp, Ref ref, int lane) {
  return ref.is_lanes() ? warp.lanes<T>(ref)[lane] : warp.scalar_value<T>(ref);
}

// Writes dst[lane] = compute(lane) for active lanes. `compute` is called for all lanes: it must have no side effects.
template <typename T, typename F>
inline void write_lanes(Warp& warp, Ref dst, F compute) {
  T* values = warp.lanes<T>(dst);
  if (warp.full()) {
    WHET_LANES_ARE_INDEPENDENT
    for (int lane = 0; lane < k_lanes; ++lane) values[lane] = compute(lane);
    return;
  }
  WHET_LANES_ARE_INDEPENDENT
  for (int lane = 0; lane < k_lanes; ++lane) values[lane] = warp.lane_words[lane] ? compute(lane) : values[lane];
}

// Like write_lanes, but calls `compute` for active lanes only. Use it if `compute` is costly or accesses memory.
template <typename T, typename F>
inline void write_active(Warp& warp, Ref dst, F compute) {
  T* values = warp.lanes<T>(dst);
  for (Mask rest = warp.mask; rest; rest &= rest - 1) {
    const int lane = __builtin_ctz(rest);
    values[lane] = compute(lane);
  }
}

}  // namespace whet::vgpu
