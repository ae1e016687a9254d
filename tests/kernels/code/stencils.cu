// Neighbourhoods in one, two and three dimensions.

constexpr int k_radius = 3;
__constant__ float k_taps[2 * k_radius + 1] = {0.05f, 0.1f, 0.2f, 0.3f, 0.2f, 0.1f, 0.05f};

__global__ void taps_global(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int j = -k_radius; j <= k_radius; ++j) sum += k_taps[j + k_radius] * in[min(max(i + j, 0), n - 1)];
  out[i] = sum;
}

__global__ void taps_shared(const float* in, float* out, int n) {
  __shared__ float box[128 + 2 * k_radius];
  const int first = blockIdx.x * 128 - k_radius, i = blockIdx.x * 128 + threadIdx.x;
  for (int j = threadIdx.x; j < 128 + 2 * k_radius; j += 128) box[j] = in[min(max(first + j, 0), n - 1)];
  __syncthreads();
  float sum = 0.0f;
#pragma unroll
  for (int j = 0; j <= 2 * k_radius; ++j) sum += k_taps[j] * box[threadIdx.x + j];
  if (i < n) out[i] = sum;
}

// Four outputs a thread from registers that slide.
__global__ void taps_sliding(const float* in, float* out, int n) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (first >= n) return;
  float v[2 * k_radius + 4];
#pragma unroll
  for (int j = 0; j < 2 * k_radius + 4; ++j) v[j] = in[min(max(first + j - k_radius, 0), n - 1)];
#pragma unroll
  for (int o = 0; o < 4; ++o) {
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j <= 2 * k_radius; ++j) sum += k_taps[j] * v[o + j];
    if (first + o < n) out[first + o] = sum;
  }
}

__global__ void heat_shared(const float* in, float* out, int width, int height, float k) {
  __shared__ float tile[10][34];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 340; i += 256) {
    const int from_x = static_cast<int>(blockIdx.x) * 32 + i % 34 - 1, from_y = static_cast<int>(blockIdx.y) * 8 + i / 34 - 1;
    const bool inside = from_x >= 0 && from_y >= 0 && from_x < width && from_y < height;
    tile[i / 34][i % 34] = inside ? in[from_y * width + from_x] : 0.0f;
  }
  __syncthreads();
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  out[y * width + x] = tile[ty][tx] + k * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4.0f * tile[ty][tx]);
}

__global__ void laplace_points(const double* in, double* out, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  const int i = (z * ny + y) * nx + x;
  out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny] - 6.0 * in[i];
}

// Planes walk through registers.
__global__ void laplace_planes(const double* in, double* out, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  const int plane = nx * ny;
  int i = y * nx + x;
  double below = in[i], here = in[i + plane];
  for (int z = 1; z < nz - 1; ++z) {
    i += plane;
    const double above = in[i + plane];
    out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + below + above - 6.0 * here;
    below = here, here = above;
  }
}

__global__ void life(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) alive += in[(y + dy + height) % height * width + (x + dx + width) % width];
  }
  const int self = in[y * width + x];
  out[y * width + x] = alive - self == 3 || (self && alive - self == 2);
}

__constant__ float k_kernel[9] = {0.1f, -0.2f, 0.3f, 0.4f, 0.5f, -0.6f, 0.7f, 0.8f, -0.9f};

__global__ void conv_constant(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < 3; ++i) {
#pragma unroll
    for (int j = 0; j < 3; ++j) {
      const int from_x = x + j - 1, from_y = y + i - 1;
      if (from_x >= 0 && from_y >= 0 && from_x < width && from_y < height) sum += k_kernel[i * 3 + j] * in[from_y * width + from_x];
    }
  }
  out[y * width + x] = sum;
}

// Strided with padding, one channel in and out each.
__global__ void conv_depthwise(const float* in, const float* weights, float* out, int size, int stride, int out_size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, c = blockIdx.z;
  if (x >= out_size) return;
  float sum = 0.0f;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      const int from_x = x * stride + j - 2, from_y = y * stride + i - 2;
      if (from_x < 0 || from_y < 0 || from_x >= size || from_y >= size) continue;
      sum = fmaf(in[(c * size + from_y) * size + from_x], weights[(c * 5 + i) * 5 + j], sum);
    }
  }
  out[(c * out_size + y) * out_size + x] = sum;
}

__global__ void max_pool(const float* in, float* out, int* places, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width / 2) return;
  float high = -INFINITY;
  int place = 0;
  for (int i = 0; i < 4; ++i) {
    const int from = (2 * y + i / 2) * width + 2 * x + i % 2;
    if (in[from] > high) high = in[from], place = from;
  }
  out[y * (width / 2) + x] = high, places[y * (width / 2) + x] = place;
}

// Columns of patches, for convolutions as products.
__global__ void patches(const float* in, float* out, int size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, inner = size - 2;
  if (x >= inner) return;
#pragma unroll
  for (int i = 0; i < 9; ++i) out[i * inner * inner + y * inner + x] = in[(y + i / 3) * size + x + i % 3];
}

__global__ void upsample_nearest(const float* in, float* out, int width, int height, int by) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width * by && y < height * by) out[y * width * by + x] = in[y / by * width + x / by];
}

__global__ void upsample_bilinear(const float* in, float* out, int width, int height, int out_width, int out_height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= out_width || y >= out_height) return;
  const float u = fminf(fmaxf((x + 0.5f) * width / out_width - 0.5f, 0.0f), width - 1.0f);
  const float v = fminf(fmaxf((y + 0.5f) * height / out_height - 0.5f, 0.0f), height - 1.0f);
  const int x0 = static_cast<int>(u), y0 = static_cast<int>(v), x1 = min(x0 + 1, width - 1), y1 = min(y0 + 1, height - 1);
  const float fx = u - x0, fy = v - y0;
  const float top = in[y0 * width + x0] * (1.0f - fx) + in[y0 * width + x1] * fx;
  const float bottom = in[y1 * width + x0] * (1.0f - fx) + in[y1 * width + x1] * fx;
  out[y * out_width + x] = top * (1.0f - fy) + bottom * fy;
}
