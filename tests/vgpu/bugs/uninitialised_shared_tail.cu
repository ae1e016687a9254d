extern "C" __global__ void buggy(float* out, const float* in, int n) {
  __shared__ float tile[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tile[threadIdx.x] = in[i];
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 128; ++j) sum += tile[j];  // BUG uninitialised
  if (i < n) out[i] = sum;
}

extern "C" __global__ void fixed(float* out, const float* in, int n) {
  __shared__ float tile[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0.f;
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 128; ++j) sum += tile[j];
  if (i < n) out[i] = sum;
}
