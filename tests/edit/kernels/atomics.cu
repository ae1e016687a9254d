// Updates of shared places.

// SIZES n=1 | n=1000 | n=4097
// FITS warp atomics | private counters | coarsen 8 | restrict
__global__ void count_bytes(const unsigned char* data, unsigned int* counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[data[i]], 1);
}
void run_count_bytes(const unsigned char* data, unsigned* counts, int n) {
  cudaMalloc((void**)&counts, 256 * sizeof(unsigned));
  count_bytes<<<(n + 255) / 256, 256>>>(data, counts, n);
}

// SIZES n=1 | n=777 | n=4096
// FITS warp atomics | coarsen 4 | private counters
// TOLERANCE 1e-3
__global__ void total_energy(const float* v, float* total, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float e = 0.5f * v[i] * v[i];
    if (e > 0.1f) atomicAdd(total, e);
}
void run_total(const float* v, float* total, int n) {
  cudaMalloc((void**)&total, sizeof(float));
  total_energy<<<(n + 127) / 128, 128>>>(v, total, n);
}
