// Choices that data decide, where the kernel reads both sides.
// MEANING forall i < n: y[i] = m[i] <= 0 ? 0 : x[i]
extern "C" __global__ void times_mask(const int* x, const int* m, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * (m[i] > 0 ? 1 : 0);
}
// MEANING out[0] += sum(k < rows*cols: key == x[k] ? 1 : 0)
extern "C" __global__ void count_in_rows(const int* x, int* out, int rows, int cols, int key) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols && x[r * cols + c] == key) atomicAdd(out, 1);
}
// MEANING forall i < (n + 31)/32: words[i] = wrap(sum(k < 32: shl(1, k)*(32*i + k < n and 0 < x[32*i + k] ? 1 : 0)), -32)
extern "C" __global__ void votes_as_words(const float* x, unsigned* words, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned votes = __ballot_sync(~0u, i < n && x[i] > 0);
  if (threadIdx.x % 32 == 0 && i < n) words[i / 32] = votes;
}
