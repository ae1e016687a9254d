// Prices of options for 32 volatilities each, with fast functions: the special function unit and fp32 pipe are busy.
__device__ float normal_cdf(float x) {
  // Page's approximation by the logistic function.
  const float t = x * fmaf(0.07056f * x, x, 1.5976f);
  return __fdividef(1.0f, 1.0f + __expf(-t));
}

__device__ float call_price(float log_ratio, float spot, float discounted, float drift, float root, float sigma) {
  const float spread = sigma * root;
  const float d1 = __fdividef(fmaf(0.5f * spread, spread, log_ratio + drift), spread);
  return spot * normal_cdf(d1) - discounted * normal_cdf(d1 - spread);
}

__global__ void __launch_bounds__(256) price(const float2* __restrict__ spot_strike, const float* __restrict__ years,
                                             float* __restrict__ mean, int options, float rate) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= options) return;
  const float2 s = spot_strike[i];
  const float t = years[i], drift = rate * t, root = __fsqrt_rn(t);
  const float log_ratio = __logf(__fdividef(s.x, s.y)), discounted = s.y * __expf(-drift);
  float sum = 0;
#pragma unroll 8
  for (int k = 0; k < 32; ++k) sum += call_price(log_ratio, s.x, discounted, drift, root, 0.1f + 0.01f * k);
  mean[i] = sum * (1.0f / 32);
}
