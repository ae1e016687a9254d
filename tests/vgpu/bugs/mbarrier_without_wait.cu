__device__ unsigned long long arrive(unsigned barrier) {
  unsigned long long token;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(barrier) : "memory");
  return token;
}

__device__ void wait(unsigned barrier, unsigned long long token) {
  unsigned done = 0;
  while (!done) {
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(barrier), "l"(token)
                 : "memory");
  }
}

__device__ unsigned init(unsigned long long* barrier) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(barrier));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address), "r"(128));
  __syncthreads();
  return address;
}

extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ unsigned long long barrier;
  __shared__ float box[128];
  const unsigned address = init(&barrier);
  box[threadIdx.x] = in[threadIdx.x];
  arrive(address);
  out[threadIdx.x] = box[127 - threadIdx.x];  // BUG shared_race
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ unsigned long long barrier;
  __shared__ float box[128];
  const unsigned address = init(&barrier);
  box[threadIdx.x] = in[threadIdx.x];
  wait(address, arrive(address));
  out[threadIdx.x] = box[127 - threadIdx.x];
}
// launch grid=1
