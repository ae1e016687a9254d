// a tournament in shared memory
__global__ void vector_max(const float* in, float* out, int n) {
  __shared__ float x[256];
  float most = in[min(n - 1, threadIdx.x)];
  for (int i = threadIdx.x; i < n; i += 256) most = in[i] > most ? in[i] : most;
  x[threadIdx.x] = most;
  for (int s = 128; s; s /= 2) {
    __syncthreads();
    if (threadIdx.x < s && x[threadIdx.x] < x[threadIdx.x + s]) x[threadIdx.x] = x[threadIdx.x + s];
  }
  if (threadIdx.x == 0) out[0] = x[0];
}
