#include "kernels/cases.h"
#include "kernels/small_floats.h"

namespace whet::kernels {

namespace {

// Wraps as 32-bit arithmetic does.
double wrapped(int64_t value) {
  return static_cast<double>(static_cast<int32_t>(static_cast<uint32_t>(value)));
}

double bounded(double value, double low, double high) {
  return std::fmin(std::fmax(value, low), high);
}

int64_t to_int(double value) {
  return static_cast<int64_t>(bounded(value, -0x1p31, 0x1p31 - 1));
}

void from_float(Values& v) {
  for (size_t t = 0; t < v[0].size(); ++t) {
    const double x = v[0][t];
    v[1][t] = wrapped(to_int(std::nearbyint(x)) + to_int(std::trunc(x)) * 2 + to_int(std::ceil(x)) * 3 +
                      to_int(std::floor(x)) * 5);
    v[2][t] = bounded(std::trunc(x), 0, 0x1p32 - 1);
    v[3][t] = std::nearbyint(x);
    v[4][t] = x;
    v[5][t] = to_f16(x);
    v[6][t] = to_bf16(x);
    v[7][t] = static_cast<int16_t>(to_int(x));
  }
}

void from_double(Values& v) {
  for (size_t t = 0; t < v[0].size(); ++t) {
    const double x = v[0][t];
    v[1][t] = wrapped(to_int(std::trunc(x)) + to_int(std::nearbyint(x)) + to_int(std::floor(x)));
    v[2][t] = bounded(std::trunc(x), 0, 0x1p63);
    const double nearest = to_f32(x);
    const double up = nearest >= x ? nearest : std::nextafterf(static_cast<float>(nearest), INFINITY);
    v[3][t] = to_f32(nearest + up);
    v[4][t] = to_f16(x);
  }
}

double toward_zero(double value) {
  const float nearest = static_cast<float>(value);
  return std::fabs(nearest) <= std::fabs(value) ? nearest : std::nextafterf(nearest, 0);
}

void to_float(Values& v) {
  for (size_t t = 0; t < v[0].size(); ++t) {
    double sum = to_f32(to_f32(v[0][t]) + toward_zero(v[1][t]));
    for (const double next : {to_f32(v[2][t]), v[3][t], v[4][t], v[5][t], double(int16_t(int64_t(v[0][t])))}) {
      sum = to_f32(sum + next);
    }
    v[6][t] = sum;
    v[7][t] = v[0][t] + v[1][t] + v[2][t];
  }
}

void rounding(Values& v) {
  for (size_t t = 0; t < v[0].size(); ++t) {
    const double x = v[0][t], small = v[2][t];
    double sum = std::nearbyint(x);
    for (const double next : {std::trunc(x), std::ceil(x), std::floor(x), std::round(x)}) sum = to_f32(sum + next);
    v[1][t] = sum;
    v[3][t] =
        wrapped(to_int(std::nearbyint(small)) + to_int(std::trunc(small)) + to_int(std::fmax(0, std::floor(small))));
  }
}

void packing(Values& v) {
  for (size_t t = 0; t < v[1].size(); ++t) {
    const auto byte = [&](double value) {
      return static_cast<uint8_t>(static_cast<int8_t>(bounded(value, -128, 127)));
    };
    const auto rest = static_cast<uint32_t>(static_cast<int32_t>(v[0][t + 2]));
    const uint32_t packed = byte(v[0][t]) << 8 | byte(v[0][t + 1]) | rest << 16;
    v[1][t] = static_cast<uint32_t>(packed + static_cast<uint32_t>(bounded(v[0][t], 0, 65535)));
    v[3][2 * t] = to_f16(v[2][2 * t]), v[3][2 * t + 1] = to_f16(v[2][2 * t + 1]);
  }
}

// Rounded to single precision, downward or upward.
double down(double exact) {
  const float nearest = static_cast<float>(exact);
  return nearest <= exact ? nearest : std::nextafterf(nearest, -INFINITY);
}
double up(double exact) {
  return -down(-exact);
}

void rounded_arithmetic(Values& v) {
  for (size_t t = 0; t < v[0].size(); ++t) {
    const double x = v[0][t], w = v[1][t];
    double sum = to_f32(toward_zero(x + double(1.3f)) + up(x * x));
    for (const double next :
         {down(x * x + x), to_f32(1 / x), to_f32(std::sqrt(x)), to_f32(1 / std::sqrt(x)), bounded(x, 0, 1)}) {
      sum = to_f32(sum + next);
    }
    v[2][t] = sum;
    v[3][t] = w + 1 + w * 3 + std::fmin(w, 2);
  }
}

KernelCase made(const std::string& kernel, size_t n, std::vector<Argument> arguments, void (*reference)(Values&)) {
  return {.name = kernel + "_" + std::to_string(n),
          .file = corpus("conversions.cu"),
          .kernel = kernel,
          .block = {static_cast<uint32_t>(n), 1, 1},
          .arguments = std::move(arguments),
          .reference = reference};
}

}  // namespace

Cases conversion_cases() {
  const std::vector<double> special = {0.5, -0.5, 1.5, 2.5, -2.5, 3e9, -3e9, 65519, 65520, -1e-8, 4e4, -4e4};
  Cases cases = {
      made("from_float", 100,
           {input("in", f32, 100, -1e5, 1e5), output("i32", i32, 100), output("u32", u32, 100), output("i64", i64, 100),
            output("f64", f64, 100), output("f16", f16, 100), output("bf16", bf16, 100), output("i16", i16, 100)},
           from_float),
      made("from_float", 12,
           {given("in", f32, special), output("i32", i32, 12), output("u32", u32, 12), output("i64", i64, 12),
            output("f64", f64, 12), output("f16", f16, 12), output("bf16", bf16, 12), output("i16", i16, 12)},
           from_float),
      made("from_double", 70,
           {input("in", f64, 70, -3e4, 3e4), output("i32", i32, 70), output("u64", u64, 70), output("f32", f32, 70),
            output("f16", f16, 70)},
           from_double),
      made("to_float", 64,
           {input("i32", i32, 64, -0x1p31, 0x1p31), input("u32", u32, 64, 0, 0x1p32),
            input("i64", i64, 64, -1e12, 1e12), input("u8", u8, 64, 0, 256), input("f16", f16, 64, -100, 100),
            input("bf16", bf16, 64, -100, 100), output("out", f32, 64), output("wide", f64, 64)},
           to_float),
      made("rounding", 90,
           {input("in", f32, 90, -50, 50), output("out", f32, 90), input("small", f16, 90, -50, 50),
            output("ints", i32, 90)},
           rounding),
      made("packing", 60,
           {input("in", i32, 62, -300, 300), output("out", u32, 60), input("pairs", f32, 120, -1000, 1000),
            output("halves", f16, 120)},
           packing),
      made("rounded_arithmetic", 128,
           {input("in", f32, 128, 0.01, 4), input("wide", f64, 128, -4, 4), output("out", f32, 128),
            output("to", f64, 128)},
           rounded_arithmetic),
  };
  cases.back().absolute = 1e-6, cases.back().relative = 1e-6;  // sums of already rounded terms
  return cases;
}

}  // namespace whet::kernels
