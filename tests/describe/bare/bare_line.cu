// One block with an element of shared memory for each thread.
__global__ void running_sum(const int* in, int* out) {
  __shared__ int line[512];
  int t = threadIdx.x;
  line[t] = in[t];
  __syncthreads();
  for (int step = 1; step < 512; step *= 2) {
    int before = t >= step ? line[t - step] : 0;
    __syncthreads();
    line[t] += before;
    __syncthreads();
  }
  out[t] = line[t];
}
