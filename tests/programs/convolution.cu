// A separable blur whose taps lie in constant memory, double-buffered on the device.
#include <cmath>
#include <vector>

#include "check.h"

constexpr int k_radius = 4;
__constant__ float taps[2 * k_radius + 1];

template <bool Rows>
__global__ void blur(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int k = -k_radius; k <= k_radius; ++k) {
    const int at = Rows ? min(max(x + k, 0), width - 1) : min(max(y + k, 0), height - 1);
    sum += taps[k + k_radius] * (Rows ? in[y * width + at] : in[at * width + x]);
  }
  out[y * width + x] = sum;
}

int main() {
  const int width = 130, height = 70, count = width * height;
  float weights[2 * k_radius + 1], total = 0;
  for (int k = -k_radius; k <= k_radius; ++k) total += weights[k + k_radius] = std::exp(-0.1f * k * k);
  for (float& weight : weights) weight /= total;
  std::vector<float> image(count), half(count), expected(count), result(count);
  for (int i = 0; i < count; ++i) image[i] = static_cast<float>((i * 37) % 101);
  float *a, *b;
  CHECK(cudaMalloc(&a, count * sizeof(float)));
  CHECK(cudaMalloc(&b, count * sizeof(float)));
  CHECK(cudaMemcpyToSymbol(taps, weights, sizeof weights));
  CHECK(cudaMemcpy(a, image.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  blur<true><<<grid, block>>>(a, b, width, height);
  blur<false><<<grid, block>>>(b, a, width, height);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result.data(), a, count * sizeof(float), cudaMemcpyDeviceToHost));
  const auto pass = [&](const std::vector<float>& in, std::vector<float>& out, bool rows) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        double sum = 0;
        for (int k = -k_radius; k <= k_radius; ++k) {
          const int u = rows ? std::min(std::max(x + k, 0), width - 1) : x;
          const int v = rows ? y : std::min(std::max(y + k, 0), height - 1);
          sum += weights[k + k_radius] * in[v * width + u];
        }
        out[y * width + x] = static_cast<float>(sum);
      }
    }
  };
  pass(image, half, true);
  pass(half, expected, false);
  bool right = true;
  for (int i = 0; i < count; ++i) right &= std::fabs(result[i] - expected[i]) < 1e-3f;
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  return verdict(right);
}
