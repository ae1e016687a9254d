// Applies a 3-D colour lookup table (24^3 entries, film grading) to a stream of pixels.
//
// Wrong:  every block of 128 threads copies the table of 55 kB x 2 (two grades, one used per frame) into shared memory;
//         two blocks fit on an SM, that is 8 of 64 warps.
// Rules:  the pixel loop is load, look up, store: it waits for memory with nobody else to run.
// Mend:   blocks of 1024 threads for the same table, or the table in global memory, where L1 holds its hot part.

#define EDGE 24
#define TABLE (EDGE * EDGE * EDGE)

__global__ void __launch_bounds__(128) grade(const unsigned int* __restrict__ pixels, const unsigned int* __restrict__ luts,
                                             unsigned int* __restrict__ out, int which, int n) {
  extern __shared__ unsigned int lut[];
  for (int i = threadIdx.x; i < TABLE * 2; i += blockDim.x) lut[i] = luts[i];
  __syncthreads();
  const unsigned int* table = lut + which * TABLE;
  int stride = gridDim.x * blockDim.x;
#pragma unroll 1
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    unsigned int p = pixels[i];
    unsigned int r = ((p & 255u) * 23u + 127u) >> 8, g = ((p >> 8 & 255u) * 23u + 127u) >> 8, b = ((p >> 16 & 255u) * 23u + 127u) >> 8;
    out[i] = table[(b * EDGE + g) * EDGE + r] | (p & 0xff000000u);
  }
}
