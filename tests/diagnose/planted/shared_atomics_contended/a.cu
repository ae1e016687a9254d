// Planted: weights are added to one of four bins in shared memory, so eight lanes of a warp meet at each address.
// It rules because lanes at one address take turns, 16 times per thread; data are read by four numbers a load.
// Mended: each thread adds in four registers, and warps combine them by shuffles before anything is shared.
#define BLOCK 256

__device__ void put(unsigned* bins, int key, int weight) { atomicAdd(&bins[key & 3], (unsigned)weight); }

__global__ void weigh_classes(const int4* keys, const int4* weights, unsigned* out, int quads) {
  __shared__ unsigned bins[4];
  if (threadIdx.x < 4) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < quads; i += gridDim.x * BLOCK) {
    int4 k = keys[i];
    int4 w = weights[i];
    put(bins, k.x, w.x);
    put(bins, k.y, w.y);
    put(bins, k.z, w.z);
    put(bins, k.w, w.w);
  }
  __syncthreads();
  if (threadIdx.x < 4) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
