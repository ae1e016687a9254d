#include <complex>

#include "kernels/cases.h"

namespace whet::kernels {

namespace {

size_t number(const Values& v, size_t i) {
  return static_cast<size_t>(v[i][0]);
}

KernelCase made(const std::string& kernel, uint32_t blocks, uint32_t threads, std::vector<Argument> arguments,
                Reference reference) {
  return launch("science.cu", kernel, blocks, threads, std::move(arguments), std::move(reference));
}

KernelCase old(const std::string& file, KernelCase kernel_case) {
  kernel_case.file = corpus(file);
  return kernel_case;
}

void options(Values& v) {
  const auto cumulative = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2)); };
  for (size_t i = 0; i < v[0].size(); ++i) {
    const double s = v[0][i], k = v[1][i], t = v[2][i], root = std::sqrt(t);
    const double d1 = (std::log(s / k) + (0.02 + 0.045) * t) / (0.3 * root), d2 = d1 - 0.3 * root,
                 cash = k * std::exp(-0.02 * t);
    v[3][i] = s * cumulative(d1) - cash * cumulative(d2), v[4][i] = cash * cumulative(-d2) - s * cumulative(-d1);
  }
}

double mandelbrot(const Values& v, size_t i) {
  const size_t width = number(v, 1), height = number(v, 2);
  const double cx = -2 + 3.0 * static_cast<double>(i % width) / static_cast<double>(width);
  const double cy = -1.5 + 3.0 * static_cast<double>(i / width) / static_cast<double>(height);
  double x = 0, y = 0;
  int count = 0;
  for (; count < v[3][0] && x * x + y * y < 4; ++count) {
    const double next = x * x - y * y + cx;
    y = 2 * x * y + cy, x = next;
  }
  return count;
}

void darts(Values& v) {
  for (uint32_t thread = 0; thread < 192; ++thread) {
    uint32_t state = static_cast<uint32_t>(v[1][0]) + 7919 * thread;
    const auto next = [&] { return uint64_t{(state = state * 1664525 + 1013904223) >> 16}; };
    for (int r = 0; r < v[2][0]; ++r) {
      const uint64_t x = next(), y = next();
      v[0][0] += x * x + y * y < 65536ull * 65536;
    }
  }
}

// About eight entries a row, some rows long, some empty.
struct Sparse {
  std::vector<double> offsets = {0}, columns;
  Sparse(size_t rows, size_t cols) {
    uint64_t state = 17;
    const auto next = [&](size_t below) {
      return (state = state * 6364136223846793005 + 1442695040888963407) >> 33 % below;
    };
    for (size_t row = 0; row < rows; ++row) {
      const size_t count = row % 16 == 5 ? 0 : row % 16 == 7 ? 60 : next(12) % 12;
      for (size_t i = 0; i < count; ++i) columns.push_back(static_cast<double>(next(cols) % cols));
      offsets.push_back(static_cast<double>(columns.size()));
    }
  }
};

void sparse_product(Values& v) {
  for (size_t row = 0; row < v[4].size(); ++row) {
    for (auto i = static_cast<size_t>(v[0][row]); i < static_cast<size_t>(v[0][row + 1]); ++i) {
      v[4][row] += v[2][i] * v[3][static_cast<size_t>(v[1][i])];
    }
  }
}

KernelCase spmv(const std::string& kernel, size_t rows, uint32_t rows_per_block) {
  const Sparse matrix(rows, 300);
  KernelCase kernel_case = nearly(made(kernel, blocks_for(rows, rows_per_block), 128,
                                       {given("offsets", i32, matrix.offsets), given("columns", i32, matrix.columns),
                                        input("values", f32, matrix.columns.size()), input("x", f32, 300),
                                        output("y", f32, rows), integer("rows", static_cast<int>(rows))},
                                       sparse_product),
                                  1e-5, 1e-5);
  kernel_case.name += "_" + std::to_string(rows);
  kernel_case.family = rows > 1000 ? "spmv" : "";
  return kernel_case;
}

using Complex = std::complex<double>;

double multiplied(const Values& v, size_t i) {
  const size_t at = i & ~size_t{1};
  const Complex product = Complex(v[0][at], v[0][at + 1]) * Complex(v[1][at], v[1][at + 1]);
  return i & 1 ? product.imag() : product.real();
}

// Transforms of n points each, of argument `in` into argument `out`.
void fourier(const std::vector<double>& in, std::vector<double>& out, size_t n) {
  std::vector<Complex> roots(n);
  for (size_t i = 0; i < n; ++i)
    roots[i] = std::polar(1.0, -2 * 3.14159265358979323846 * static_cast<double>(i) / static_cast<double>(n));
  const std::vector<double> from = in;
  for (size_t first = 0; first < from.size() / 2; first += n) {
    for (size_t k = 0; k < n; ++k) {
      Complex sum = 0;
      for (size_t j = 0; j < n; ++j)
        sum += Complex(from[2 * (first + j)], from[2 * (first + j) + 1]) * roots[j * k % n];
      out[2 * (first + k)] = sum.real(), out[2 * (first + k) + 1] = sum.imag();
    }
  }
}

