#include <bit>

#include "kernels/cases.h"
#include "kernels/small_floats.h"

namespace whet::kernels {

namespace {

using Function = double (*)(double);

// Functions of the rows, in double, and how far single precision may be off.
struct Rows {
  std::string kernel;
  std::vector<Function> functions;
  double low, high, absolute, relative;
  Element element = f32;
};

KernelCase made(const Rows& rows) {
  constexpr size_t n = 203;
  const std::vector<Function> functions = rows.functions;
  return {.name = rows.kernel,
          .file = "functions.cu",
          .kernel = rows.kernel,
          .grid = {4, static_cast<uint32_t>(functions.size()), 1},
          .block = {64, 1, 1},
          .arguments = {input("in", rows.element, n, rows.low, rows.high),
                        output("out", rows.element, n * functions.size()), integer("n", n)},
          .reference = each(1, [functions](const Values& v, size_t i) { return functions[i / n](v[0][i % n]); }),
          .absolute = rows.absolute,
          .relative = rows.relative,
          .bits_equal_on_gpu = false};
}

double pi_times(double x) {
  return 3.14159265358979323846 * x;
}

// The inverse by halving: erf grows.
double erf_inverse(double y) {
  double low = -6, high = 6;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (std::erf(middle) < y ? low : high) = middle;
  }
  return low;
}

#define OF(expression) [](double x) -> double { return expression; }

Cases singles() {
  return {
      made({"exponentials",
            {OF(std::exp(x)), OF(std::exp2(x)), OF(std::pow(10, x)), OF(std::expm1(x)), OF(std::sinh(x)),
             OF(std::cosh(x)), OF(std::tanh(x)), OF(std::pow(2.5, x)), OF(x * 32)},
            -8,
            8,
            1e-7,
            2e-6}),
      made({"logarithms",
            {OF(std::log(x)), OF(std::log2(x)), OF(std::log10(x)), OF(std::log1p(x)), OF(std::sqrt(x)),
             OF(1 / std::sqrt(x)), OF(std::cbrt(x)), OF(std::pow(x, double(1.7f))), OF(1 / x), OF(std::logb(x))},
            0.01,
            30,
            1e-7,
            2e-6}),
      made({"angles",
            {OF(std::sin(x)), OF(std::cos(x)), OF(std::tan(x)), OF(std::sin(pi_times(x))), OF(std::cos(pi_times(x))),
             OF(std::atan(x)), OF(std::atan2(x, 2)), OF(std::asinh(x)), OF(std::hypot(x, 3))},
            -20,
            20,
            1e-6,
            2e-6}),
      made({"unit_functions",
            {OF(std::asin(x)), OF(std::acos(x)), OF(std::atanh(x)), OF(std::erf(x)), OF(std::erfc(x)),
             OF(erf_inverse(x)), OF(0.5 * std::erfc(-x / std::sqrt(2))), OF(std::tgamma(x + 3)), OF(std::lgamma(x + 3)),
             OF(::j0(x)), OF(std::fmod(x, double(0.3f))), OF(std::remainder(x, double(0.3f)))},
            -0.95,
            0.95,
            1e-6,
            4e-6}),
      made({"fast_functions",
            {OF(std::exp(x)), OF(std::log(x)), OF(std::sin(x)), OF(std::cos(x)), OF(std::pow(x, 1.5)), OF(x / 3),
             OF(std::log2(x)), OF(std::pow(10, x)), OF(std::tan(x)), OF(std::clamp(x, 0.0, 1.0))},
            0.05,
            1.5,
            2e-6,
            1e-5}),
  };
}

Cases doubles() {
  return {
      made({"doubles_growing",
            {OF(std::exp(x)), OF(std::log(x)), OF(std::pow(x, 1.7)), OF(std::sqrt(x)), OF(1 / std::sqrt(x)), OF(1 / x),
             OF(std::cbrt(x)), OF(std::log1p(x)), OF(std::expm1(x)), OF(std::exp2(x))},
            0.001,
            40,
            1e-15,
            3e-15,
            f64}),
      made({"doubles_turning",
            {OF(std::sin(x)), OF(std::cos(x)), OF(std::tan(x)), OF(std::atan(x)), OF(std::tanh(x)), OF(std::erf(x)),
             OF(std::fmod(x, 0.7)), OF(std::tgamma(x + 6)), OF(std::hypot(x, 2)), OF(std::sinh(x))},
            -5,
            5,
            1e-15,
            1e-14,
            f64}),
  };
}

float next_up(float value) {
  return std::nextafterf(value, INFINITY);
}

// Roundings of an exact value in double or long double: nearest, toward zero, up, down.
struct Rounded {
  double rn, rz, ru, rd;
  explicit Rounded(long double exact) {
    const float nearest = static_cast<float>(exact);
    rd = nearest <= exact ? nearest : -next_up(-nearest);
    ru = nearest >= exact ? nearest : next_up(nearest);
    rn = nearest, rz = exact < 0 ? ru : rd;
  }
};

void directed(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    const long double x = v[0][i], y = v[1][i];
    const Rounded sum(x + y), product(x * y), quotient(x / y), fused(x * y + x), difference(x - y), other(x * y + y);
    const double results[] = {sum.rn,     sum.rz,     sum.ru,        sum.rd,      product.rn,  product.rz,
                              product.ru, product.rd, quotient.rn,   quotient.rz, quotient.ru, quotient.rd,
                              fused.rz,   fused.ru,   difference.rz, other.rd};
    std::copy(results, results + 16, &v[2][16 * i]);
  }
}

double as_int(uint32_t bits) {
  return static_cast<int32_t>(bits);
}

