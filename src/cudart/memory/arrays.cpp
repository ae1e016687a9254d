#include "cudart/memory/arrays.h"

#include <algorithm>

namespace whet::cudart {

namespace {

constexpr unsigned k_known_flags =
    cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;

// The largest extents of compute capability 9.0 (CUDA programming guide).
struct Limit {
  uint64_t width, height, depth;
};
constexpr Limit k_line{131072, 0, 0}, k_square{131072, 65536, 0}, k_box{16384, 16384, 16384}, k_lines{32768, 0, 2048},
    k_squares{32768, 32768, 2048}, k_cube{32768, 32768, 6}, k_cubes{32768, 32768, 2046};

const Limit& limit_of(const cudaExtent& extent, unsigned flags) {
  if (flags & cudaArrayCubemap) return flags & cudaArrayLayered ? k_cubes : k_cube;
  if (flags & cudaArrayLayered) return extent.height ? k_squares : k_lines;
  return extent.depth ? k_box : extent.height ? k_square : k_line;
}

bool extent_fits(const cudaExtent& extent, unsigned flags) {
  const Limit& limit = limit_of(extent, flags);
  if (extent.width == 0 || extent.width > limit.width || extent.height > limit.height || extent.depth > limit.depth)
    return false;
  if ((flags & cudaArrayLayered) && extent.depth == 0) return false;
  if (!(flags & cudaArrayLayered) && extent.depth > 0 && extent.height == 0) return false;
  if (!(flags & cudaArrayCubemap)) return true;
  return extent.width == extent.height && extent.depth > 0 && extent.depth % 6 == 0;
}

cudaExtent halved(const cudaExtent& extent, unsigned times, unsigned flags) {
  const auto half = [&](size_t size) { return size == 0 ? 0 : std::max<size_t>(size >> times, 1); };
  const bool keeps_depth = flags & (cudaArrayLayered | cudaArrayCubemap);
  return {half(extent.width), half(extent.height), keeps_depth ? extent.depth : half(extent.depth)};
}

}  // namespace

std::optional<vgpu::TexelFormat> texel_format(const cudaChannelFormatDesc& channels) {
  using Kind = vgpu::TexelFormat::Kind;
  const int bits[] = {channels.x, channels.y, channels.z, channels.w};
  uint8_t count = 0;
  while (count < 4 && bits[count] != 0) ++count;
  for (int i = 0; i < 4; ++i) {
    if (bits[i] != (i < count ? channels.x : 0)) return std::nullopt;
  }
  const bool is_real = channels.f == cudaChannelFormatKindFloat;
  const bool is_whole = channels.f == cudaChannelFormatKindSigned || channels.f == cudaChannelFormatKindUnsigned;
  const bool known_bits = channels.x == 16 || channels.x == 32 || (channels.x == 8 && is_whole);
  if (count == 0 || count == 3 || !known_bits || (!is_real && !is_whole)) return std::nullopt;
  const Kind kind = is_real ? Kind::real : channels.f == cudaChannelFormatKindSigned ? Kind::integer : Kind::natural;
  return vgpu::TexelFormat{kind, static_cast<uint8_t>(channels.x), count};
}

vgpu::Image Array::image() const {
  return {reinterpret_cast<uint64_t>(address),
          static_cast<uint32_t>(extent.width),
          static_cast<uint32_t>(rows()),
          static_cast<uint32_t>(slices()),
          row_bytes(),
          slice_bytes()};
}

cudaError_t Arrays::make(cudaArray_t* made, const cudaChannelFormatDesc* channels, const cudaExtent& extent,
                         unsigned flags) {
  if (!made || !channels) return cudaErrorInvalidValue;
  *made = nullptr;
  const auto format = texel_format(*channels);
  if (!format) return cudaErrorInvalidChannelDescriptor;
  if ((flags & ~k_known_flags) || !extent_fits(extent, flags)) return cudaErrorInvalidValue;
  auto array = std::make_unique<Array>(Array{*channels, *format, extent, flags});
  const auto bytes = memory_.allocate(array->slice_bytes() * array->slices());
  if (!bytes) return cudaErrorMemoryAllocation;
  array->address = static_cast<std::byte*>(*bytes);
  *made = reinterpret_cast<cudaArray_t>(array.get());
  arrays_[*made] = std::move(array);
  return cudaSuccess;
}

const Array* Arrays::find(cudaArray_const_t array) const {
  const auto found = arrays_.find(array);
  return found == arrays_.end() ? nullptr : found->second.get();
}

cudaError_t Arrays::free_storage(cudaArray_t array) {
  const auto found = arrays_.find(array);
  if (found == arrays_.end()) return cudaErrorInvalidResourceHandle;
  (void)memory_.free(found->second->address);
  arrays_.erase(found);
  return cudaSuccess;
}

cudaError_t Arrays::free(cudaArray_t array) {
  if (!array) return cudaSuccess;
  for (const auto& [handle, levels] : levels_) {
    if (std::find(levels->begin(), levels->end(), array) != levels->end()) return cudaErrorInvalidResourceHandle;
  }
  return free_storage(array);
}

cudaError_t Arrays::make_levels(cudaMipmappedArray_t* made, const cudaChannelFormatDesc* channels,
                                const cudaExtent& extent, unsigned levels, unsigned flags) {
  if (!made || !channels) return cudaErrorInvalidValue;
  *made = nullptr;
  size_t longest = std::max(extent.width, extent.height);
  if (!(flags & (cudaArrayLayered | cudaArrayCubemap))) longest = std::max(longest, extent.depth);
  unsigned most = 1;
  while (longest >> most) ++most;
  auto all = std::make_unique<std::vector<cudaArray_t>>();
  for (unsigned i = 0; i < std::clamp(levels, 1u, most); ++i) {
    cudaArray_t level = nullptr;
    const cudaError_t error = make(&level, channels, halved(extent, i, flags), flags);
    if (error != cudaSuccess) {
      for (cudaArray_t earlier : *all) (void)free_storage(earlier);
      return error;
    }
    all->push_back(level);
  }
  *made = reinterpret_cast<cudaMipmappedArray_t>(all.get());
  levels_[*made] = std::move(all);
  return cudaSuccess;
}

cudaError_t Arrays::free_levels(cudaMipmappedArray_t levels) {
  if (!levels) return cudaSuccess;
  const auto found = levels_.find(levels);
  if (found == levels_.end()) return cudaErrorInvalidResourceHandle;
  for (cudaArray_t level : *found->second) (void)free_storage(level);
  levels_.erase(found);
  return cudaSuccess;
}

const std::vector<cudaArray_t>* Arrays::find_levels(cudaMipmappedArray_const_t levels) const {
  const auto found = levels_.find(levels);
  return found == levels_.end() ? nullptr : found->second.get();
}

// Their storage is freed by Memory::reset.
void Arrays::reset() {
  arrays_.clear();
  levels_.clear();
}

}  // namespace whet::cudart
