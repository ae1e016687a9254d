__constant__ float table[128];

extern "C" __global__ void buggy(float* out, const float* in, int) {
  float* writable = const_cast<float*>(table);
  asm("" : "+l"(writable));  // or else the compiler sees it and traps
  writable[threadIdx.x] = in[threadIdx.x];  // BUG read_only
  out[threadIdx.x] = 1.f;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  out[threadIdx.x] = table[threadIdx.x] + in[threadIdx.x];
}
// launch grid=1
