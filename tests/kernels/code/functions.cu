// Mathematical functions one by one: row f of the result is function f of every input.

#define ROW(type, index, ...)                                                                                          \
  if (row == index) {                                                                                                  \
    out[index * n + i] = __VA_ARGS__;                                                                                  \
  }

#define MAP(name, type, rows)                                                                                          \
  __global__ void name(const type* in, type* out, int n) {                                                             \
    const int i = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;                                             \
    if (i >= n) return;                                                                                                \
    const type x = in[i];                                                                                              \
    rows                                                                                                               \
  }

MAP(exponentials, float,
    ROW(float, 0, expf(x)) ROW(float, 1, exp2f(x)) ROW(float, 2, exp10f(x)) ROW(float, 3, expm1f(x)) ROW(float, 4, sinhf(x))
    ROW(float, 5, coshf(x)) ROW(float, 6, tanhf(x)) ROW(float, 7, powf(2.5f, x)) ROW(float, 8, ldexpf(x, 5)))

MAP(logarithms, float,
    ROW(float, 0, logf(x)) ROW(float, 1, log2f(x)) ROW(float, 2, log10f(x)) ROW(float, 3, log1pf(x)) ROW(float, 4, sqrtf(x))
    ROW(float, 5, rsqrtf(x)) ROW(float, 6, cbrtf(x)) ROW(float, 7, powf(x, 1.7f)) ROW(float, 8, 1.0f / x) ROW(float, 9, logbf(x)))

MAP(angles, float,
    ROW(float, 0, sinf(x)) ROW(float, 1, cosf(x)) ROW(float, 2, tanf(x)) ROW(float, 3, sinpif(x)) ROW(float, 4, cospif(x))
    ROW(float, 5, atanf(x)) ROW(float, 6, atan2f(x, 2.0f)) ROW(float, 7, asinhf(x)) ROW(float, 8, hypotf(x, 3.0f)))

MAP(unit_functions, float,
    ROW(float, 0, asinf(x)) ROW(float, 1, acosf(x)) ROW(float, 2, atanhf(x)) ROW(float, 3, erff(x)) ROW(float, 4, erfcf(x))
    ROW(float, 5, erfinvf(x)) ROW(float, 6, normcdff(x)) ROW(float, 7, tgammaf(x + 3.0f)) ROW(float, 8, lgammaf(x + 3.0f))
    ROW(float, 9, j0f(x)) ROW(float, 10, fmodf(x, 0.3f)) ROW(float, 11, remainderf(x, 0.3f)))

MAP(fast_functions, float,
    ROW(float, 0, __expf(x)) ROW(float, 1, __logf(x)) ROW(float, 2, __sinf(x)) ROW(float, 3, __cosf(x)) ROW(float, 4, __powf(x, 1.5f))
    ROW(float, 5, __fdividef(x, 3.0f)) ROW(float, 6, __log2f(x)) ROW(float, 7, __exp10f(x)) ROW(float, 8, __tanf(x))
    ROW(float, 9, __saturatef(x)))

MAP(doubles_growing, double,
    ROW(double, 0, exp(x)) ROW(double, 1, log(x)) ROW(double, 2, pow(x, 1.7)) ROW(double, 3, sqrt(x)) ROW(double, 4, rsqrt(x))
    ROW(double, 5, 1.0 / x) ROW(double, 6, cbrt(x)) ROW(double, 7, log1p(x)) ROW(double, 8, expm1(x)) ROW(double, 9, exp2(x)))

MAP(doubles_turning, double,
    ROW(double, 0, sin(x)) ROW(double, 1, cos(x)) ROW(double, 2, tan(x)) ROW(double, 3, atan(x)) ROW(double, 4, tanh(x))
    ROW(double, 5, erf(x)) ROW(double, 6, fmod(x, 0.7)) ROW(double, 7, tgamma(x + 6.0)) ROW(double, 8, hypot(x, 2.0))
    ROW(double, 9, sinh(x)))

// Every direction of rounding, results not combined.
__global__ void directed(const float* a, const float* b, float* out) {
  const int i = threadIdx.x;
  const float x = a[i], y = b[i];
  float* to = out + 16 * i;
  to[0] = __fadd_rn(x, y), to[1] = __fadd_rz(x, y), to[2] = __fadd_ru(x, y), to[3] = __fadd_rd(x, y);
  to[4] = __fmul_rn(x, y), to[5] = __fmul_rz(x, y), to[6] = __fmul_ru(x, y), to[7] = __fmul_rd(x, y);
  to[8] = __fdiv_rn(x, y), to[9] = __fdiv_rz(x, y), to[10] = __fdiv_ru(x, y), to[11] = __fdiv_rd(x, y);
  to[12] = __fmaf_rz(x, y, x), to[13] = __fmaf_ru(x, y, x), to[14] = __fsub_rz(x, y), to[15] = __fmaf_rd(x, y, y);
}

// Directed conversions, there and back.
__global__ void directed_conversions(const double* in, const long long* wide, int* ints, long long* longs, float* floats) {
  const int i = threadIdx.x;
  const double x = in[i];
  int* to = ints + 8 * i;
  to[0] = __double2int_rn(x), to[1] = __double2int_rz(x), to[2] = __double2int_ru(x), to[3] = __double2int_rd(x);
  to[4] = static_cast<int>(__double2uint_rn(x)), to[5] = __float2int_rd(static_cast<float>(x));
  to[6] = __double2hiint(x), to[7] = __double2loint(x);
  longs[2 * i] = __double2ll_rd(x), longs[2 * i + 1] = __float2ll_ru(static_cast<float>(x));
  floats[4 * i] = __ll2float_rz(wide[i]), floats[4 * i + 1] = __ll2float_ru(wide[i]);
  floats[4 * i + 2] = __double2float_rz(x), floats[4 * i + 3] = __double2float_rd(x);
}

// Numbers at the edges: signs, infinities, what is not a number; denormal ones stay.
__global__ void edges(const float* in, float* out, int* classes, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  float* to = out + 8 * i;
  to[0] = fminf(x, 1.0f), to[1] = fmaxf(x, -1.0f), to[2] = copysignf(3.0f, x), to[3] = nextafterf(x, 2.0f);
  to[4] = x * 0.5f, to[5] = fabsf(x), to[6] = truncf(x), to[7] = x - x == 0.0f ? rintf(x) : 7.0f;
  classes[i] = isnan(x) + 2 * isinf(x) + 4 * signbit(x) + 8 * (x == 0.0f) + 16 * isfinite(x) + 32 * (x < 1.0f) + 64 * !(x >= 1.0f) +
               128 * (x != x);
}
