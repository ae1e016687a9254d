// Farthest point sampling (point-cloud networks): a block takes a cloud of 1024 points, a thread a point, and picks
// `samples` points, each the farthest from those picked before.
//
// Wrong:  the arg max of every pick is a tree in shared memory: 12 barriers of 1024 threads for each pick.
// Rules:  a thread has ten instructions of its own between picks; the rest is meeting the others.
// Mend:   arg max by shuffles within warps, then by one warp: 2 barriers a pick; or four points per thread and 256 threads.

__global__ void __launch_bounds__(1024) farthest_points(const float* __restrict__ xyz, int* __restrict__ picked, int samples) {
  __shared__ float far[1024];
  __shared__ int who[1024];
  __shared__ float px[1024], py[1024], pz[1024];
  int t = threadIdx.x;
  const float* cloud = xyz + (size_t)blockIdx.x * 3 * 1024;
  float x = cloud[t], y = cloud[1024 + t], z = cloud[2048 + t];
  px[t] = x;
  py[t] = y;
  pz[t] = z;
  float nearest = 1e10f;
  int last = 0;
  __syncthreads();
#pragma unroll 1
  for (int s = 0; s < samples; ++s) {
    float dx = x - px[last], dy = y - py[last], dz = z - pz[last];
    nearest = fminf(nearest, dx * dx + dy * dy + dz * dz);
    far[t] = nearest;
    who[t] = t;
    __syncthreads();
#pragma unroll 1
    for (int half = 512; half > 0; half >>= 1) {
      if (t < half && far[t + half] > far[t]) {
        far[t] = far[t + half];
        who[t] = who[t + half];
      }
      __syncthreads();
    }
    last = who[0];
    if (t == 0) picked[blockIdx.x * samples + s] = last;
    __syncthreads();
  }
}
