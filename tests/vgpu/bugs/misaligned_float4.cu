extern "C" __global__ void buggy(float* out, const float* in, int) {
  const int i = threadIdx.x;
  const float4 four = *reinterpret_cast<const float4*>(in + i);  // BUG misaligned
  out[i] = four.x + four.y + four.z + four.w;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  const int i = threadIdx.x;
  const float4 four = *reinterpret_cast<const float4*>(in + 4 * i);
  out[i] = four.x + four.y + four.z + four.w;
}
// launch grid=1 block=2
