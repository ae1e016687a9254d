__global__ void loss(const float* logits, const int* label, float* out, int rows, int classes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float most = -INFINITY, total = 0;
  for (int j = 0; j < classes; ++j) most = fmaxf(most, logits[i * classes + j]);
  for (int j = 0; j < classes; ++j) total += expf(logits[i * classes + j] - most);
  out[i] = logf(total) + most - logits[i * classes + label[i]];
}
