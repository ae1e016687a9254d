// The product of row and pitch does not fit 32 bits.
extern "C" __global__ void buggy(float* out, const float* in, int n, const int* pitch) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int at = (i * (pitch[0] + 5000000)) % n;
  out[i] = in[at];  // BUG out_of_bounds
}

extern "C" __global__ void fixed(float* out, const float* in, int n, const int* pitch) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int at = static_cast<int>(static_cast<long long>(i) * (pitch[0] + 5000000) % n);
  out[i] = in[at];
}
