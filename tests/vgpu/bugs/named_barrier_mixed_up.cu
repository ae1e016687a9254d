// Warps 0 and 1 hand over to 2 and 3; the consumers wait at another barrier than the producers arrive at.
__device__ void barrier_sync(int id) { asm volatile("bar.sync %0, 128;" ::"r"(id) : "memory"); }
__device__ void barrier_arrive(int id) { asm volatile("bar.arrive %0, 128;" ::"r"(id) : "memory"); }
__device__ void barrier_pair(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }

extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float tile[64];
  if (threadIdx.x < 64) {
    tile[threadIdx.x] = in[threadIdx.x];
    barrier_pair(1);
  } else {
    barrier_pair(2);
    out[threadIdx.x] = tile[threadIdx.x - 64];  // BUG shared_race
  }
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float tile[64];
  if (threadIdx.x < 64) {
    tile[threadIdx.x] = in[threadIdx.x];
    barrier_arrive(1);
  } else {
    barrier_sync(1);
    out[threadIdx.x] = tile[threadIdx.x - 64];
  }
}
// launch grid=1
