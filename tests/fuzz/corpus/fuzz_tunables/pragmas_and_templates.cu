constexpr int N = 8;
__device__ int f(int* p, int n) { int s = 0; if (n > 3) _Pragma("unroll 4") for (int i = 0; i < n; ++i) s += p[i]; else _Pragma("unroll 2") for (int i = 0; i < N; ++i) s -= p[i]; return s; }
__global__ void __launch_bounds__(N * 32, 2) k(int* p, int n) { _Pragma("unroll 2") for (int i = 0; i < n; ++i) p[i] = f(p, i); }
template <int B> __global__ void r(int* p) { for (int i = threadIdx.x; i < B; i += 32) p[i] = 1; }
template __global__ void r<256>(int*);
