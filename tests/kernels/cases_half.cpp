#include "kernels/cases.h"
#include "kernels/small_floats.h"

namespace whet::kernels {

namespace {

KernelCase made(const std::string& kernel, uint32_t threads, std::vector<Argument> arguments, Reference reference) {
  KernelCase made = launch("halves.cu", kernel, 1, threads, std::move(arguments), std::move(reference));
  made.min_sm = 80;
  return made;
}

KernelCase from_corpus(KernelCase made, const std::string& file) {
  made.file = corpus(file);
  return made;
}

template <double (*round)(double)>
void operations(Values& v, size_t stride) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    const double x = v[0][i], y = v[1][i];
    double* to = &v[2][stride * i];
    to[0] = round(x + y), to[1] = round(x - y), to[2] = round(x * y), to[3] = round(x / y), to[4] = round(x * y + x);
    to[5] = std::fmax(x, y), to[6] = std::fmin(x, y);
    if (stride == 8)
      to[7] = -x;
    else
      to[7] = std::fabs(x), to[8] = -y, to[9] = std::clamp(round(x + y), 0.0, 1.0);
  }
}

void compares(Values& v) {
  for (size_t i = 0; i < v[0].size() / 2; ++i) {
    const double *x = &v[0][2 * i], *y = &v[1][2 * i];
    const auto both = [&](auto holds) { return uint32_t{holds(x[0], y[0]) && holds(x[1], y[1])}; };
    uint32_t bits = both(std::equal_to()) | both(std::less()) << 1 | both(std::less_equal()) << 2 |
                    both(std::greater()) << 3 | both(std::not_equal_to()) << 4;
    bits |= uint32_t{x[0] < y[0]} << 5 | uint32_t{x[1] >= y[1]} << 6;
    const auto mask = [&](bool low, bool high) { return (low ? 0xffffu : 0) | (high ? 0xffff0000u : 0); };
    v[2][2 * i] = bits;
    v[2][2 * i + 1] = mask(x[0] == y[0], x[1] == y[1]) ^ (mask(x[0] < y[0], x[1] < y[1]) & 0x5555aaaau);
  }
}

double function(const Values& v, size_t i) {
  const size_t n = v[0].size();
  const double x = v[0][i % n];
  const double results[] = {std::exp(x), std::log(x), std::sqrt(x),  1 / std::sqrt(x),  std::sin(x),
                            std::cos(x), 1 / x,       std::floor(x), std::nearbyint(x), std::tanh(x)};
  return to_f16(results[i / n]);
}

void words(Values& v) {
  for (size_t i = 0; i < v[2].size(); ++i) {
    const double *x = &v[0][2 * i], *y = &v[0][2 * (i ^ 1)];
    const double halves[] = {x[1], x[0], x[0], y[0], x[1], y[1], x[1], y[0]};
    std::copy(halves, halves + 8, &v[1][8 * i]);
    v[2][i] = encode(x[0], k_f16) * 65537.0;
  }
}

// Rounded away from the nearest: toward zero or up, by a step of the last place.
double step_to(double exact, bool up) {
  const double nearest = to_f16(exact);
  const bool wanted = up ? nearest >= exact : std::fabs(nearest) <= std::fabs(exact);
  if (wanted) return nearest;
  const uint32_t bits = encode(nearest, k_f16);
  const bool grow = up && exact > 0;
  return decode(grow ? bits + 1 : bits - 1, k_f16);
}

void conversions(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    const double x = v[0][i], scaled = to_f32(x * double(1.001f));
    const double ints[] = {std::nearbyint(x), std::floor(x), std::ceil(x), std::fmax(std::trunc(x), 0)};
    std::copy(ints, ints + 4, &v[1][4 * i]);
    v[2][i] = x;
    const double back[] = {to_f16(static_cast<double>(i * 37)), step_to(scaled, false), step_to(scaled, true),
                           to_f16(static_cast<double>(i * 1999 % 65536))};
    std::copy(back, back + 4, &v[3][4 * i]);
  }
}

