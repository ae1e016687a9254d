// Acceleration of every body by all others, one body per thread, all positions from global memory. A body is x, y, z
// and mass.

__global__ void nbody(const float4* bodies, float4* accelerations, int n, float softening) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 self = bodies[i];
  float x = 0.0f, y = 0.0f, z = 0.0f;
  for (int j = 0; j < n; ++j) {
    const float4 other = bodies[j];
    const float dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
    const float distance = sqrtf(dx * dx + dy * dy + dz * dz + softening);
    const float pull = other.w / (distance * distance * distance);
    x += dx * pull;
    y += dy * pull;
    z += dz * pull;
  }
  accelerations[i] = make_float4(x, y, z, 0.0f);
}
