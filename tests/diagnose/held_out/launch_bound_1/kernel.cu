// Learning-rate schedule and gradient norm clipping factors for the 96 parameter groups of a network.
//
// Wrong:  a launch of its own for a few hundred operations.
// Rules:  starting the kernel takes longer than running it.
// Mend:   fold it into the kernel that uses the factors (each thread computes its group's), or replay it in a CUDA graph.

__global__ void clip_factors(const float* __restrict__ norm, const float* __restrict__ rate, float* __restrict__ factor,
                             float limit, int groups) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g < groups) factor[g] = rate[g] * fminf(1.0f, limit / (norm[g] + 1e-6f));
}
