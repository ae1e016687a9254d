__device__ void lock(int* at) {
  while (atomicCAS(at, 0, 1) != 0) __nanosleep(20);
}

extern "C" __global__ void buggy(float*, const float*, int, int* ints) {
  if (threadIdx.x != 0) return;
  lock(&ints[0]);
  ints[1] += 1;  // BUG global_race
  atomicExch(&ints[0], 0);
}

extern "C" __global__ void fixed(float*, const float*, int, int* ints) {
  if (threadIdx.x != 0) return;
  lock(&ints[0]);
  __threadfence();
  ints[1] += 1;
  __threadfence();
  atomicExch(&ints[0], 0);
}
