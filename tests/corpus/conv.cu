// Convolutions: a 3x3 of one channel with its weights in constant memory, and a direct one over channels.

__constant__ float k_weights[9];

__global__ void conv_3x3(const float* in, float* out, int width, int height) {
  __shared__ float tile[18][18];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) {
    const int from_x = min(max(static_cast<int>(blockIdx.x) * 16 + i % 18 - 1, 0), width - 1);
    const int from_y = min(max(static_cast<int>(blockIdx.y) * 16 + i / 18 - 1, 0), height - 1);
    tile[i / 18][i % 18] = in[from_y * width + from_x];
  }
  __syncthreads();
  if (x >= width || y >= height) return;
  float sum = 0.0f;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) sum += k_weights[i * 3 + j] * tile[threadIdx.y + i][threadIdx.x + j];
  }
  out[y * width + x] = sum;
}

struct ConvShape {
  int channels, height, width, filters, size, stride, pad;
};

__global__ void conv_direct(const float* __restrict__ in, const float* __restrict__ weights, float* out, ConvShape s) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, filter = blockIdx.z;
  if (x >= s.width) return;
  float sum = 0.0f;
  for (int c = 0; c < s.channels; ++c) {
    for (int i = 0; i < s.size; ++i) {
      for (int j = 0; j < s.size; ++j) {
        const int from_y = y * s.stride + i - s.pad, from_x = x * s.stride + j - s.pad;
        if (from_y < 0 || from_x < 0 || from_y >= s.height || from_x >= s.width) continue;
        sum += in[(c * s.height + from_y) * s.width + from_x] * weights[((filter * s.channels + c) * s.size + i) * s.size + j];
      }
    }
  }
  out[(filter * s.height + y) * s.width + x] = sum;
}
