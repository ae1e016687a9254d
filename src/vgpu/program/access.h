// How one warp-wide access maps to sectors, lines and banks.
//
// Regular kernels repeat the same pattern of addresses, so each instruction caches its last pattern and the result: a
// repetition costs one comparison of 32 offsets.
#pragma once

#include <array>
#include <cstdint>

#include "vgpu/program/lanes.h"

namespace whet::vgpu {

struct TouchedLine {
  int64_t line = 0;     // address / 128
  uint8_t sectors = 0;  // bit per 32-byte sector
};

// One warp-wide access to global memory, as the L1 sees it.
struct GlobalShape {
  uint32_t sectors = 0;
  uint32_t ideal_sectors = 0;  // if the distinct bytes were contiguous and aligned
  uint32_t line_count = 0;
  std::array<TouchedLine, k_lanes> lines;  // in the order of the first lane on each; relative to `base_line`
  int64_t base_line = 0;                   // add to each line
  uint32_t same_address = 1;               // most lanes on one address, by which an atomic is serialised
};

// One warp-wide access to shared memory.
struct SharedShape {
  uint32_t wavefronts = 0;        // cycles in which the banks are busy
  uint32_t ideal_wavefronts = 0;  // if the distinct bytes filled all banks
  uint32_t same_address = 1;
};

// The kind of access to shared memory: the banks serve wide loads better than wide stores. With `matrix`, each lane
// gives the address of a row, as for ldmatrix and stmatrix.
enum class BankUse : uint8_t { load, store, matrix };

class ShapeCache {
 public:
  // The addresses of lanes outside `mask` are ignored. Width is 1, 2, 4, 8, 16 or 32 bytes, naturally aligned.
  const GlobalShape& global(const uint64_t* addresses, Mask mask, int width);
  const SharedShape& shared(const uint32_t* addresses, Mask mask, int width, BankUse use = BankUse::load);

 private:
  enum class Kept : uint8_t { none, global, shared_load, shared_store, shared_matrix };

  template <typename Address>
  bool repeats(Kept kind, const Address* addresses, Mask mask, int width, uint32_t phase) const;
  template <typename Address>
  void keep(Kept kind, const Address* addresses, Mask mask, int width, uint32_t phase);

  alignas(64) std::array<int32_t, k_lanes> offsets_{};  // from the first active lane; 0 outside the mask
  std::array<int32_t, k_lanes> active_{};               // all ones in lanes of the mask
  Mask mask_ = 0;
  int width_ = 0;
  uint32_t phase_ = 0;      // first address modulo 128 in global memory, modulo 4 in shared memory
  Kept kept_ = Kept::none;  // also none if an offset does not fit 32 bits
  GlobalShape global_;
  SharedShape shared_;
};

// The same without the cache.
GlobalShape global_shape(const uint64_t* addresses, Mask mask, int width);
SharedShape shared_shape(const uint32_t* addresses, Mask mask, int width, BankUse use = BankUse::load);

}  // namespace whet::vgpu
