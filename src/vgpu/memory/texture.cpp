#include "vgpu/memory/texture.h"

#include <utility>

namespace whet::vgpu {

uint64_t Textures::add(Texture texture) {
  textures_.emplace(next_, std::move(texture));
  return next_++;
}

uint64_t Textures::add(Surface surface) {
  surfaces_.emplace(next_, surface);
  return next_++;
}

const Texture* Textures::texture(uint64_t handle) const {
  const auto found = textures_.find(handle);
  return found == textures_.end() ? nullptr : &found->second;
}

const Surface* Textures::surface(uint64_t handle) const {
  const auto found = surfaces_.find(handle);
  return found == surfaces_.end() ? nullptr : &found->second;
}

}  // namespace whet::vgpu
