// Which texels a texture fetch reads, with which weights, and what the bytes of a texel mean.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "vgpu/memory/texture.h"

namespace whet::vgpu {

// The coordinates of one lane's fetch.
struct TexturePoint {
  int dimensions = 2;
  bool whole = false;            // integer coordinates, in `texels`
  std::array<float, 3> at = {};  // as the instruction gives them; for a cubemap the direction
  std::array<int32_t, 3> texels = {};
  std::array<int32_t, 3> offset = {};  // in texels
  uint32_t layer = 0;
  float level = 0;  // of detail
};

// One texel that a fetch reads.
struct Tap {
  uint64_t address = 0;
  float weight = 1;
  bool outside = false;  // reads the border colour instead
};

struct Taps {
  std::array<Tap, 16> taps;  // eight neighbours on two levels
  int count = 0;
};

Taps taps_of(const Texture& texture, const TexturePoint& point);
// The four texels that a filtered 2D fetch would read, in the order of tld4.
Taps gather_taps(const Texture& texture, const TexturePoint& point);
// The level of detail at which a step of these derivatives spans one texel.
float level_of_gradients(const Texture& texture, const std::array<float, 3>& dx, const std::array<float, 3>& dy,
                         int dimensions);

// Four channels: float bits if `is_real`, otherwise integers. Channels that the format does not have are 0, 0 and 1.
struct Texel {
  std::array<uint32_t, 4> channels = {};
};
bool is_real(const Texture& texture);
Texel texel_at(const Texture& texture, const std::byte* bytes);
Texel border_texel(const Texture& texture);

}  // namespace whet::vgpu