void gravity(Values& v) {
  for (size_t i = 0; i < v[0].size(); i += 4) {
    double sum[3] = {};
    for (size_t j = 0; j < v[0].size(); j += 4) {
      double d[3], square = v[3][0];
      for (size_t k = 0; k < 3; ++k) d[k] = v[0][j + k] - v[0][i + k], square += d[k] * d[k];
      for (size_t k = 0; k < 3; ++k) sum[k] += d[k] * v[0][j + 3] / (square * std::sqrt(square));
    }
    std::copy(sum, sum + 3, &v[1][i]);
  }
}

KernelCase bodies(const std::string& file, const std::string& kernel, int n, uint32_t threads) {
  KernelCase kernel_case = nearly(
      made(kernel, blocks_for(n, threads), threads,
           {input("bodies", f32, 4 * n, 0, 1), output("out", f32, 4 * n), integer("n", n), real("softening", 0.01)},
           gravity),
      1e-2, 1e-4);
  kernel_case.name += "_" + std::to_string(n);
  kernel_case.family = n == 512 ? "nbody" : "";
  kernel_case.file = file;
  return kernel_case;
}

void philox(uint32_t (&c)[4], uint32_t key0, uint32_t key1) {
  for (int round = 0; round < 10; ++round, key0 += 0x9E3779B9, key1 += 0xBB67AE85) {
    const uint64_t p0 = uint64_t{0xD2511F53} * c[0], p1 = uint64_t{0xCD9E8D57} * c[2];
    const uint32_t next[] = {uint32_t(p1 >> 32) ^ c[1] ^ key0, uint32_t(p1), uint32_t(p0 >> 32) ^ c[3] ^ key1,
                             uint32_t(p0)};
    std::copy(next, next + 4, c);
  }
}

void random_words(Values& v) {
  for (uint32_t i = 0; i < v[0].size() / 4; ++i) {
    uint32_t c[4] = {i, 0, 0, 0};
    philox(c, 0x12345678, 0x9abc);
    std::copy(c, c + 4, &v[0][4 * i]);
  }
}

void normals(Values& v) {
  for (uint32_t i = 0; i < v[0].size() / 2; ++i) {
    uint32_t c[4] = {i, 0, 0, 0};
    philox(c, static_cast<uint32_t>(v[1][0]), 0);
    const double radius = std::sqrt(-2 * std::log((c[0] + 0.5) * 0x1p-32)),
                 angle = c[1] * 0x1p-31 * 3.14159265358979323846;
    v[0][2 * i] = radius * std::cos(angle), v[0][2 * i + 1] = radius * std::sin(angle);
  }
}

}  // namespace

Cases science_cases() {
  Cases cases = {
      nearly(
          made("black_scholes", 2, 128,
               {input("price", f32, 250, 5, 30), input("strike", f32, 250, 1, 100), input("years", f32, 250, 0.25, 10),
                output("call", f32, 250), output("put", f32, 250), integer("n", 250)},
               options),
          1e-3, 1e-4),
      made("mandelbrot", 2, 16,
           {output("out", i32, 31 * 22), integer("width", 31), integer("height", 22), integer("limit", 100)},
           each(0, mandelbrot)),
      made("monte_carlo_pi", 3, 64, {output("inside", u32, 1), scalar("seed", u32, 12345), integer("rounds", 50)},
           darts),
      spmv("spmv_thread", 150, 128),
      spmv("spmv_warp", 150, 4),
      spmv("spmv_thread", 8192, 128),
      spmv("spmv_warp", 8192, 4),
      nearly(made("complex_multiply", 2, 64,
                  {input("a", f32, 200), input("b", f32, 200), output("out", f32, 200), integer("n", 100)},
                  each(2, multiplied)),
             1e-6, 0),
      nearly(made("fourier_16", 1, 64, {input("in", f64, 128), output("out", f64, 128)},
                  [](Values& v) { fourier(v[0], v[1], 16); }),
             1e-13, 0),
      nearly(old("fft.cu", made("fft_1024", 2, 256, {in_out(input("data", f32, 4096))},
                                [](Values& v) { fourier(v[0], v[0], 1024); })),
             5e-3, 0),
      made("integral_rows", 1, 40, {input("in", i32, 2000, -1e9, 1e9), output("out", i64, 2000), integer("width", 50)},
           each(1, [](const Values& v, size_t i) { return v[0][i] + (i % 50 ? v[1][i - 1] : 0); })),
      bodies("science.cu", "nbody_direct", 100, 64),
      bodies("science.cu", "nbody_direct", 512, 128),
      bodies(corpus("nbody.cu"), "nbody", 512, 256),
      old("philox.cu",
          made("uniform_bits", 2, 64, {output("out", u32, 400), scalar("seed", u64, 0x9abc12345678), integer("n", 100)},
               random_words)),
      nearly(old("philox.cu", made("normals", 2, 64,
                                   {output("out", f32, 220), scalar("seed", u32, 42), integer("n", 110)}, normals)),
             1e-5, 1e-5),
  };
  for (KernelCase& kernel_case : cases) {
    if (kernel_case.name == "mandelbrot") kernel_case.grid[1] = 6, kernel_case.block[1] = 4;
  }
  return cases;
}

}  // namespace whet::kernels
