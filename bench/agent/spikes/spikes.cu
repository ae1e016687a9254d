// Leaky integrate-and-fire neurons: each leaks, adds its input, and fires when it passes the threshold. One thread runs one
// neuron through all steps.
__global__ void spikes(const float* input, float* voltage, int* fired, int neurons, int steps, float leak, float threshold) {
  int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= neurons) return;
  float v = voltage[n];
  int count = 0;
  for (int t = 0; t < steps; ++t) {
    v = v * leak + input[n * steps + t];
    if (v > threshold) {
      ++count;
      v = 0.0f;
    }
  }
  voltage[n] = v;
  fired[n] = count;
}
