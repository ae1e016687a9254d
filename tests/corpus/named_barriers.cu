// Producer and consumer warps meeting at numbered barriers; barriers that vote.

__global__ void hand_over(const float* in, float* out, int rounds) {
  __shared__ float box[2][128];
  const int t = threadIdx.x & 127;
  if (threadIdx.x < 128) {
    for (int r = 0; r < rounds; ++r) {
      asm volatile("bar.sync %0, 256;" ::"r"(2 + (r & 1)) : "memory");
      box[r & 1][t] = in[r * 128 + t];
      asm volatile("bar.arrive %0, 256;" ::"r"(4 + (r & 1)) : "memory");
    }
  } else {
    asm volatile("bar.arrive 2, 256;" ::: "memory");
    asm volatile("bar.arrive 3, 256;" ::: "memory");
    for (int r = 0; r < rounds; ++r) {
      asm volatile("bar.sync %0, 256;" ::"r"(4 + (r & 1)) : "memory");
      out[r * 128 + t] = 2.0f * box[r & 1][t];
      asm volatile("bar.arrive %0, 256;" ::"r"(2 + (r & 1)) : "memory");
    }
  }
}

__global__ void votes_of_block(const int* in, int* out) {
  const int value = in[threadIdx.x];
  const int count = __syncthreads_count(value > 0), all = __syncthreads_and(value > 1), any = __syncthreads_or(value > 2);
  asm volatile("barrier.cta.sync 1, 64;" ::: "memory");
  asm volatile("barrier.cta.arrive 1, 64;" ::: "memory");
  out[threadIdx.x] = count + all * 1024 + any * 2048;
}
