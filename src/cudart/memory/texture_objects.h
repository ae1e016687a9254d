// Texture and surface objects, made from CUDA's descriptions of them.
#pragma once

#include <driver_types.h>
#include <surface_types.h>
#include <texture_types.h>

#include <map>

#include "cudart/memory/arrays.h"

namespace whet::cudart {

class TextureObjects {
 public:
  TextureObjects(const Arrays& arrays, vgpu::Textures& textures, vgpu::GlobalMemory& memory)
      : arrays_(arrays), textures_(textures), memory_(memory) {}

  cudaError_t make(cudaTextureObject_t* made, const cudaResourceDesc* resource, const cudaTextureDesc* how);
  cudaError_t make_surface(cudaSurfaceObject_t* made, const cudaResourceDesc* resource);
  cudaError_t destroy(cudaTextureObject_t texture);
  cudaError_t destroy_surface(cudaSurfaceObject_t surface);
  // The description an object was made with; nullptr if there is no such object.
  const cudaResourceDesc* resource(cudaTextureObject_t texture) const;
  const cudaTextureDesc* description(cudaTextureObject_t texture) const;
  const cudaResourceDesc* surface_resource(cudaSurfaceObject_t surface) const;
  void reset();

 private:
  struct Described {
    cudaResourceDesc resource;
    cudaTextureDesc how;
  };
  // Reads format and mipmap levels of the resource into `texture`.
  cudaError_t read_resource(const cudaResourceDesc& resource, vgpu::Texture& texture) const;
  cudaError_t read_array(const Array& array, vgpu::Texture& texture) const;
  cudaError_t read_levels(cudaMipmappedArray_t levels, vgpu::Texture& texture) const;
  cudaError_t read_linear(const void* address, const cudaChannelFormatDesc& channels, uint64_t bytes,
                          vgpu::Texture& texture) const;
  cudaError_t read_pitched(const cudaResourceDesc& resource, vgpu::Texture& texture) const;
  bool is_device_memory(const void* address, uint64_t bytes) const;

  const Arrays& arrays_;
  vgpu::Textures& textures_;
  vgpu::GlobalMemory& memory_;
  std::map<cudaTextureObject_t, Described> described_;
  std::map<cudaSurfaceObject_t, cudaResourceDesc> surfaces_;
};

}  // namespace whet::cudart
