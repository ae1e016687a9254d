#include "kernels/cases.h"
#include "kernels/matrices.h"
#include "kernels/small_floats.h"

namespace whet::kernels {

namespace {

std::vector<double> as_tf32(const std::vector<double>& values) {
  std::vector<double> out;
  for (const double value : values) out.push_back(to_tf32(value));
  return out;
}

double fragment_of(const std::vector<double>& halves, size_t matrix, size_t lane, bool transposed) {
  double word = 0;
  for (size_t half = 0; half < 2; ++half) {
    size_t row = lane / 4, col = 2 * (lane % 4) + half;
    if (transposed) std::swap(row, col);
    word += halves[matrix * 64 + row * 8 + col] * (half ? 65536 : 1);
  }
  return word;
}

double loaded(const Values& v, size_t i) {
  const size_t lane = i / 11, which = i % 11;
  if (which < 8) return fragment_of(v[0], which % 4, lane, which >= 4);
  return which == 8 ? fragment_of(v[0], 0, lane, false) : fragment_of(v[0], which - 9, lane, true);
}

// in holds registers, 16 bits at a time: register r of lane l is word r * 32 + l.
double stored(const Values& v, size_t i) {
  const size_t matrix = i / 64;
  size_t row = i / 8 % 8, col = i % 8;
  if (matrix >= 2) std::swap(row, col);
  return v[0][2 * (matrix * 32 + row * 4 + col / 2) + col % 2];
}

KernelCase hgemm(const std::string& file, const std::string& kernel, int m, int n, int k, uint32_t tile, uint32_t x,
                 uint32_t y) {
  const Product product = {size_t(m), size_t(n), size_t(k), true};
  return {.name = kernel + "_" + std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k),
          .family = m == 256 ? "hgemm" : "",
          .file = file,
          .kernel = kernel,
          .grid = {static_cast<uint32_t>(n) / tile, static_cast<uint32_t>(m) / tile, 1},
          .block = {x, y, 1},
          .arguments = {input("a", f16, size_t(m) * k), input("b", f16, size_t(n) * k), output("c", f32, size_t(m) * n),
                        integer("n", n), integer("k", k)},
          .reference = [product](Values& v) { v[2] = multiply(v[0], v[1], product); },
          .absolute = 1e-3,
          .relative = 1e-4,
          .bits_equal_on_gpu = false,
          .min_sm = 80};
}

KernelCase hgemm_half() {
  KernelCase made = hgemm(corpus("hgemm_wmma.cu"), "hgemm_wmma_f16", 16, 48, 32, 16, 32, 1);
  made.arguments[2] = output("c", f16, 16 * 48);
  made.absolute = 0.02, made.relative = 0.005;
  return made;
}

Cases products() {
  const std::string own = "matrices.cu", old = corpus("hgemm_wmma.cu");
  return {
      hgemm(own, "hgemm_ldmatrix", 64, 128, 96, 64, 128, 1),
      hgemm(own, "hgemm_scalar", 32, 16, 40, 16, 16, 16),
      hgemm(own, "hgemm_pairs", 16, 32, 64, 16, 16, 16),
      hgemm(old, "hgemm_wmma_f32", 32, 48, 64, 16, 32, 1),
      hgemm_half(),
      hgemm(own, "hgemm_ldmatrix", 256, 256, 128, 64, 128, 1),
      hgemm(own, "hgemm_scalar", 256, 256, 128, 16, 16, 16),
      hgemm(own, "hgemm_pairs", 256, 256, 128, 16, 16, 16),
      hgemm(old, "hgemm_wmma_f32", 256, 256, 128, 16, 32, 1),
  };
}

// One fragment: m x n x k elements of the type, B by columns.
KernelCase fragment(const std::string& kernel, Element element, Element sum, size_t m, size_t n, size_t k) {
  const bool whole = sum == i32;
  const double low = whole ? 0 : -1, high = whole ? 256 : 1;
  return {.name = kernel,
          .file = "wmma_shapes.cu",
          .kernel = kernel,
          .block = {32, 1, 1},
          .arguments = {input("a", element, m * k, low, high), input("b", element, n * k, low, high),
                        output("c", sum, m * n), integer("k", static_cast<int>(k))},
          .reference = [m, n, k](Values& v) { v[2] = multiply(v[0], v[1], {m, n, k, true}); },
          .absolute = whole ? 0 : 1e-4,
          .bits_equal_on_gpu = whole,
          .min_sm = 80};
}

KernelCase tf32_fragment() {
  KernelCase made = fragment("wmma_tf32", f32, f32, 16, 16, 24);
  made.reference = [](Values& v) {  // stored by columns
    const auto product = multiply(as_tf32(v[0]), as_tf32(v[1]), {16, 16, 24, true});
    for (size_t i = 0; i < 256; ++i) v[2][i] = product[i % 16 * 16 + i / 16];
  };
  return made;
}

KernelCase wmma_epilogue() {
  return {.name = "wmma_epilogue",
          .file = "wmma_shapes.cu",
          .kernel = "wmma_epilogue",
          .grid = {2, 3, 1},
          .block = {32, 1, 1},
          .arguments = {input("a", f16, 48 * 32), input("b", f16, 32 * 32), input("c", f32, 48 * 32),
                        output("d", f32, 48 * 32), integer("n", 32), integer("k", 32), real("alpha", 0.5)},
          .reference =
              [](Values& v) {
                const auto product = multiply(v[0], v[1], {48, 32, 32});
                for (size_t i = 0; i < product.size(); ++i) v[3][i] = std::fmax(0.5 * product[i] + v[2][i], 0);
              },
          .absolute = 1e-4,
          .bits_equal_on_gpu = false};
}

KernelCase igemm() {
  return {.name = "igemm_wmma_16x16x48",
          .file = corpus("hgemm_wmma.cu"),
          .kernel = "igemm_wmma",
          .block = {32, 1, 1},
          .arguments = {input("a", i8, 16 * 48, -128, 128), input("b", i8, 16 * 48, -128, 128), output("c", i32, 256),
                        integer("n", 16), integer("k", 48)},
          .reference = [](Values& v) { v[2] = multiply(v[0], v[1], {16, 16, 48, true}); }};
}

// Rows of A and of B are 8 x k; lane l holds C(l / 4, 2 * (l % 4)) and the next.
KernelCase dgemm_mma() {
  return {.name = "dgemm_mma_k20",
          .file = corpus("dgemm.cu"),
          .kernel = "dgemm_mma",
          .block = {32, 1, 1},
          .arguments = {input("a", f64, 160), input("b", f64, 160), output("c", f64, 64), integer("k", 20)},
          .reference = [](Values& v) { v[2] = multiply(v[0], v[1], {8, 8, 20, true}); },
          .absolute = 1e-13,
          .relative = 1e-13,
          .bits_equal_on_gpu = false,
          .min_sm = 80};
}

// All lanes hold the same words: a row of A is one word over and over.
KernelCase int8_mma() {
  return {.name = "int8_mma_same_words",
          .file = corpus("int8_mma.cu"),
          .kernel = "int8_mma",
          .block = {32, 1, 1},
          .arguments = {input("a", i8, 3 * 16, -128, 128), input("b", i8, 3 * 8, -128, 128), output("c", i32, 128),
                        integer("k", 3)},
          .reference = each(2,
                            [](const Values& v, size_t i) {
                              const size_t below = i % 4 / 2;
                              double sum = 0;
                              for (size_t step = 0; step < 3; ++step) {
                                for (size_t j = 0; j < 8; ++j) {
                                  const size_t word = j / 4 * 2 + below;
                                  sum += 4 * v[0][step * 16 + word * 4 + j % 4] * v[1][step * 8 + j];
                                }
                              }
                              return sum;
                            }),
          .min_sm = 80};
}

}  // namespace

Cases tensor_cases() {
  Cases cases = products();
  const Cases others = {
      fragment("wmma_tall", f16, f32, 32, 8, 48),
      fragment("wmma_wide", f16, f32, 8, 32, 48),
      fragment("wmma_bf16", bf16, f32, 16, 16, 32),
      fragment("wmma_u8", u8, i32, 32, 8, 32),
      fragment("wmma_f64", f64, f64, 8, 8, 12),
      tf32_fragment(),
      wmma_epilogue(),
      igemm(),
      dgemm_mma(),
      int8_mma(),
      {.name = "load_matrices",
       .file = "matrices.cu",
       .kernel = "load_matrices",
       .block = {32, 1, 1},
       .arguments = {input("in", u16, 256, 0, 65536), output("out", u32, 352)},
       .reference = each(1, loaded)},
      {.name = "store_matrices",
       .file = "matrices.cu",
       .kernel = "store_matrices",
       .block = {32, 1, 1},
       .arguments = {input("in", u16, 256, 0, 65536), output("out", u16, 256)},
       .reference = each(1, stored),
       .min_sm = 90},
  };
  append(cases, others);
  return cases;
}

}  // namespace whet::kernels
