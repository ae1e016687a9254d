#include <cuda_runtime.h>
struct cplx { float re, im; };
__device__ __forceinline__ cplx operator*(cplx a, cplx b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
__global__ void cmul(const cplx* a, const cplx* b, cplx* c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] * b[i]; }
int main() { int n = 65536; cplx *a, *b, *c; cudaMalloc(&a, n * sizeof(cplx)); cudaMalloc(&b, n * sizeof(cplx)); cudaMalloc(&c, n * sizeof(cplx)); cmul<<<(n + 255) / 256, 256>>>(a, b, c, n); }
