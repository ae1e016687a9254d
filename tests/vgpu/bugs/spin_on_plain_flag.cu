// Block 0 sets a flag that block 1 waits for; without a fence the data may come after it.
extern "C" __global__ void buggy(float* out, const float* in, int, int* ints) {
  volatile int* flag = ints;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = in[5];
    *flag = 1;
  } else {
    while (*flag == 0) __nanosleep(20);
    out[1] = out[0];  // BUG global_race
  }
}

extern "C" __global__ void fixed(float* out, const float* in, int, int* ints) {
  volatile int* flag = ints;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = in[5];
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) __nanosleep(20);
    __threadfence();
    out[1] = out[0];
  }
}
// launch grid=2 block=32
