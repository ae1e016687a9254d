#include "cudart/memory/tensor_map_encoder.h"

#include <cstdint>
#include <cstring>

namespace whet::cudart {

using vgpu::TensorMap;

namespace {

static_assert(sizeof(CUtensorMap) == vgpu::k_tensor_map_bytes);

CUresult refuse(std::string& why, std::string text, CUresult as = CUDA_ERROR_INVALID_VALUE) {
  why = std::move(text);
  return as;
}

CUresult check_interleave(const TensorDescription& tensor, std::string& why) {
  switch (tensor.interleave) {
    case CU_TENSOR_MAP_INTERLEAVE_NONE:
      return CUDA_SUCCESS;
    case CU_TENSOR_MAP_INTERLEAVE_16B:
    case CU_TENSOR_MAP_INTERLEAVE_32B:
      if (tensor.rank < 3) return refuse(why, "an interleaved tensor has at least three dimensions");
      return refuse(why, "the virtual GPU has no interleaved tensors", CUDA_ERROR_NOT_SUPPORTED);
    default:
      return refuse(why, "there is no such interleave");
  }
}

CUresult check_choices(const TensorDescription& tensor, std::string& why) {
  if (tensor.type < 0 || tensor.type > CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B) return refuse(why, "no such data type");
  if (tensor.type >= CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B)
    return refuse(why, "elements of four and six bits need a GPU of compute capability 10.0");
  if (tensor.swizzle < 0 || tensor.swizzle > CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B) return refuse(why, "no such swizzle");
  if (tensor.swizzle > CU_TENSOR_MAP_SWIZZLE_128B)
    return refuse(why, "swizzles with wider atoms need a GPU of compute capability 10.0");
  if (tensor.promotion < 0 || tensor.promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B)
    return refuse(why, "no such L2 promotion");
  if (tensor.fill < 0 || tensor.fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA)
    return refuse(why, "no such fill");
  return check_interleave(tensor, why);
}

// Fills in everything but the box.
CUresult fill_map(const CUtensorMap* to, const TensorDescription& tensor, TensorMap& map, std::string& why) {
  if (!to || reinterpret_cast<uintptr_t>(to) % vgpu::k_tensor_map_alignment != 0)
    return refuse(why, "the tensor map's own address is not a multiple of 64");
  if (tensor.rank == 0 || tensor.rank > vgpu::k_most_dimensions) return refuse(why, "a tensor has 1 to 5 dimensions");
  if (!tensor.sizes || !tensor.steps || (tensor.rank > 1 && !tensor.strides)) return refuse(why, "a null pointer");
  if (const CUresult chosen = check_choices(tensor, why); chosen != CUDA_SUCCESS) return chosen;
  map.address = reinterpret_cast<uint64_t>(tensor.address);
  map.element = static_cast<TensorMap::Element>(tensor.type);
  map.swizzle = static_cast<TensorMap::Swizzle>(tensor.swizzle);
  map.nan_outside = tensor.fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  map.rank = tensor.rank;
  map.sizes.fill(1);
  map.box.fill(1);
  map.steps.fill(1);
  map.strides[0] = vgpu::element_bytes(map.element);
  for (size_t i = 0; i < tensor.rank; ++i) {
    map.sizes[i] = tensor.sizes[i];
    map.steps[i] = tensor.steps[i];
    if (i > 0) map.strides[i] = tensor.strides[i - 1];
  }
  return CUDA_SUCCESS;
}

CUresult finish(CUtensorMap* to, const TensorMap& map, std::string& why) {
  if (std::string defect = vgpu::defect_of(map); !defect.empty()) return refuse(why, std::move(defect));
  const vgpu::TensorMapBytes bytes = vgpu::encode(map);
  std::memcpy(to, bytes.data(), bytes.size());
  return CUDA_SUCCESS;
}

}  // namespace

CUresult encode_tiled(CUtensorMap* to, const TensorDescription& tensor, const cuuint32_t* box, std::string& why) {
  TensorMap map;
  if (const CUresult filled = fill_map(to, tensor, map, why); filled != CUDA_SUCCESS) return filled;
  if (!box) return refuse(why, "a null pointer");
  for (size_t i = 0; i < tensor.rank; ++i) map.box[i] = box[i];
  return finish(to, map, why);
}

CUresult encode_im2col(CUtensorMap* to, const TensorDescription& tensor, const Im2colDescription& window,
                       std::string& why) {
  TensorMap map;
  if (const CUresult filled = fill_map(to, tensor, map, why); filled != CUDA_SUCCESS) return filled;
  if (tensor.rank < 3) return refuse(why, "im2col needs at least three dimensions");
  if (!window.lower || !window.upper) return refuse(why, "a null pointer");
  if (window.channels > 256 || window.pixels > 1024) return refuse(why, "too many channels or pixels");
  map.is_im2col = true;
  map.channels = window.channels;
  map.pixels = window.pixels;
  for (size_t i = 0; i + 2 < tensor.rank; ++i) {
    if (window.lower[i] != static_cast<int16_t>(window.lower[i]) ||
        window.upper[i] != static_cast<int16_t>(window.upper[i]))
      return refuse(why, "a corner of the bounding box is too far");
    map.lower[i] = static_cast<int16_t>(window.lower[i]);
    map.upper[i] = static_cast<int16_t>(window.upper[i]);
  }
  return finish(to, map, why);
}

CUresult replace_address(CUtensorMap* to, void* address, std::string& why) {
  if (!to || reinterpret_cast<uintptr_t>(to) % vgpu::k_tensor_map_alignment != 0)
    return refuse(why, "the tensor map's own address is not a multiple of 64");
  auto map = vgpu::decode_map(
      std::span<const std::byte, vgpu::k_tensor_map_bytes>(reinterpret_cast<const std::byte*>(to), sizeof *to));
  if (!map) return refuse(why, "the bytes are not a tensor map");
  map->address = reinterpret_cast<uint64_t>(address);
  return finish(to, *map, why);
}

}  // namespace whet::cudart