void directed_conversions(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    const double x = v[0][i], single = to_f32(x);
    const auto bits = std::bit_cast<uint64_t>(x);
    const double ints[] = {std::nearbyint(x),
                           std::trunc(x),
                           std::ceil(x),
                           std::floor(x),
                           std::fmax(0, std::nearbyint(x)),
                           std::floor(single),
                           as_int(uint32_t(bits >> 32)),
                           as_int(uint32_t(bits))};
    std::copy(ints, ints + 8, &v[2][8 * i]);
    v[3][2 * i] = std::floor(x), v[3][2 * i + 1] = std::ceil(single);
    const Rounded wide(v[1][i]), narrow(x);
    const double floats[] = {wide.rz, wide.ru, narrow.rz, narrow.rd};
    std::copy(floats, floats + 4, &v[4][4 * i]);
  }
}

void edges(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    const auto x = static_cast<float>(v[0][i]);
    const double results[] = {
        std::fmin(x, 1.0f), std::fmax(x, -1.0f), std::copysign(3.0f, x), std::nextafterf(x, 2.0f),
        x * 0.5f,           std::fabs(x),        std::trunc(x),          std::isfinite(x) ? std::nearbyint(x) : 7.0f};
    std::copy(results, results + 8, &v[1][8 * i]);
    v[2][i] = std::isnan(x) + 2 * std::isinf(x) + 4 * std::signbit(x) + 8 * (x == 0) + 16 * std::isfinite(x) +
              32 * (x < 1) + 64 * !(x >= 1) + 128 * (x != x);
  }
}

Cases corpus_functions() {
  const auto whole = [](const std::string& kernel, Element element, double low, double high, double absolute,
                        Function f) {
    return KernelCase{.name = "math_" + kernel,
                      .file = corpus("math_functions.cu"),
                      .kernel = kernel,
                      .block = {100, 1, 1},
                      .arguments = {input("in", element, 100, low, high), output("out", element, 100)},
                      .reference = each(1, [f](const Values& v, size_t i) { return f(v[0][i]); }),
                      .absolute = absolute,
                      .relative = absolute,
                      .bits_equal_on_gpu = false};
  };
  return {
      whole(
          "singles", f32, 0.05, 0.95, 2e-5,
          OF(std::sin(x) + std::cos(x) + std::tan(x) + std::exp(x) + std::log(x) + std::pow(x, 1.7) + std::atan2(x, 2) +
             std::cbrt(x) + std::erf(x) + std::lgamma(x) + std::fmod(x, 3.3) + std::hypot(x, 2) + std::log1p(x) +
             std::expm1(x) + std::asin(x) + 1 / std::sqrt(x) + std::pow(10, x) + 0.5 * std::erfc(-x / std::sqrt(2)))),
      whole("singles_fast", f32, 0.1, 1.5, 2e-3,
            OF(std::sin(x) + std::cos(x) + std::exp(x) + std::log(x) + std::pow(x, 1.7) + x / 3 + 1 / x + std::tanh(x) +
               std::sqrt(x))),
      whole("doubles", f64, 0.05, 9, 1e-12,
            OF(std::sin(x) + std::exp(x) + std::log(x) + std::pow(x, 1.7) + std::sqrt(x) + 1 / x + 1 / std::sqrt(x) +
               std::atan(x) + std::fmod(x, 3) + std::erf(x) + std::ceil(x) + 1)),
  };
}

#undef OF

double classified(const Values& v, size_t i) {
  const auto x = static_cast<float>(v[0][i]);
  return std::isnan(x) + std::isinf(x) * 2 + std::signbit(x) * 4 + std::isfinite(v[1][i]) * 8 + std::ilogb(x) +
         (v[1][i] != 0);
}

}  // namespace

Cases function_cases() {
  Cases cases = singles();
  append(cases, doubles());
  append(cases, corpus_functions());
  const std::vector<double> odd = {0.0,    -0.0, 1,        -1,        0.5, -2.5,    1e-40,
                                   -1e-45, 3e38, INFINITY, -INFINITY, 1.5, 16777217};
  const Cases others = {
      {.name = "directed",
       .file = "functions.cu",
       .kernel = "directed",
       .block = {80, 1, 1},
       .arguments = {input("a", f32, 80, -3, 3), input("b", f32, 80, -3, 3), output("out", f32, 1280)},
       .reference = directed},
      {.name = "directed_conversions",
       .file = "functions.cu",
       .kernel = "directed_conversions",
       .block = {50, 1, 1},
       .arguments = {input("in", f64, 50, -1e6, 1e6), input("wide", i64, 50, -1e12, 1e12), output("ints", i32, 400),
                     output("longs", i64, 100), output("floats", f32, 200)},
       .reference = directed_conversions},
      {.name = "edges",
       .file = "functions.cu",
       .kernel = "edges",
       .block = {32, 1, 1},
       .arguments = {given("in", f32, odd), output("out", f32, 8 * odd.size()), output("classes", i32, odd.size()),
                     integer("n", static_cast<int>(odd.size()))},
       .reference = edges},
      {.name = "math_classify",
       .file = corpus("math_functions.cu"),
       .kernel = "classify",
       .block = {11, 1, 1},
       .arguments = {given("in", f32, {1, -1, 0.5, 1e-40, 3e38, -8, 0.1, 100, -1e-10, 2, 7}),
                     given("wide", f64, {0, 1, INFINITY, -1, 0, 1e300, 5, -0.0, 3, 2, 1}), output("out", i32, 11)},
       .reference = each(2, classified)},
  };
  append(cases, others);
  return cases;
}

}  // namespace whet::kernels
