#include "cudart/memory/texture_objects.h"

#include <algorithm>

namespace whet::cudart {

namespace {

constexpr uint64_t k_texture_alignment = 512, k_pitch_alignment = 32;  // as GPUs require them
constexpr uint64_t k_most_linear_texels = 1ull << 28;
constexpr uint64_t k_most_pitched_width = 131072, k_most_pitched_height = 65000, k_most_pitch = 2097120;

uint64_t number_at(const void* address) {
  return reinterpret_cast<uint64_t>(address);
}

bool mode_of(cudaTextureAddressMode mode, vgpu::AddressMode& to) {
  switch (mode) {
    case cudaAddressModeWrap:
      to = vgpu::AddressMode::wrap;
      return true;
    case cudaAddressModeClamp:
      to = vgpu::AddressMode::clamp;
      return true;
    case cudaAddressModeMirror:
      to = vgpu::AddressMode::mirror;
      return true;
    case cudaAddressModeBorder:
      to = vgpu::AddressMode::border;
      return true;
  }
  return false;
}

bool is_filter(cudaTextureFilterMode mode) {
  return mode == cudaFilterModePoint || mode == cudaFilterModeLinear;
}

cudaError_t read_description(const cudaTextureDesc& how, vgpu::Texture& texture) {
  for (size_t i = 0; i < 3; ++i) {
    if (!mode_of(how.addressMode[i], texture.modes[i])) return cudaErrorInvalidValue;
  }
  const bool known_read = how.readMode == cudaReadModeElementType || how.readMode == cudaReadModeNormalizedFloat;
  if (!known_read || !is_filter(how.filterMode) || !is_filter(how.mipmapFilterMode)) return cudaErrorInvalidValue;
  const bool is_whole = texture.format.kind != vgpu::TexelFormat::Kind::real;
  texture.to_float = is_whole && how.readMode == cudaReadModeNormalizedFloat;
  if (texture.to_float && texture.format.bits == 32) return cudaErrorInvalidNormSetting;
  if (is_whole && !texture.to_float && how.filterMode == cudaFilterModeLinear) return cudaErrorInvalidFilterSetting;
  texture.normalized = how.normalizedCoords != 0;
  if (texture.levels.size() > 1 && !texture.normalized) return cudaErrorInvalidValue;
  texture.filtered = how.filterMode == cudaFilterModeLinear;
  texture.levels_filtered = how.mipmapFilterMode == cudaFilterModeLinear && texture.levels.size() > 1;
  texture.srgb = how.sRGB != 0 && texture.to_float && texture.format.bits == 8;
  std::copy_n(how.borderColor, 4, texture.border.begin());
  texture.least_level = how.minMipmapLevelClamp;
  texture.most_level = how.maxMipmapLevelClamp;
  texture.level_bias = how.mipmapLevelBias;
  return cudaSuccess;
}

}  // namespace

bool TextureObjects::is_device_memory(const void* address, uint64_t bytes) const {
  const vgpu::Allocation* const found = memory_.find(number_at(address));
  return found && !found->freed && found->holds(number_at(address), bytes);
}

cudaError_t TextureObjects::read_array(const Array& array, vgpu::Texture& texture) const {
  texture.format = array.format;
  texture.levels = {array.image()};
  texture.layered = array.layered();
  texture.cubemap = array.cubemap();
  return cudaSuccess;
}

cudaError_t TextureObjects::read_levels(cudaMipmappedArray_t levels, vgpu::Texture& texture) const {
  const std::vector<cudaArray_t>* const all = arrays_.find_levels(levels);
  if (!all) return cudaErrorInvalidResourceHandle;
  std::vector<vgpu::Image> images;
  for (cudaArray_t level : *all) {
    const Array& array = *arrays_.find(level);
    (void)read_array(array, texture);
    images.push_back(array.image());
  }
  texture.levels = std::move(images);
  return cudaSuccess;
}

cudaError_t TextureObjects::read_linear(const void* address, const cudaChannelFormatDesc& channels, uint64_t bytes,
                                        vgpu::Texture& texture) const {
  const auto format = texel_format(channels);
  if (!format) return cudaErrorInvalidChannelDescriptor;
  const uint64_t texels = bytes / format->bytes();
  if (texels == 0 || texels > k_most_linear_texels || number_at(address) % k_texture_alignment != 0 ||
      !is_device_memory(address, bytes)) {
    return cudaErrorInvalidValue;
  }
  texture.format = *format;
  texture.levels = {{number_at(address), static_cast<uint32_t>(texels), 1, 1, bytes, bytes}};
  texture.linear_memory = true;
  return cudaSuccess;
}

cudaError_t TextureObjects::read_pitched(const cudaResourceDesc& resource, vgpu::Texture& texture) const {
  const auto& given = resource.res.pitch2D;
  const auto format = texel_format(given.desc);
  if (!format) return cudaErrorInvalidChannelDescriptor;
  const bool fits = given.width > 0 && given.width <= k_most_pitched_width && given.height > 0 &&
                    given.height <= k_most_pitched_height && given.pitchInBytes <= k_most_pitch &&
                    given.pitchInBytes % k_pitch_alignment == 0 && given.width * format->bytes() <= given.pitchInBytes;
  if (!fits || number_at(given.devPtr) % k_texture_alignment != 0) return cudaErrorInvalidValue;
  const uint64_t bytes = given.pitchInBytes * (given.height - 1) + given.width * format->bytes();
  if (!is_device_memory(given.devPtr, bytes)) return cudaErrorInvalidValue;
  texture.format = *format;
  texture.levels = {{number_at(given.devPtr), static_cast<uint32_t>(given.width), static_cast<uint32_t>(given.height),
                     1, given.pitchInBytes, bytes}};
  return cudaSuccess;
}

cudaError_t TextureObjects::read_resource(const cudaResourceDesc& resource, vgpu::Texture& texture) const {
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      const Array* const array = arrays_.find(resource.res.array.array);
      return array ? read_array(*array, texture) : cudaErrorInvalidResourceHandle;
    }
    case cudaResourceTypeMipmappedArray:
      return read_levels(resource.res.mipmap.mipmap, texture);
    case cudaResourceTypeLinear:
      return read_linear(resource.res.linear.devPtr, resource.res.linear.desc, resource.res.linear.sizeInBytes,
                         texture);
    case cudaResourceTypePitch2D:
      return read_pitched(resource, texture);
  }
  return cudaErrorInvalidValue;
}

