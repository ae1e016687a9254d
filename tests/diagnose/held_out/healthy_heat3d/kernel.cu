// Heat equation, 7 points: a block marches along z with the column in registers and the plane through L1, four cells per thread.
//
// Healthy: 16-byte accesses, each plane comes from DRAM once; DRAM is the ceiling.

__global__ void __launch_bounds__(256) heat(const float* __restrict__ in, float* __restrict__ out, float c, int nx, int ny, int depth) {
  int x = threadIdx.x * 4 + blockIdx.x * 128 + 32, y = blockIdx.y * 8 + threadIdx.y + 1;
  int px = nx + 64;
  size_t plane = (size_t)px * (ny + 2);
  size_t at = (size_t)(blockIdx.z * depth + 1) * plane + (size_t)y * px + x;
  float4 below = *(const float4*)(in + at - plane), here = *(const float4*)(in + at);
#pragma unroll 2
  for (int z = 0; z < depth; ++z, at += plane) {
    float4 above = *(const float4*)(in + at + plane);
    float4 n = *(const float4*)(in + at - px), s = *(const float4*)(in + at + px);
    float w = in[at - 1], e = in[at + 4];
    float4 r;
    r.x = fmaf(c, ((w + here.y) + (n.x + s.x)) + (below.x + above.x) - 6.0f * here.x, here.x);
    r.y = fmaf(c, ((here.x + here.z) + (n.y + s.y)) + (below.y + above.y) - 6.0f * here.y, here.y);
    r.z = fmaf(c, ((here.y + here.w) + (n.z + s.z)) + (below.z + above.z) - 6.0f * here.z, here.z);
    r.w = fmaf(c, ((here.z + e) + (n.w + s.w)) + (below.w + above.w) - 6.0f * here.w, here.w);
    *(float4*)(out + at) = r;
    below = here;
    here = above;
  }
}
