// Counter-based random numbers: ten rounds of wide multiplies, then normals by Box and Muller.

__device__ uint4 philox(uint4 counter, uint2 key) {
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    const unsigned high_0 = __umulhi(0xD2511F53u, counter.x), low_0 = 0xD2511F53u * counter.x;
    const unsigned high_1 = __umulhi(0xCD9E8D57u, counter.z), low_1 = 0xCD9E8D57u * counter.z;
    counter = make_uint4(high_1 ^ counter.y ^ key.x, low_1, high_0 ^ counter.w ^ key.y, low_0);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return counter;
}

__global__ void uniform_bits(uint4* out, unsigned long long seed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = philox(make_uint4(i, 0, 0, 0), make_uint2(static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)));
}

__global__ void normals(float2* out, unsigned seed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uint4 bits = philox(make_uint4(i, 0, 0, 0), make_uint2(seed, 0));
  const float radius = sqrtf(-2.0f * logf((bits.x + 0.5f) * 2.3283064e-10f));
  float s, c;
  sincospif(bits.y * 4.6566129e-10f, &s, &c);
  out[i] = make_float2(radius * c, radius * s);
}
