// vectors of four and a tail
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  const float4* four = reinterpret_cast<const float4*>(in);
  for (int i = threadIdx.x; i < n / 4; i += 256) sum += (four[i].x + four[i].y) + (four[i].z + four[i].w);
  for (int i = n / 4 * 4 + threadIdx.x; i < n; i += 256) sum += in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
