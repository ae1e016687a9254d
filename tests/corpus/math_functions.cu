// The mathematical library, single and double, fast and exact.

__global__ void singles(const float* in, float* out) {
  const float v = in[threadIdx.x];
  out[threadIdx.x] = sinf(v) + cosf(v) + tanf(v) + expf(v) + logf(v) + powf(v, 1.7f) + atan2f(v, 2.0f) + cbrtf(v) + erff(v) + lgammaf(v) + fmodf(v, 3.3f) +
                     hypotf(v, 2.0f) + log1pf(v) + expm1f(v) + asinf(v) + rsqrtf(v) + exp10f(v) + normcdff(v);
}

__global__ void singles_fast(const float* in, float* out) {
  const float v = in[threadIdx.x];
  float t;
  asm("tanh.approx.f32 %0, %1;" : "=f"(t) : "f"(v));
  float s;
  asm("sqrt.approx.f32 %0, %1;" : "=f"(s) : "f"(v));
  out[threadIdx.x] = __sinf(v) + __cosf(v) + __expf(v) + __logf(v) + __powf(v, 1.7f) + __fdividef(v, 3.0f) + __frcp_rz(v) + t + s;
}

__global__ void doubles(const double* in, double* out) {
  const double v = in[threadIdx.x];
  out[threadIdx.x] = sin(v) + exp(v) + log(v) + pow(v, 1.7) + sqrt(v) + 1.0 / v + rsqrt(v) + atan(v) + fmod(v, 3.0) + erf(v) + ceil(v) + copysign(1.0, v);
}

__global__ void classify(const float* in, const double* wide, int* out) {
  const float v = in[threadIdx.x];
  out[threadIdx.x] = isnan(v) + isinf(v) * 2 + signbit(v) * 4 + isfinite(wide[threadIdx.x]) * 8 + ilogbf(v) + (wide[threadIdx.x] != 0.0);
}
