// Blocks along x, y and z are tokens, heads and sequences.
__global__ void scale_heads(const float* x, const float* scale, float* y, int sequences, int tokens, int heads,
                            int size) {
  int t = blockIdx.x, h = blockIdx.y, s = blockIdx.z;
  for (int i = threadIdx.x; i < size; i += blockDim.x) {
    int at = ((s * tokens + t) * heads + h) * size + i;
    y[at] = x[at] * scale[h];
  }
}
