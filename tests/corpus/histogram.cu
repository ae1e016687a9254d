// 256 bins, gathered per block in shared memory.

__global__ void histogram(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned local[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) local[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x) {
    if (local[b]) atomicAdd(&bins[b], local[b]);
  }
}

__global__ void histogram_packed(const uchar4* in, unsigned* bins, int n4) {
  __shared__ unsigned local[4][256];
  unsigned* mine = local[(threadIdx.x >> 5) & 3];
  for (int b = threadIdx.x; b < 1024; b += blockDim.x) local[b >> 8][b & 255] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    const uchar4 four = in[i];
    atomicAdd(mine + four.x, 1u);
    atomicAdd(mine + four.y, 1u);
    atomicAdd(mine + four.z, 1u);
    atomicAdd(mine + four.w, 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x) {
    atomicAdd(&bins[b], local[0][b] + local[1][b] + local[2][b] + local[3][b]);
  }
}