cudaError_t TextureObjects::make(cudaTextureObject_t* made, const cudaResourceDesc* resource,
                                 const cudaTextureDesc* how) {
  if (!made || !resource || !how) return cudaErrorInvalidValue;
  *made = 0;
  vgpu::Texture texture;
  if (const cudaError_t error = read_resource(*resource, texture); error != cudaSuccess) return error;
  if (const cudaError_t error = read_description(*how, texture); error != cudaSuccess) return error;
  *made = textures_.add(std::move(texture));
  described_[*made] = {*resource, *how};
  return cudaSuccess;
}

cudaError_t TextureObjects::make_surface(cudaSurfaceObject_t* made, const cudaResourceDesc* resource) {
  if (!made || !resource) return cudaErrorInvalidValue;
  *made = 0;
  if (resource->resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
  const Array* const array = arrays_.find(resource->res.array.array);
  if (!array) return cudaErrorInvalidResourceHandle;
  if (!(array->flags & cudaArraySurfaceLoadStore)) return cudaErrorInvalidValue;
  *made = textures_.add(vgpu::Surface{array->format, array->image(), array->layered() || array->cubemap()});
  surfaces_[*made] = *resource;
  return cudaSuccess;
}

// As CUDA does, accepts the handle 0, which is not an object.
cudaError_t TextureObjects::destroy(cudaTextureObject_t texture) {
  if (texture == 0) return cudaSuccess;
  if (!textures_.remove_texture(texture)) return cudaErrorInvalidValue;
  described_.erase(texture);
  return cudaSuccess;
}

cudaError_t TextureObjects::destroy_surface(cudaSurfaceObject_t surface) {
  if (surface == 0) return cudaSuccess;
  if (!textures_.remove_surface(surface)) return cudaErrorInvalidValue;
  surfaces_.erase(surface);
  return cudaSuccess;
}

const cudaResourceDesc* TextureObjects::resource(cudaTextureObject_t texture) const {
  const auto found = described_.find(texture);
  return found == described_.end() ? nullptr : &found->second.resource;
}

const cudaTextureDesc* TextureObjects::description(cudaTextureObject_t texture) const {
  const auto found = described_.find(texture);
  return found == described_.end() ? nullptr : &found->second.how;
}

const cudaResourceDesc* TextureObjects::surface_resource(cudaSurfaceObject_t surface) const {
  const auto found = surfaces_.find(surface);
  return found == surfaces_.end() ? nullptr : &found->second;
}

void TextureObjects::reset() {
  for (const auto& [handle, described] : described_) textures_.remove_texture(handle);
  for (const auto& [handle, resource] : surfaces_) textures_.remove_surface(handle);
  described_.clear();
  surfaces_.clear();
}

}  // namespace whet::cudart
