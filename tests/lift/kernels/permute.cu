// MEANING forall i < N, j < H*W, k < C: out[C*H*W*i + C*j + k] = in[C*H*W*i + H*W*k + j]
extern "C" __global__ void flat(const float* in, float* out, int N, int C, int H, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * H * W) return;
  int w = i % W, h = i / W % H, c = i / (W * H) % C, b = i / (W * H * C);
  out[((b * H + h) * W + w) * C + c] = in[i];
}
extern "C" __global__ void blocks_3d(const float* in, float* out, int N, int C, int H, int W) {
  int p = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
  int b = blockIdx.z * blockDim.z + threadIdx.z;
  if (p < H * W && c < C && b < N) out[(b * H * W + p) * C + c] = in[(b * C + c) * H * W + p];
}
// MEANING forall i < N*C*H*W: out[i] = 2*in[i]
extern "C" __global__ void scaled_3d(const float* in, float* out, int N, int C, int H, int W) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
  for (int k = 0; k < N * C; ++k) out[(k * H + y) * W + x] = 2 * in[(k * H + y) * W + x];
}
