#include <complex>

#include "kernels/cases.h"
#include "kernels/small_floats.h"

namespace whet::kernels {

namespace {

size_t number(const Values& v, size_t i) {
  return static_cast<size_t>(v[i][0]);
}

KernelCase made(const std::string& kernel, uint32_t blocks, uint32_t threads, std::vector<Argument> arguments,
                std::function<void(Values&)> reference) {
  return {.name = kernel,
          .file = "models.cu",
          .kernel = kernel,
          .grid = {blocks, 1, 1},
          .block = {threads, 1, 1},
          .arguments = std::move(arguments),
          .reference = std::move(reference)};
}

KernelCase nearly(KernelCase kernel_case, double absolute, double relative) {
  kernel_case.absolute = absolute, kernel_case.relative = relative;
  kernel_case.bits_equal_on_gpu = false;
  return kernel_case;
}

void adam(Values& v) {
  const double step = v[5][0];
  for (size_t i = 0; i < v[0].size(); ++i) {
    v[2][i] = 0.9 * v[2][i] + 0.1 * v[1][i];
    v[3][i] = 0.999 * v[3][i] + 0.001 * v[1][i] * v[1][i];
    const double mean = v[2][i] / (1 - std::pow(0.9, step)), spread = v[3][i] / (1 - std::pow(0.999, step));
    v[0][i] -= v[4][0] * mean / (std::sqrt(spread) + 1e-8);
  }
}

// Query rows against all keys, or those up to the row; weights by softmax of scaled scores in base `base`.
void attend(Values& v, size_t width, size_t length, double scale, double base, bool causal) {
  for (size_t row = 0; row < v[0].size() / width; ++row) {
    std::vector<double> weights(causal ? row + 1 : length);
    double total = 0;
    for (size_t j = 0; j < weights.size(); ++j) {
      double score = 0;
      for (size_t i = 0; i < width; ++i) score += v[0][row * width + i] * v[1][j * width + i];
      total += weights[j] = std::pow(base, score * scale);
    }
    for (size_t i = 0; i < width; ++i) {
      double sum = 0;
      for (size_t j = 0; j < weights.size(); ++j) sum += weights[j] * v[2][j * width + i];
      v[3][row * width + i] = sum / total;
    }
  }
}

void kmeans(Values& v) {
  const size_t dims = number(v, 6);
  for (size_t i = 0; i < v[2].size(); ++i) {
    v[3][i] = INFINITY;
    for (size_t c = 0; c < v[1].size() / dims; ++c) {
      double sum = 0;
      for (size_t d = 0; d < dims; ++d) sum += std::pow(v[0][i * dims + d] - v[1][c * dims + d], 2);
      if (sum < v[3][i]) v[3][i] = sum, v[2][i] = static_cast<double>(c);
    }
  }
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
                                       {input("offsets", i32, matrix.offsets), input("columns", i32, matrix.columns),
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

std::vector<double> text(const std::string& words, size_t length) {
  std::vector<double> bytes;
  for (size_t i = 0; i < length; ++i) bytes.push_back(words[i % words.size()]);
  return bytes;
}

void upper(Values& v) {
  const auto letter = [](double c) { return std::isalpha(static_cast<int>(c)) != 0; };
  for (size_t i = 0; i < v[0].size(); ++i) {
    v[1][i] = std::toupper(static_cast<int>(v[0][i]));
    v[2][0] += letter(v[0][i]) && (i == 0 || !letter(v[0][i - 1]));
  }
}

void found(Values& v) {
  const size_t length = v[1].size();
  for (size_t i = 0; i + length <= v[0].size(); ++i) {
    if (std::equal(v[1].begin(), v[1].end(), v[0].begin() + long(i)))
      v[2][i / 32] += std::ldexp(1, static_cast<int>(i % 32));
  }
}

void edit_distance(Values& v) {
  std::vector<double> row(v[1].size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = static_cast<double>(j);
  for (size_t i = 0; i < v[0].size(); ++i) {
    double corner = row[0]++;
    for (size_t j = 0; j < v[1].size(); ++j) {
      const double kept = row[j + 1];
      row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, corner + (v[0][i] != v[1][j])});
      corner = kept;
    }
  }
  v[2][0] = row.back();
}

void quantised(Values& v) {
  const size_t cols = number(v, 3);
  for (size_t row = 0; row < v[2].size(); ++row) {
    float high = 0;
    for (size_t c = 0; c < cols; ++c) high = std::fmax(high, static_cast<float>(std::fabs(v[0][row * cols + c])));
    const float scale = high / 127.0f;
    for (size_t c = row * cols; c < (row + 1) * cols; ++c)
      v[1][c] = std::nearbyint(static_cast<float>(v[0][c]) / scale);
    v[2][row] = scale;
  }
}

double dropped(const Values& v, size_t i) {
  uint32_t x = static_cast<uint32_t>(v[2][0]) ^ static_cast<uint32_t>(i) * 0x9e3779b9u;
  x ^= x >> 16, x *= 0x85ebca6b, x ^= x >> 13, x *= 0xc2b2ae35, x ^= x >> 16;
  const auto keep = static_cast<float>(v[3][0]);
  return static_cast<float>(x >> 8) * 5.9604645e-8f < keep ? static_cast<float>(v[0][i]) / keep : 0;
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

Cases corpus_models();

}  // namespace

Cases model_cases() {
  const auto words = text("It was the best of times, it was the WORST of times; ", 300);
  Cases cases = {
      nearly(made("silu_gate", 3, 100,
                  {input("gate", f32, 290, -5, 5), input("up", f32, 290), output("out", f32, 290), integer("n", 290)},
                  each(2, [](const Values& v, size_t i) { return v[0][i] / (1 + std::exp(-v[0][i])) * v[1][i]; })),
             1e-6, 1e-5),
      nearly(made("adam", 2, 128,
                  {in_out(input("weights", f32, 200)), input("gradients", f32, 200), in_out(input("m", f32, 200)),
                   in_out(input("v", f32, 200, 0, 1)), real("rate", 0.01), integer("step", 7), integer("n", 200)},
                  adam),
             1e-5, 1e-4),
      nearly(made("attention_plain", 20, 32,
                  {input("q", f32, 480), input("k", f32, 480), input("v", f32, 480), output("out", f32, 480),
                   integer("length", 20), integer("width", 24)},
                  [](Values& v) { attend(v, 24, 20, 1 / std::sqrt(24), std::exp(1), true); }),
             1e-5, 1e-4),
      nearly(made("kmeans_assign", 2, 100,
                  {input("points", f32, 190 * 3), input("centres", f32, 21), output("owner", i32, 190),
                   output("distance", f32, 190), integer("n", 190), integer("k", 7), integer("dims", 3)},
                  kmeans),
             1e-6, 1e-5),
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
      made("text_words", 4, 96,
           {input("in", u8, words), output("out", u8, 300), output("words", i32, 1), integer("n", 300)}, upper),
      made("find_pattern", 5, 64,
           {input("text", u8, words), input("pattern", u8, text("times", 5)), output("found", u32, 10),
            integer("n", 300), integer("length", 5)},
           found),
      made("edit_distance", 1, 64,
           {input("a", u8, text("sunday morning is the best of all", 33)),
            input("b", u8, text("saturday mourning its the rest or fall", 38)), output("out", i32, 1), integer("n", 33),
            integer("m", 38)},
           edit_distance),
      made("quantise_rows", 3, 64,
           {input("in", f32, 300, -7, 7), output("out", i8, 300), output("scales", f32, 3), integer("cols", 100)},
           quantised),
      made("dequantise_rows", 3, 32,
           {input("in", i8, 150, -127, 128), input("scales", f32, 3), output("out", f32, 150), integer("cols", 50)},
           each(2, [](const Values& v, size_t i) { return to_f32(v[0][i] * v[1][i / 50]); })),
      made("dropout", 3, 100,
           {input("in", f32, 299), output("out", f32, 299), scalar("seed", u32, 99), real("keep", 0.7),
            integer("n", 299)},
           each(1, dropped)),
      made("integral_rows", 1, 40, {input("in", i32, 2000, -1e9, 1e9), output("out", i64, 2000), integer("width", 50)},
           each(1, [](const Values& v, size_t i) { return v[0][i] + (i % 50 ? v[1][i - 1] : 0); })),
      bodies("models.cu", "nbody_direct", 100, 64),
      bodies("models.cu", "nbody_direct", 512, 128),
      bodies(corpus("nbody.cu"), "nbody", 512, 256),
  };
  for (KernelCase& kernel_case : cases) {
    if (kernel_case.name == "attention_plain") kernel_case.dynamic_shared_bytes = 80;
    if (kernel_case.name == "mandelbrot") kernel_case.grid[1] = 6, kernel_case.block[1] = 4;
  }
  for (KernelCase& kernel_case : corpus_models()) cases.push_back(std::move(kernel_case));
  return cases;
}

namespace {

void rotated(Values& v) {
  const size_t pairs = number(v, 2);
  for (size_t i = 0; i < v[0].size() / 2; ++i) {
    const double angle =
        v[1][i / pairs] * std::pow(v[3][0], -static_cast<double>(i % pairs) / static_cast<double>(pairs));
    const double x = v[0][2 * i], y = v[0][2 * i + 1];
    v[0][2 * i] = x * std::cos(angle) - y * std::sin(angle),
             v[0][2 * i + 1] = x * std::sin(angle) + y * std::cos(angle);
  }
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

void gathered(Values& v) {
  const size_t width = 4 * number(v, 3);
  for (size_t i = 0; i < v[2].size(); ++i) {
    const double row = v[1][i / width];
    v[2][i] = row >= 0 && row < v[4][0] ? v[0][static_cast<size_t>(row) * width + i % width] : 0;
  }
}

void scattered(Values& v) {
  const size_t width = v[2].size() / v[1].size();
  for (size_t i = 0; i < v[2].size(); ++i) v[0][static_cast<size_t>(v[1][i / width]) * width + i % width] += v[2][i];
}

KernelCase old(const std::string& file, KernelCase kernel_case) {
  kernel_case.file = corpus(file);
  return kernel_case;
}

Cases corpus_models() {
  return {
      nearly(old("attention.cu", made("attention", 1, 128,
                                      {input("q", f32, 8192), input("k", f32, 4096), input("v", f32, 4096),
                                       output("out", f32, 8192), integer("length", 64), real("scale", 0.125)},
                                      [](Values& v) { attend(v, 64, 64, 0.125, 2, false); })),
             1e-5, 1e-4),
      nearly(old("attention.cu", made("rotate_pairs", 5, 24,
                                      {in_out(input("pairs", f32, 240)), input("positions", f32, {0, 1, 2, 17, 100}),
                                       integer("pairs_per_row", 24), real("base", 10000)},
                                      rotated)),
             2e-4, 0),
      old("philox.cu",
          made("uniform_bits", 2, 64, {output("out", u32, 400), scalar("seed", u64, 0x9abc12345678), integer("n", 100)},
               random_words)),
      nearly(old("philox.cu", made("normals", 2, 64,
                                   {output("out", f32, 220), scalar("seed", u32, 42), integer("n", 110)}, normals)),
             1e-5, 1e-5),
      old("embedding.cu", made("gather_rows", 6, 16,
                               {input("table", f32, 10 * 80), input("indices", i64, {3, 9, -1, 0, 10, 3}),
                                output("out", f32, 480), integer("width4", 20), scalar("rows", i64, 10)},
                               gathered)),
      nearly(old("embedding.cu",
                 made("scatter_rows", 9, 32,
                      {in_out(input("table", f32, 4 * 45)), input("indices", i32, {0, 1, 1, 3, 0, 0, 2, 1, 3}),
                       input("gradients", f32, 405), integer("width", 45)},
                      scattered)),
             1e-5, 0),
      nearly(old("embedding.cu", made("scatter_rows_half", 6, 32,
                                      {in_out(input("table", f16, 3 * 40)), input("indices", i32, {0, 1, 1, 2, 0, 0}),
                                       input("gradients", f16, 240), integer("width2", 20)},
                                      scattered)),
             0.01, 0),
      nearly(old("fft.cu", made("fft_1024", 2, 256, {in_out(input("data", f32, 4096))},
                                [](Values& v) { fourier(v[0], v[0], 1024); })),
             5e-3, 0),
  };
}

}  // namespace

}  // namespace whet::kernels
