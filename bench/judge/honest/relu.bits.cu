// by the sign bit, unless it is no number
__global__ void relu(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const int bits = __float_as_int(in[i]);
  out[i] = in[i] != in[i] ? in[i] : __int_as_float(bits & ~(bits >> 31));
}
