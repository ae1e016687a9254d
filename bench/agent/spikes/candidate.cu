/* whet
[[launch]]
entry = "spikes"
grid = ["ceil_div(neurons, 32)"]
block = [32]
*/
// A warp has 32 neurons. It reads a tile of 32 neurons x 32 steps along the steps, so that its lanes read side by side, and each
// lane then takes its neuron's row from shared memory. The next tile is loaded while this one is used.
__global__ void spikes(const float* input, float* voltage, int* fired, int neurons, int steps, float leak, float threshold) {
  __shared__ float tile[32][33];
  const int lane = threadIdx.x, first = blockIdx.x * 32, n = first + lane;
  float v = n < neurons ? voltage[n] : 0.0f;
  int count = 0;
  float next[32];
#pragma unroll
  for (int r = 0; r < 32; ++r)
    next[r] = first + r < neurons && lane < steps ? input[(long long)(first + r) * steps + lane] : 0.0f;
  for (int base = 0; base < steps; base += 32) {
    __syncwarp();
#pragma unroll
    for (int r = 0; r < 32; ++r) tile[r][lane] = next[r];
    __syncwarp();
    const int t = base + 32 + lane;
#pragma unroll
    for (int r = 0; r < 32; ++r)
      next[r] = first + r < neurons && t < steps ? input[(long long)(first + r) * steps + t] : 0.0f;
    const int last = min(32, steps - base);
    for (int k = 0; k < last; ++k) {
      v = v * leak + tile[lane][k];
      if (v > threshold) {
        ++count;
        v = 0.0f;
      }
    }
  }
  if (n < neurons) {
    voltage[n] = v;
    fired[n] = count;
  }
}
