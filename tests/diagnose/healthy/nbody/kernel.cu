// Accelerations of many bodies by the first of them: tiles of 256 bodies in shared memory, each thread follows two
// bodies.
constexpr int k_tile = 256;

__device__ void attract(float3& force, float4 me, float4 other) {
  const float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
  const float inverse = rsqrtf(fmaf(x, x, fmaf(y, y, fmaf(z, z, 1e-3f))));
  const float pull = other.w * inverse * inverse * inverse;
  force.x = fmaf(x, pull, force.x);
  force.y = fmaf(y, pull, force.y);
  force.z = fmaf(z, pull, force.z);
}

__global__ void __launch_bounds__(k_tile)
    nbody(const float4* __restrict__ bodies, float4* __restrict__ forces, int tiles) {
  __shared__ float4 tile[k_tile];
  const int first = blockIdx.x * 2 * k_tile + threadIdx.x, second = first + k_tile;
  const float4 a = bodies[first], b = bodies[second];
  float3 pull_a{}, pull_b{};
  for (int t = 0; t < tiles; ++t) {
    tile[threadIdx.x] = bodies[t * k_tile + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < k_tile; ++k) {
      attract(pull_a, a, tile[k]);
      attract(pull_b, b, tile[k]);
    }
    __syncthreads();
  }
  forces[first] = make_float4(pull_a.x, pull_a.y, pull_a.z, 0);
  forces[second] = make_float4(pull_b.x, pull_b.y, pull_b.z, 0);
}
