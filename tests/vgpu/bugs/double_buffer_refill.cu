// Fills the buffer that is being read.
extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float stage[2][128];
  float sum = 0;
  stage[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int step = 0; step < 4; ++step) {
    sum += stage[step % 2][127 - threadIdx.x];
    stage[step % 2][threadIdx.x] = in[(step + 1) * 128 + threadIdx.x];  // BUG shared_race
    stage[(step + 1) % 2][threadIdx.x] = in[(step + 2) * 128 + threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float stage[2][128];
  float sum = 0;
  stage[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int step = 0; step < 4; ++step) {
    sum += stage[step % 2][127 - threadIdx.x];
    stage[(step + 1) % 2][threadIdx.x] = in[(step + 2) * 128 + threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
// launch grid=1
