__global__ void exp64(const double* in, double* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = exp(in[i]) * 3 + in[i];
}
