// Detector response: a block of 1024 threads evaluates the calibration polynomial of one of 140 sensor modules.
//
// Wrong:  140 equal blocks on 132 SMs (registers leave room for one block each): 8 blocks run in a second wave, while
//         124 SMs idle.
// Rules:  the second wave costs as much as the first.
// Mend:   split each module over eight blocks of 128 threads; their last wave is short.

#define TERMS 160

__global__ void __launch_bounds__(1024) response(const float* __restrict__ x, const float* __restrict__ coef,
                                                 float* __restrict__ out, int samples) {
  __shared__ float c[TERMS];
  int module = blockIdx.x;
  if (threadIdx.x < TERMS) c[threadIdx.x] = coef[module * TERMS + threadIdx.x];
  __syncthreads();
  const float* mine = x + (size_t)module * samples;
  float v[16], acc[16];
#pragma unroll
  for (int j = 0; j < 16; ++j) {
    v[j] = mine[j * 1024 + threadIdx.x];
    acc[j] = 0.0f;
  }
#pragma unroll 4
  for (int k = 0; k < TERMS; ++k) {
#pragma unroll
    for (int j = 0; j < 16; ++j) acc[j] = fmaf(acc[j], v[j], c[k]);
  }
#pragma unroll
  for (int j = 0; j < 16; ++j) out[(size_t)module * samples + j * 1024 + threadIdx.x] = acc[j];
}
