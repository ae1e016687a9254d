// Planted: the whole kernel adds a few thousand numbers, which takes less time than launching it.
// It rules because nothing inside the kernel takes longer than a microsecond.
// Mended: the addition is part of the kernel before or after it, or many calls form one launch (or a graph).
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
