// CUDA arrays: images in device memory with a channel format, for textures and surfaces.
//
// Rows are stored one after another without gaps. A GPU stores texels in small squares, but no program can see that.
#pragma once

#include <driver_types.h>

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "cudart/memory/memory.h"
#include "vgpu/memory/texture.h"

namespace whet::cudart {

// The texel format of a channel descriptor; nothing if textures cannot have it.
std::optional<vgpu::TexelFormat> texel_format(const cudaChannelFormatDesc& channels);

struct Array {
  cudaChannelFormatDesc channels{};
  vgpu::TexelFormat format;
  cudaExtent extent{};  // as given: 0 where there is no such dimension
  unsigned flags = 0;
  std::byte* address = nullptr;  // in device memory

  bool layered() const { return flags & cudaArrayLayered; }
  bool cubemap() const { return flags & cudaArrayCubemap; }
  uint64_t row_bytes() const { return extent.width * format.bytes(); }
  uint64_t rows() const { return std::max<uint64_t>(extent.height, 1); }
  uint64_t slices() const { return std::max<uint64_t>(extent.depth, 1); }
  uint64_t slice_bytes() const { return row_bytes() * rows(); }
  vgpu::Image image() const;
};

class Arrays {
 public:
  explicit Arrays(Memory& memory) : memory_(memory) {}

  cudaError_t make(cudaArray_t* made, const cudaChannelFormatDesc* channels, const cudaExtent& extent, unsigned flags);
  cudaError_t free(cudaArray_t array);
  // nullptr if the handle is not an array of this process.
  const Array* find(cudaArray_const_t array) const;

  // A mipmap pyramid: each array is half as large in every dimension as the one before.
  cudaError_t make_levels(cudaMipmappedArray_t* made, const cudaChannelFormatDesc* channels, const cudaExtent& extent,
                          unsigned levels, unsigned flags);
  cudaError_t free_levels(cudaMipmappedArray_t levels);
  const std::vector<cudaArray_t>* find_levels(cudaMipmappedArray_const_t levels) const;
  void reset();

 private:
  cudaError_t free_storage(cudaArray_t array);

  Memory& memory_;
  std::map<const void*, std::unique_ptr<Array>> arrays_;
  std::map<const void*, std::unique_ptr<std::vector<cudaArray_t>>> levels_;
};

}  // namespace whet::cudart
