// JPEG-like 8 x 8 DCT, type II, of every block of an image; the block list is contiguous (64 floats each).
//
// Wrong:  a thread transforms one 8 x 8 block that lies in shared memory at stride 64: all lanes hit the same bank.
// Rules:  every shared access of the 16 one-dimensional transforms is replayed 32 times.
// Mend:   pad the stride to 65, or give a row or column of a block to each lane.

__device__ void dct8(float* v, int stride) {
  float a0 = v[0] + v[7 * stride], a7 = v[0] - v[7 * stride];
  float a1 = v[stride] + v[6 * stride], a6 = v[stride] - v[6 * stride];
  float a2 = v[2 * stride] + v[5 * stride], a5 = v[2 * stride] - v[5 * stride];
  float a3 = v[3 * stride] + v[4 * stride], a4 = v[3 * stride] - v[4 * stride];
  float b0 = a0 + a3, b3 = a0 - a3, b1 = a1 + a2, b2 = a1 - a2;
  v[0] = 0.35355339f * (b0 + b1);
  v[4 * stride] = 0.35355339f * (b0 - b1);
  v[2 * stride] = 0.46193977f * b3 + 0.19134172f * b2;
  v[6 * stride] = 0.19134172f * b3 - 0.46193977f * b2;
  v[stride] = 0.49039264f * a7 + 0.41573481f * a6 + 0.27778512f * a5 + 0.09754516f * a4;
  v[3 * stride] = 0.41573481f * a7 - 0.09754516f * a6 - 0.49039264f * a5 - 0.27778512f * a4;
  v[5 * stride] = 0.27778512f * a7 - 0.49039264f * a6 + 0.09754516f * a5 + 0.41573481f * a4;
  v[7 * stride] = 0.09754516f * a7 - 0.27778512f * a6 + 0.41573481f * a5 - 0.49039264f * a4;
}

__global__ void dct_blocks(const float* __restrict__ in, float* __restrict__ out) {
  __shared__ float tile[64 * 64];
  size_t base = (size_t)blockIdx.x * 64 * 64;
  for (int i = threadIdx.x; i < 64 * 64; i += 64) tile[i] = in[base + i];
  __syncthreads();
  float* mine = tile + threadIdx.x * 64;
  for (int r = 0; r < 8; ++r) dct8(mine + r * 8, 1);
  for (int c = 0; c < 8; ++c) dct8(mine + c, 8);
  __syncthreads();
  for (int i = threadIdx.x; i < 64 * 64; i += 64) out[base + i] = tile[i];
}
