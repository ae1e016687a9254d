// A volume and its layers: 3D arrays filled by cudaMemcpy3D, filtered in three dimensions; half and byte channels;
// layers that are not mixed; mip levels; tex1Dfetch of plain memory.
#include <cuda_fp16.h>

#include <cmath>
#include <vector>

#include "check.h"
#include "checksum.h"

constexpr int k_size = 16, k_count = 2048;

__global__ void sample_volume(cudaTextureObject_t t, const float4* at, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = tex3D<float>(t, at[i].x, at[i].y, at[i].z);
}

__global__ void sample_layers(cudaTextureObject_t t, const float4* at, float4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = tex2DLayered<float4>(t, at[i].x, at[i].y, i % 5);
}

__global__ void sample_levels(cudaTextureObject_t t, const float4* at, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = tex2DLod<float>(t, at[i].x / k_size, at[i].y / k_size, i % 4);
}

__global__ void fetch(cudaTextureObject_t t, short4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = tex1Dfetch<short4>(t, i + 5);
}

template <typename T>
std::vector<T> read(const T* from, size_t count) {
  std::vector<T> values(count);
  CHECK(cudaMemcpy(values.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}

cudaTextureObject_t texture_of(cudaResourceDesc resource, bool filtered, bool normalized, cudaTextureReadMode read) {
  cudaTextureDesc how{};
  for (auto& mode : how.addressMode) mode = cudaAddressModeClamp;
  how.filterMode = filtered ? cudaFilterModeLinear : cudaFilterModePoint;
  how.normalizedCoords = normalized;
  how.readMode = read;
  how.maxMipmapLevelClamp = 10;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  return texture;
}

cudaArray_t array_of(const void* from, const cudaChannelFormatDesc& channels, int bytes, int depth, unsigned flags) {
  cudaArray_t array;
  CHECK(cudaMalloc3DArray(&array, &channels, make_cudaExtent(k_size, k_size, depth), flags));
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<void*>(from), k_size * bytes, k_size, k_size);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(k_size, k_size, depth);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  return array;
}

cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

int main() {
  bool right = true;
  std::vector<float4> points(k_count);
  for (int i = 0; i < k_count; ++i)
    points[i] = {(i * 13 % 512) / 32.0f, (i * 29 % 512) / 32.0f, (i * 7 % 512) / 32.0f, 0};
  float4* at;
  float4* out;
  CHECK(cudaMalloc(&at, k_count * sizeof(float4)));
  CHECK(cudaMalloc(&out, k_count * sizeof(float4)));
  CHECK(cudaMemcpy(at, points.data(), k_count * sizeof(float4), cudaMemcpyHostToDevice));

  std::vector<__half> volume(k_size * k_size * k_size);
  for (size_t i = 0; i < volume.size(); ++i) volume[i] = __float2half(float(i * 53 % 127));
  const cudaArray_t box = array_of(volume.data(), cudaCreateChannelDescHalf(), 2, k_size, 0);
  sample_volume<<<k_count / 256, 256>>>(texture_of(resource_of(box), true, false, cudaReadModeElementType), at,
                                        reinterpret_cast<float*>(out));
  const auto sampled = read(reinterpret_cast<float*>(out), k_count);
  for (int n = 0; n < k_count; ++n) {
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
      const float at_axis[] = {points[n].x, points[n].y, points[n].z};
      double weight = 1;
      int place = 0, step = 1;
      for (int axis = 0; axis < 3; ++axis, step *= k_size) {
        const long fixed = long(std::floor((at_axis[axis] - 0.5) * 256 + 0.5));
        const int upper = corner >> axis & 1, texel = int(fixed >> 8) + upper;
        weight *= upper ? (fixed & 255) / 256.0 : 1 - (fixed & 255) / 256.0;
        place += step * (texel < 0 ? 0 : texel >= k_size ? k_size - 1 : texel);
      }
      sum += weight * __half2float(volume[place]);
    }
    right = right && std::fabs(sampled[n] - sum) < 2 * 127 / 256.0;  // weights have eight bits each
  }

  std::vector<uchar4> layers(k_size * k_size * 5);
  for (size_t i = 0; i < layers.size(); ++i)
    layers[i] = make_uchar4(i * 7 % 256, i * 11 % 256, i / (k_size * k_size) * 50, 255);
  const cudaArray_t stack = array_of(layers.data(), cudaCreateChannelDesc<uchar4>(), 4, 5, cudaArrayLayered);
  sample_layers<<<k_count / 256, 256>>>(texture_of(resource_of(stack), false, false, cudaReadModeNormalizedFloat), at,
                                        out);
  const auto pixels = read(out, k_count);
  print_checksum("layers", pixels);
  for (int n = 0; n < k_count; ++n) {
    const uchar4 wanted = layers[(n % 5 * k_size + int(points[n].y)) * k_size + int(points[n].x)];
    right = right && pixels[n].x == wanted.x / 255.0f && pixels[n].z == wanted.z / 255.0f && pixels[n].w == 1;
  }

  const cudaChannelFormatDesc real = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t pyramid;
  CHECK(cudaMallocMipmappedArray(&pyramid, &real, make_cudaExtent(k_size, k_size, 0), 4));
  for (int level = 0; level < 4; ++level) {
    const int size = k_size >> level;
    std::vector<float> texels(size * size, 100.0f * level);
    for (int i = 0; i < size * size; ++i) texels[i] += i % size;
    cudaArray_t one;
    CHECK(cudaGetMipmappedArrayLevel(&one, pyramid, level));
    CHECK(cudaMemcpy2DToArray(one, 0, 0, texels.data(), size * 4, size * 4, size, cudaMemcpyHostToDevice));
  }
  cudaResourceDesc levels{};
  levels.resType = cudaResourceTypeMipmappedArray;
  levels.res.mipmap.mipmap = pyramid;
  sample_levels<<<k_count / 256, 256>>>(texture_of(levels, false, true, cudaReadModeElementType), at,
                                        reinterpret_cast<float*>(out));
  const auto leveled = read(reinterpret_cast<float*>(out), k_count);
  print_checksum("levels", leveled);
  for (int n = 0; n < k_count; ++n)
    right = right && leveled[n] == 100 * (n % 4) + std::floor(points[n].x / (1 << n % 4));

  std::vector<short4> plain(k_count);
  for (int i = 0; i < k_count; ++i) plain[i] = make_short4(i, -i, 2 * i, 7);
  cudaResourceDesc linear{};
  linear.resType = cudaResourceTypeLinear;
  CHECK(cudaMalloc(&linear.res.linear.devPtr, k_count * sizeof(short4)));
  CHECK(cudaMemcpy(linear.res.linear.devPtr, plain.data(), k_count * sizeof(short4), cudaMemcpyHostToDevice));
  linear.res.linear.desc = cudaCreateChannelDesc<short4>();
  linear.res.linear.sizeInBytes = k_count * sizeof(short4);
  fetch<<<k_count / 256, 256>>>(texture_of(linear, false, false, cudaReadModeElementType),
                                reinterpret_cast<short4*>(out));
  const auto fetched = read(reinterpret_cast<short4*>(out), k_count);
  print_checksum("fetched", fetched);
  right = right && fetched[10].y == -15 && fetched[k_count - 1].x == 0 && fetched[k_count - 6].z == 2 * (k_count - 1);
  return verdict(right);
}
