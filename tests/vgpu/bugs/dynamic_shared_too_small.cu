// 256 bytes are launched with, enough for 64 floats.
extern __shared__ float tile[];

extern "C" __global__ void buggy(float* out, const float* in, int) {
  tile[threadIdx.x] = in[threadIdx.x];  // BUG out_of_bounds
  __syncthreads();
  if (threadIdx.x < 64) out[threadIdx.x] = tile[63 - threadIdx.x];
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  if (threadIdx.x < 64) tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 64) out[threadIdx.x] = tile[63 - threadIdx.x];
}
// launch grid=1 block=128 shared=256
