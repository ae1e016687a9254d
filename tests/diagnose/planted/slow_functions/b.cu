// Planted: tanhf, erff, expf and IEEE divisions in a chain of activation functions.
// It rules because their instructions take many times longer than reading and writing float2.
// Mended: tanh.approx, __expf and __fdividef, with erf replaced by its usual approximation by tanh.
struct Swish {
  __device__ float operator()(float x) const { return x / (1.0f + expf(-x)); }
};
struct Gelu {
  __device__ float operator()(float x) const { return 0.5f * x * (1.0f + erff(0.70710678f * x)); }
};
struct Mish {
  __device__ float operator()(float x) const { return x * tanhf(log1pf(expf(x))); }
};

template <typename First, typename... Others>
__device__ float sum_of(float x) {
  if constexpr (sizeof...(Others) == 0)
    return First{}(x);
  else
    return First{}(x) + sum_of<Others...>(x);
}

__global__ void activations(const float2* __restrict__ in, float2* __restrict__ out, int pairs) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
    const float2 x = in[i];
    out[i] = make_float2(sum_of<Swish, Gelu, Mish>(x.x), sum_of<Swish, Gelu, Mish>(x.y));
  }
}
