extern "C" __global__ void buggy(float* out, const float* in, int, const int* ints) {
  float window[8];
  for (int j = 0; j < 7; ++j) window[j] = in[threadIdx.x + j];
  out[threadIdx.x] = window[ints[threadIdx.x] & 7];  // BUG uninitialised
}

extern "C" __global__ void fixed(float* out, const float* in, int, const int* ints) {
  float window[8];
  for (int j = 0; j < 8; ++j) window[j] = in[threadIdx.x + j];
  out[threadIdx.x] = window[ints[threadIdx.x] & 7];
}
// launch grid=1
