#include "kernels/cases.h"
#include "kernels/small_floats.h"

namespace whet::kernels {

namespace {

template <typename F>
KernelCase map(const std::string& kernel, size_t n, F f) {
  return {.name = kernel + "_" + std::to_string(n),
          .file = corpus("elementwise.cu"),
          .kernel = kernel,
          .grid = {blocks_for(n, 128), 1, 1},
          .block = {128, 1, 1},
          .arguments = {input("in", f32, n, -4, 4), output("out", f32, n), integer("n", static_cast<int>(n))},
          .reference = each(1, [f](const Values& v, size_t i) { return f(v[0][i]); }),
          .absolute = 1e-6,
          .relative = 1e-5,
          .bits_equal_on_gpu = false};
}

double gelu(double x) {
  return 0.5 * x * (1 + std::tanh(0.79788456 * (x + 0.044715 * x * x * x)));
}

KernelCase relu() {
  KernelCase made = map("relu", 1003, [](double x) { return std::fmax(x, 0.0); });
  made.grid[0] = 2;  // the loop over the grid goes round
  made.absolute = made.relative = 0;
  made.bits_equal_on_gpu = true;
  return made;
}

template <typename F>
KernelCase axpy(const std::string& kernel, Element element, size_t n, int lanes_wide, double a, F rounded) {
  return {.name = kernel + "_" + std::to_string(n),
          .file = corpus("saxpy.cu"),
          .kernel = kernel,
          .grid = {blocks_for(n / lanes_wide, 64), 1, 1},
          .block = {64, 1, 1},
          .arguments = {integer("n", static_cast<int>(n) / lanes_wide), scalar("a", element, a), input("x", element, n),
                        in_out(input("y", element, n))},
          .reference = each(3, [rounded](const Values& v, size_t i) { return rounded(v[1][0], v[2][i], v[3][i]); })};
}

double fused_single(double a, double x, double y) {
  return std::fma(static_cast<float>(a), static_cast<float>(x), static_cast<float>(y));
}

double fused_double(double a, double x, double y) {
  return std::fma(a, x, y);
}

}  // namespace

Cases elementwise_cases() {
  return {
      relu(),
      map("gelu", 500, gelu),
      map("sigmoid_fast", 129, [](double x) { return 1 / (1 + std::exp(-x)); }),
      axpy("saxpy", f32, 997, 1, 1.5, fused_single),
      axpy("saxpy_vectorised", f32, 1000, 4, -0.75, fused_single),
      axpy("daxpy", f64, 333, 1, 0.1, fused_double),
      {.name = "add_1000",
       .file = corpus("elementwise.cu"),
       .kernel = "add",
       .grid = {8, 1, 1},
       .block = {128, 1, 1},
       .arguments = {input("a", f32, 1000), input("b", f32, 1000), output("out", f32, 1000), integer("n", 1000)},
       .reference = each(2, [](const Values& v, size_t i) { return to_f32(v[0][i] + v[1][i]); })},
      {.name = "clamp_where_300",
       .file = corpus("elementwise.cu"),
       .kernel = "clamp_where",
       .grid = {10, 1, 1},
       .block = {33, 1, 1},
       .arguments = {input("in", f32, 300, -2, 2), input("mask", u8, 300, 0, 2), real("low", -0.5), real("high", 1),
                     output("out", f32, 300), integer("n", 300)},
       .reference =
           each(4, [](const Values& v,
                      size_t i) { return v[1][i] != 0 ? std::fmin(std::fmax(v[0][i], v[2][0]), v[3][0]) : v[0][i]; })},
      {.name = "after_previous_100",
       .file = corpus("dependent_launch.cu"),
       .kernel = "after_previous",
       .grid = {4, 1, 1},
       .block = {32, 1, 1},
       .arguments = {input("in", f32, 100), output("out", f32, 100), integer("n", 100)},
       .reference = each(1, [](const Values& v, size_t i) { return to_f32(v[0][i] * 3); })},
      {.name = "scale_by_eight_130",
       .file = corpus("wide_loads.cu"),
       .kernel = "scale_by_eight",
       .grid = {2, 1, 1},
       .block = {96, 1, 1},
       .arguments = {input("in", f32, 1040), output("out", f32, 1040), real("by", 0.3), integer("n8", 130)},
       .reference = each(1, [](const Values& v, size_t i) { return to_f32(v[0][i] * v[2][0]); })},
      {.name = "packed_floats_250",
       .file = corpus("packed_floats.cu"),
       .kernel = "packed",
       .grid = {1, 1, 1},
       .block = {160, 1, 1},
       .arguments = {input("a", f32, 500), input("b", f32, 500), in_out(input("out", f32, 500)), integer("n", 250)},
       .reference = each(2,
                         [](const Values& v, size_t i) {
                           const double fused = fused_single(v[0][i], v[1][i], v[2][i]);
                           return to_f32(to_f32(to_f32(fused) + v[1][i]) * v[0][i]);
                         })},
      {.name = "three_inputs",
       .file = corpus("packed_floats.cu"),
       .kernel = "three_inputs",
       .block = {32, 1, 1},
       .arguments = {input("in", f32, 96), output("out", f32, 32)},
       .reference = each(1,
                         [](const Values& v, size_t i) {
                           const auto [low, high] = std::minmax({v[0][i], v[0][i + 32], v[0][i + 64]});
                           return to_f32(high - low);
                         })},
  };
}

}  // namespace whet::kernels
