#include "kernels/cases.h"
#include "kernels/small_floats.h"

namespace whet::kernels {

namespace {

size_t number(const Values& v, size_t i) {
  return static_cast<size_t>(v[i][0]);
}

KernelCase made(const std::string& kernel, uint32_t blocks, uint32_t threads, std::vector<Argument> arguments,
                Reference reference) {
  return launch("learning.cu", kernel, blocks, threads, std::move(arguments), std::move(reference));
}

KernelCase old(const std::string& file, KernelCase kernel_case) {
  kernel_case.file = corpus(file);
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

}  // namespace

Cases learning_cases() {
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
      nearly(old("attention.cu", made("attention", 1, 128,
                                      {input("q", f32, 8192), input("k", f32, 4096), input("v", f32, 4096),
                                       output("out", f32, 8192), integer("length", 64), real("scale", 0.125)},
                                      [](Values& v) { attend(v, 64, 64, 0.125, 2, false); })),
             1e-5, 1e-4),
      nearly(old("attention.cu", made("rotate_pairs", 5, 24,
                                      {in_out(input("pairs", f32, 240)), given("positions", f32, {0, 1, 2, 17, 100}),
                                       integer("pairs_per_row", 24), real("base", 10000)},
                                      rotated)),
             2e-4, 0),
      old("embedding.cu", made("gather_rows", 6, 16,
                               {input("table", f32, 10 * 80), given("indices", i64, {3, 9, -1, 0, 10, 3}),
                                output("out", f32, 480), integer("width4", 20), scalar("rows", i64, 10)},
                               gathered)),
      nearly(old("embedding.cu",
                 made("scatter_rows", 9, 32,
                      {in_out(input("table", f32, 4 * 45)), given("indices", i32, {0, 1, 1, 3, 0, 0, 2, 1, 3}),
                       input("gradients", f32, 405), integer("width", 45)},
                      scattered)),
             1e-5, 0),
      nearly(old("embedding.cu", made("scatter_rows_half", 6, 32,
                                      {in_out(input("table", f16, 3 * 40)), given("indices", i32, {0, 1, 1, 2, 0, 0}),
                                       input("gradients", f16, 240), integer("width2", 20)},
                                      scattered)),
             0.01, 0),
  };
  for (KernelCase& kernel_case : cases) {
    if (kernel_case.name == "attention_plain") kernel_case.dynamic_shared_bytes = 80;
  }
  return cases;
}

}  // namespace whet::kernels
