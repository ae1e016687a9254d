struct Smallest {
  __device__ __forceinline__ float operator()(float a, float b) const { return fminf(a, b); }
  __device__ __forceinline__ double operator()(double a, double b) const { return fmin(a, b); }
  __device__ __forceinline__ long long operator()(long long a, long long b) const { return min(a, b); }
};
