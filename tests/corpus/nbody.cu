// Gravity among all bodies, tile by tile.

__global__ void nbody(const float4* bodies, float4* accelerations, int n, float softening) {
  __shared__ float4 tile[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  const float4 self = bodies[i];
  float3 sum = make_float3(0.0f, 0.0f, 0.0f);
  for (int t = 0; t < n; t += 256) {
    tile[threadIdx.x] = bodies[t + threadIdx.x];
    __syncthreads();
#pragma unroll 16
    for (int j = 0; j < 256; ++j) {
      const float x = tile[j].x - self.x, y = tile[j].y - self.y, z = tile[j].z - self.z;
      const float inverse = rsqrtf(x * x + y * y + z * z + softening);
      const float pull = tile[j].w * inverse * inverse * inverse;
      sum.x += x * pull;
      sum.y += y * pull;
      sum.z += z * pull;
    }
    __syncthreads();
  }
  accelerations[i] = make_float4(sum.x, sum.y, sum.z, 0.0f);
}
