// Texture and surface objects: images in device memory, and how their texels are addressed, read and filtered.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace whet::vgpu {

// The format of one texel.
struct TexelFormat {
  enum class Kind : uint8_t { natural, integer, real } kind = Kind::real;
  uint8_t bits = 32;     // per channel: 8, 16 or 32; real: 16 or 32
  uint8_t channels = 4;  // 1, 2 or 4

  uint32_t bytes() const { return static_cast<uint32_t>(bits / 8 * channels); }
  bool operator==(const TexelFormat&) const = default;
};

// One level of an image. Texel (x, y, z) is at address + z * slice + y * pitch + x * the format's bytes. z is a depth,
// a layer, or a face, with six faces per layer.
struct Image {
  uint64_t address = 0;  // in device memory
  uint32_t width = 1, height = 1, depth = 1;
  uint64_t pitch = 0, slice = 0;  // bytes
};

enum class AddressMode : uint8_t { wrap, clamp, mirror, border };

struct Texture {
  TexelFormat format;
  std::vector<Image> levels;   // at least one
  bool linear_memory = false;  // plain device memory, accessed with integer coordinates only
  bool layered = false, cubemap = false;
  std::array<AddressMode, 3> modes = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  bool filtered = false;         // linearly between texels
  bool levels_filtered = false;  // linearly between levels
  bool normalized = false;       // coordinates from 0 to 1
  bool to_float = false;         // channels of 8 and 16 bits are read as floats in -1 to 1, or 0 to 1
  bool srgb = false;             // channels of 8 bits are converted from sRGB to linear values
  std::array<float, 4> border = {};
  float least_level = 0, most_level = 0, level_bias = 0;
};

struct Surface {
  TexelFormat format;
  Image image;
  bool layered = false;
};

// The objects of a device by handle. Handles are never reused. Kernels only read this.
class Textures {
 public:
  uint64_t add(Texture texture);
  uint64_t add(Surface surface);
  bool remove_texture(uint64_t handle) { return textures_.erase(handle) > 0; }
  bool remove_surface(uint64_t handle) { return surfaces_.erase(handle) > 0; }
  const Texture* texture(uint64_t handle) const;
  const Surface* surface(uint64_t handle) const;

 private:
  std::map<uint64_t, Texture> textures_;
  std::map<uint64_t, Surface> surfaces_;
  uint64_t next_ = 1;
};

}  // namespace whet::vgpu
