// Gravity of all pairs: tiles of 128 bodies in shared memory, four bodies per thread.
//
// Healthy: a shared load of 16 bytes serves four interactions; the FP32 pipe and the issue slots are the ceiling.

__global__ void __launch_bounds__(128) gravity(const float4* __restrict__ body, float4* __restrict__ accel, int n) {
  __shared__ float4 tile[128];
  float4 me[4];
  float ax[4] = {}, ay[4] = {}, az[4] = {};
  int first = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
  for (int k = 0; k < 4; ++k) me[k] = body[first + k * 128];
  int from = blockIdx.y * (n / gridDim.y), to = from + n / gridDim.y;
  for (int base = from; base < to; base += 128) {
    __syncthreads();
    tile[threadIdx.x] = body[base + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 128; ++j) {
      float4 b = tile[j];
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        float dx = b.x - me[k].x, dy = b.y - me[k].y, dz = b.z - me[k].z;
        float inv = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f))));
        float f = b.w * inv * inv * inv;
        ax[k] = fmaf(f, dx, ax[k]);
        ay[k] = fmaf(f, dy, ay[k]);
        az[k] = fmaf(f, dz, az[k]);
      }
    }
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) accel[(size_t)blockIdx.y * n + first + k * 128] = make_float4(ax[k], ay[k], az[k], 0.0f);
}
