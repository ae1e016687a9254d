// Sorts rows of 1024 keys (candidate lists of a search engine) in shared memory by a bitonic network.
//
// Wrong:  all 55 steps of the network end with a barrier of 1024 threads, though 40 of them exchange within a warp.
// Rules:  between two barriers a thread does one comparison; most of the time warps wait for the slowest one.
// Mend:   steps with a distance below 32 by shuffles (no barrier), and several keys per thread in registers.

__global__ void __launch_bounds__(1024) sort_rows(const int* __restrict__ in, int* __restrict__ out) {
  __shared__ int key[1024];
  int t = threadIdx.x;
  key[t] = in[(size_t)blockIdx.x * 1024 + t];
  __syncthreads();
  for (int k = 2; k <= 1024; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      int other = t ^ j;
      if (other > t) {
        int a = key[t], b = key[other];
        if ((a > b) == ((t & k) == 0)) {
          key[t] = b;
          key[other] = a;
        }
      }
      __syncthreads();
    }
  }
  out[(size_t)blockIdx.x * 1024 + t] = key[t];
}
