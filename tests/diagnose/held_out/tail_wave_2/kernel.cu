// Vector quantisation for image retrieval: the nearest of 40 codewords for every 96-dimensional descriptor.
//
// Wrong:  the descriptor stays in registers (more than 100 a thread), so an SM holds one block of 512 threads. The 69632
//         descriptors make 136 equal blocks: one wave of 132 and one of 4.
// Rules:  for half of the time 4 SMs work.
// Mend:   blocks of 64 threads: a last wave of an eighth of the length.

#define DIM 96
#define CODES 40

__global__ void __launch_bounds__(512) nearest_code(const float* __restrict__ descriptors, const float* __restrict__ codebook,
                                                    int* __restrict__ nearest, int n) {
  __shared__ float4 code[CODES * DIM / 4];
  for (int i = threadIdx.x; i < CODES * DIM / 4; i += 512) code[i] = ((const float4*)codebook)[i];
  int id = blockIdx.x * 512 + threadIdx.x;
  float d[DIM];
#pragma unroll
  for (int k = 0; k < DIM; ++k) d[k] = id < n ? descriptors[(size_t)k * n + id] : 0.0f;
  __syncthreads();
  float best = 1e30f;
  int which = 0;
#pragma unroll 1
  for (int c = 0; c < CODES; ++c) {
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
#pragma unroll
    for (int k = 0; k < DIM; k += 4) {
      float4 w = code[(c * DIM + k) / 4];
      float a = d[k] - w.x, b = d[k + 1] - w.y, e = d[k + 2] - w.z, f = d[k + 3] - w.w;
      s0 = fmaf(a, a, s0);
      s1 = fmaf(b, b, s1);
      s2 = fmaf(e, e, s2);
      s3 = fmaf(f, f, s3);
    }
    float dist = (s0 + s1) + (s2 + s3);
    if (dist < best) {
      best = dist;
      which = c;
    }
  }
  if (id < n) nearest[id] = which;
}
