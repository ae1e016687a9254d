// An unsigned counter is never below zero.
extern "C" __global__ void buggy(float* out, const float* in, int n, const int* ints) {
  float sum = 0;
  for (unsigned j = ints[0] + 8; j >= ints[0]; --j) sum += in[j % n];  // BUG endless
  out[threadIdx.x] = sum;
}

extern "C" __global__ void fixed(float* out, const float* in, int n, const int* ints) {
  float sum = 0;
  for (int j = ints[0] + 8; j >= ints[0]; --j) sum += in[j % n];
  out[threadIdx.x] = sum;
}
// launch grid=1 block=32 budget=200000
