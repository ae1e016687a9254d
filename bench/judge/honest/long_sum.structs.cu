// partial sums in structs with operators
struct Sum {
  float value = 0;
  __device__ Sum operator+(const Sum& other) const { return {value + other.value}; }
};
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  Sum mine;
  for (int i = threadIdx.x; i < n; i += 256) mine = mine + Sum{in[i]};
  sum = mine.value;
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
