// divided by the largest first, as a library would
__global__ void norm(const float* in, float* out, int n) {
  __shared__ float part[256];
  float most = 0, sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) most = fmaxf(most, fabsf(in[i]));
  part[threadIdx.x] = most;
  __syncthreads();
  for (int i = 0; i < 256; ++i) most = fmaxf(most, part[i]);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 256) sum += (in[i] / most) * (in[i] / most);
  part[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int i = 1; i < 256; ++i) sum += part[i];
  out[0] = most * sqrtf(sum);
}