double row_of_halves(const Values& v, size_t row) {
  const size_t cols = v[1].size();
  double sum = 0;
  for (size_t c = 0; c < cols; ++c) sum += to_f16(v[0][row * cols + c] * v[1][c]);
  return 0.5 * sum * (1 + std::erf(sum * 0.70710678));
}

void atomics(Values& v) {
  for (size_t i = 0; i < v[2].size(); ++i) {
    const auto at = static_cast<size_t>(v[2][i]);
    v[0][2 * at] += v[1][2 * i], v[0][2 * at + 1] += v[1][2 * i + 1];
    ++v[3][at];
  }
}

void quantised(Values& v) {
  const auto cols = static_cast<size_t>(v[3][0]);
  for (size_t row = 0; row < v[2].size(); ++row) {
    float high = 0;
    for (size_t c = 0; c < cols; ++c) high = std::fmax(high, static_cast<float>(std::fabs(v[0][row * cols + c])));
    v[2][row] = high / 448.0f;
    for (size_t c = row * cols; c < (row + 1) * cols; ++c) {
      v[1][c] = encode(static_cast<float>(v[0][c]) / static_cast<float>(v[2][row]), k_e4m3);
    }
  }
}

std::vector<double> all_bytes(const FloatFormat& format) {
  std::vector<double> bytes;  // that are numbers
  for (uint32_t i = 0; bytes.size() < 200; ++i) {
    if (std::isfinite(decode(i * 37 % 256, format))) bytes.push_back(i * 37 % 256);
  }
  return bytes;
}

void dequantised(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    v[2][2 * i] = decode(static_cast<uint32_t>(v[0][i]), k_e4m3);
    v[2][2 * i + 1] = decode(static_cast<uint32_t>(v[1][i]), k_e5m2);
  }
}

// The corpus's chain of pair operations.
double half_pair(double a, double b) {
  double v = to_f16(a * b + to_f16(a + to_f16(b * b)));
  v = std::fmin(std::fmax(v, a), b);
  return std::fmax(to_f16(v * a + b), 0.0);
}

void half_pairs(Values& v) {
  for (size_t i = 0; i < v[2].size(); i += 2) {
    const double x[] = {half_pair(v[0][i], v[1][i]), half_pair(v[0][i + 1], v[1][i + 1])};
    const bool both = x[0] >= v[0][i] && x[1] >= v[0][i + 1];
    for (size_t j = 0; j < 2; ++j) v[2][i + j] = both ? to_f16(x[j] + v[0][i + j]) : x[j] > v[1][i + j];
  }
}

double bfloat_pair(const Values& v, size_t i) {
  const double a = v[0][i], b = v[1][i];
  const double chained = std::fmax(to_bf16(to_bf16(a * b + to_bf16(a + b)) * a), b);
  return chained < a;
}

double half_scalar(const Values& v, size_t i) {
  const double x = v[0][i];
  const double sum = std::exp2(x) + std::sqrt(x) / x + std::sin(x) + 1 / std::sqrt(x) + x + std::log2(x);
  return (x < 0.5 ? std::clamp(x * x + x, 0.0, 1.0) : sum) + std::exp2(std::tanh(x));
}

void dot(Values& v) {
  double sum = 0;
  for (size_t i = 0; i < v[0].size(); ++i) sum += v[0][i] * v[1][i];
  for (double& out : v[2]) out = sum;
}

void to_fp8(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) v[1][i] = encode(v[0][i], k_e4m3), v[2][i] = encode(v[0][i], k_e5m2);
}

