// a ballot for each bit
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  const unsigned x = i < n ? in[i] : 0;
  int sum = 0;
  for (int b = 0; b < 32; ++b) sum += __ballot_sync(~0u, x >> b & 1) >> (threadIdx.x % 32) & 1;
  if (i < n) out[i] = sum;
}
