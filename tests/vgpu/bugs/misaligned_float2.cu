// A row of an odd number of floats starts at no multiple of 8 bytes every other time.
extern "C" __global__ void buggy(float* out, const float* in, int) {
  const int row = blockIdx.x, at = threadIdx.x;
  const float2 pair = reinterpret_cast<const float2*>(in + row * 33)[at];  // BUG misaligned
  out[row * 16 + at] = pair.x + pair.y;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  const int row = blockIdx.x, at = threadIdx.x;
  const float* start = in + row * 33;
  out[row * 16 + at] = start[2 * at] + start[2 * at + 1];
}
// launch grid=4 block=16