Cases corpus_halves() {
  return {
      from_corpus(
          made("half_pairs", 70,
               {input("a", f16, 130, -2, 2), input("b", f16, 130, -2, 2), output("out", f16, 130), integer("n", 65)},
               half_pairs),
          "half_math.cu"),
      nearly(
          from_corpus(made("half_scalars", 96, {input("a", f16, 90, 0.1, 2), output("out", f16, 90), integer("n", 90)},
                           each(1, half_scalar)),
                      "half_math.cu"),
          0.02, 0.01),
      from_corpus(
          made("bfloat_pairs", 50,
               {input("a", bf16, 90, -2, 2), input("b", bf16, 90, -2, 2), output("out", bf16, 90), integer("n", 45)},
               each(2, bfloat_pair)),
          "half_math.cu"),
      nearly(from_corpus(
                 made("dot_halves", 32,
                      {input("a", f16, 200), input("b", f16, 200), output("out", f32, 32), integer("n", 100)}, dot),
                 "half_math.cu"),
             0.05, 0.01),
      from_corpus(
          made("to_fp8", 64,
               {input("in", f32, 120, -500, 500), output("e4m3", u8, 120), output("e5m2", u8, 120), integer("n", 60)},
               to_fp8),
          "fp8.cu"),
      from_corpus(
          made("from_fp8", 128, {given("in", u8, all_bytes(k_e4m3)), output("out", f16, 200), integer("n", 100)},
               each(1, [](const Values& v, size_t i) { return decode(static_cast<uint32_t>(v[0][i]), k_e4m3); })),
          "fp8.cu"),
  };
}

}  // namespace

Cases half_cases() {
  Cases cases = {
      made("half_axpy", 150, {in_out(input("y", f16, 290)), input("x", f16, 290), real("a", 0.75), integer("n", 145)},
           each(0, [](const Values& v, size_t i) { return to_f16(0.75 * v[1][i] + v[0][i]); })),
      nearly(made("half_each", 60, {input("a", f16, 60, -4, 4), input("b", f16, 60, 0.5, 4), output("out", f16, 600)},
                  [](Values& v) { operations<to_f16>(v, 10); }),
             0, 0x1p-10),
      nearly(
          made("bfloat_each", 60, {input("a", bf16, 60, -4, 4), input("b", bf16, 60, 0.5, 4), output("out", bf16, 480)},
               [](Values& v) { operations<to_bf16>(v, 8); }),
          0, 0x1p-7),
      made("half_compares", 64, {input("a", i16, 128, 0, 3), input("b", i16, 128, 0, 3), output("out", u32, 128)},
           compares),
      nearly(made("half_functions", 110, {input("in", f16, 101, 0.1, 3), output("out", f16, 1010), integer("n", 101)},
                  each(1, function)),
             2e-3, 2e-3),
      made("half_words", 32, {input("in", f16, 64), output("out", f16, 256), output("words", u32, 32)}, words),
      made("half_conversions", 40,
           {input("in", f16, 40, -200, 200), output("ints", i32, 160), output("floats", f32, 40),
            output("back", f16, 160)},
           conversions),
      nearly(made("half_rows", 128,
                  {input("a", f16, 3 * 500), input("x", f16, 500), output("out", f16, 3), integer("cols2", 250)},
                  each(2, row_of_halves)),
             2e-3, 2e-3),
      nearly(made("half_atomics", 100,
                  {output("sums", f16, 14), input("in", f16, 200), input("where", i32, 100, 0, 7),
                   output("single", bf16, 7), integer("n", 100)},
                  atomics),
             0.05, 0.01),
      made("quantise_fp8", 32,
           {input("in", f32, 3 * 75, -9, 9), output("out", u8, 225), output("scales", f32, 3), integer("cols", 75)},
           quantised),
      made("dequantise_fp8", 256,
           {given("e4m3", u8, all_bytes(k_e4m3)), given("e5m2", u8, all_bytes(k_e5m2)), output("out", f16, 400),
            integer("n", 200)},
           dequantised),
  };
  for (KernelCase& kernel_case : cases) {
    if (kernel_case.name == "half_rows" || kernel_case.name == "quantise_fp8") kernel_case.grid[0] = 3;
    // Small whole numbers, so that many are equal.
    for (Argument& argument : kernel_case.arguments) {
      if (kernel_case.name != "half_compares" || argument.output) continue;
      argument = given(argument.name, f16, values_of(i16, argument.bytes));
    }
  }
  append(cases, corpus_halves());
  return cases;
}

}  // namespace whet::kernels
