// An image shrunk and turned through a texture with linear filtering: weights are 8 bits, so whole texels of up to 8
// bits come out exactly. Wrap, clamp, mirror and border at the edges; bytes read as numbers from 0 to 1.
#include <cmath>
#include <vector>

#include "check.h"
#include "checksum.h"

__global__ void sample(cudaTextureObject_t image, float2* at, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = tex2D<float>(image, at[i].x, at[i].y);
}

__global__ void gather(cudaTextureObject_t image, float2* at, float4* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = tex2Dgather<float4>(image, at[i].x, at[i].y, 0);
}

constexpr int k_width = 64, k_height = 32, k_count = 4096;

// The texel that stands for one outside, or -1 for the border.
int placed(int texel, int size, cudaTextureAddressMode mode) {
  if (texel >= 0 && texel < size) return texel;
  if (mode == cudaAddressModeBorder) return -1;
  if (mode == cudaAddressModeWrap) return ((texel % size) + size) % size;
  return texel < 0 ? 0 : size - 1;
}

double texel(const std::vector<float>& image, int x, int y, cudaTextureAddressMode mode) {
  x = placed(x, k_width, mode), y = placed(y, k_height, mode);
  return x < 0 || y < 0 ? 0 : image[y * k_width + x];
}

double in_texels(float at, int size, cudaTextureAddressMode mode, bool normalized) {
  if (!normalized) return at;
  const double turns = std::floor(at);
  double x = at;
  if (mode == cudaAddressModeWrap) x -= turns;
  if (mode == cudaAddressModeMirror) x = std::fmod(turns, 2) == 0 ? x - turns : 1 - (x - turns);
  return x * size;
}

float expected(const std::vector<float>& image, float2 at, const cudaTextureDesc& how) {
  const auto mode = how.addressMode[0];
  const double x = in_texels(at.x, k_width, mode, how.normalizedCoords),
               y = in_texels(at.y, k_height, mode, how.normalizedCoords);
  if (how.filterMode == cudaFilterModePoint) return texel(image, int(std::floor(x)), int(std::floor(y)), mode);
  const long fx = std::floor((x - 0.5) * 256 + 0.5), fy = std::floor((y - 0.5) * 256 + 0.5);
  const int i = fx >> 8, j = fy >> 8;
  // Eight bits of each weight, and together one: what an H200 does.
  const int a = fx & 255, b = fy & 255, both = (a * b + 128) / 256;
  return float(((256 - a - b + both) * texel(image, i, j, mode) + (a - both) * texel(image, i + 1, j, mode) +
                (b - both) * texel(image, i, j + 1, mode) + both * texel(image, i + 1, j + 1, mode)) /
               256);
}

int main() {
  std::vector<float> image(k_width * k_height);
  for (size_t i = 0; i < image.size(); ++i) image[i] = float((i * 37 + i / 64 * 11) % 251);
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &channels, k_width, k_height, cudaArrayTextureGather));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), k_width * 4, k_width * 4, k_height, cudaMemcpyHostToDevice));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  float2* at;
  float* out;
  CHECK(cudaMalloc(&at, k_count * sizeof(float2)));
  CHECK(cudaMalloc(&out, k_count * 4 * sizeof(float)));
  bool right = true;
  for (const auto mode : {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder}) {
    for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
      for (const int normalized : {0, 1}) {
        if (!normalized && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)) continue;
        cudaTextureDesc how{};
        how.addressMode[0] = how.addressMode[1] = mode;
        how.filterMode = filter;
        how.normalizedCoords = normalized;
        cudaTextureObject_t texture;
        CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
        // Multiples of 1/32 of a texel, some outside, none on a boundary.
        std::vector<float2> points(k_count);
        for (int i = 0; i < k_count; ++i) {
          points[i].x = ((i * 61) % 4096 - 1024 + 0.5f) / 32, points[i].y = ((i * 29) % 2048 - 512 + 0.5f) / 32;
          if (normalized) points[i].x /= k_width, points[i].y /= k_height;
        }
        CHECK(cudaMemcpy(at, points.data(), k_count * sizeof(float2), cudaMemcpyHostToDevice));
        sample<<<k_count / 256, 256>>>(texture, at, out, k_count);
        std::vector<float> results(k_count);
        CHECK(cudaMemcpy(results.data(), out, k_count * 4, cudaMemcpyDeviceToHost));
        int wrong = 0;
        for (int i = 0; i < k_count; ++i) wrong += results[i] != expected(image, points[i], how);
        std::printf("mode %d filter %d normalized %d: %d wrong, ", mode, filter, normalized, wrong);
        print_checksum("checksum", results);
        right = right && wrong == 0;
        CHECK(cudaDestroyTextureObject(texture));
      }
    }
  }
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  std::vector<float2> points(k_count);
  for (int i = 0; i < k_count; ++i) points[i] = {i % 61 + 1.25f, i % 29 + 1.75f};
  CHECK(cudaMemcpy(at, points.data(), k_count * sizeof(float2), cudaMemcpyHostToDevice));
  gather<<<k_count / 256, 256>>>(texture, at, reinterpret_cast<float4*>(out), k_count);
  std::vector<float> results(4 * k_count);
  CHECK(cudaMemcpy(results.data(), out, k_count * 16, cudaMemcpyDeviceToHost));
  print_checksum("gather", results);
  for (int i = 0; i < k_count; ++i) {
    const int x = int(std::floor(points[i].x - 0.5f)), y = int(std::floor(points[i].y - 0.5f));
    right = right && results[4 * i] == texel(image, x, y + 1, cudaAddressModeClamp) &&
            results[4 * i + 2] == texel(image, x + 1, y, cudaAddressModeClamp);
  }
  how.filterMode = cudaFilterModeLinear;
  resource.resType = cudaResourceTypeLinear;  // of which only texels by number can be read
  resource.res.linear = {out, cudaCreateChannelDesc<int>(), k_count * 4};
  std::printf("integers filtered: %s\n", cudaGetErrorName(cudaCreateTextureObject(&texture, &resource, &how, nullptr)));
  return verdict(right);
}
