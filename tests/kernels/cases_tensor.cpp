#include "kernels/cases.h"
#include "kernels/matrices.h"
#include "kernels/small_floats.h"

namespace whet::kernels {

namespace {

// Elements of a packed operand: bytes to numbers.
using Unpack = std::vector<double> (*)(const std::vector<double>&);

std::vector<double> as_given(const std::vector<double>& values) {
  return values;
}
std::vector<double> as_tf32(const std::vector<double>& values) {
  std::vector<double> out;
  for (const double value : values) out.push_back(to_tf32(value));
  return out;
}
template <const FloatFormat& format>
std::vector<double> as_fp8(const std::vector<double>& bytes) {
  std::vector<double> out;
  for (const double byte : bytes) out.push_back(decode(static_cast<uint32_t>(byte), format));
  return out;
}
// `bits` bits each, low ones first; two's complement where `negative`.
template <int bits, bool negative>
std::vector<double> as_fields(const std::vector<double>& bytes) {
  std::vector<double> out;
  for (const double byte : bytes) {
    for (int at = 0; at < 8; at += bits) {
      const int field = static_cast<int>(byte) >> at & ((1 << bits) - 1);
      out.push_back(negative && field >> (bits - 1) ? field - (1 << bits) : field);
    }
  }
  return out;
}

// What one of the kernels of mma.cu takes: elements a word, how they are given, how they are read.
struct Form {
  std::string kernel;
  int per_word, words;
  Element element;
  Unpack left, right;
  Element sum = f32;
  double low = -1, high = 1;
};

KernelCase mma(const Form& form) {
  const size_t given = static_cast<size_t>(form.words) * 4 / static_cast<size_t>(size_of(form.element));
  const size_t k = static_cast<size_t>(form.words) * static_cast<size_t>(form.per_word);
  const auto [left, right] = std::pair(form.left, form.right);
  const bool whole = form.sum == i32;
  return {.name = form.kernel,
          .file = "mma.cu",
          .kernel = form.kernel,
          .block = {32, 1, 1},
          .arguments = {input("a", form.element, 16 * given, form.low, form.high),
                        input("b", form.element, 8 * given, form.low, form.high), output("c", form.sum, 128),
                        integer("words", form.words)},
          .reference = [left, right, k](Values& v) { v[2] = multiply(left(v[0]), right(v[1]), {16, 8, k, true}); },
          .absolute = whole ? 0 : 1e-4,
          .relative = whole ? 0 : 1e-5,
          .bits_equal_on_gpu = whole,
          .min_sm = 80};
}

KernelCase of_bits(Form form, bool exclusive) {
  KernelCase made = mma(form);
  const size_t k = static_cast<size_t>(form.words) * 32;
  if (exclusive) {
    made.reference = [k](Values& v) {
      const auto a = as_fields<1, false>(v[0]), b = as_fields<1, false>(v[1]);
      for (size_t i = 0; i < 128; ++i) {
        for (size_t j = 0; j < k; ++j) v[2][i] += a[i / 8 * k + j] != b[i % 8 * k + j];
      }
    };
  }
  return made;
}

KernelCase half_sums() {
  KernelCase made = mma({"mma_f16_half", 2, 16, f16, as_given, as_given});
  made.arguments[2] = output("c", f16, 128);
  made.absolute = 0.02, made.relative = 0.005;
  return made;
}

Cases instructions() {
  Cases cases = {
      mma({"mma_f16", 2, 24, f16, as_given, as_given}),
      mma({"mma_f16_k8", 2, 12, f16, as_given, as_given}),
      mma({"mma_bf16", 2, 16, bf16, as_given, as_given}),
      mma({"mma_bf16_k8", 2, 8, bf16, as_given, as_given}),
      mma({"mma_tf32", 1, 24, f32, as_tf32, as_tf32}),
      mma({"mma_tf32_k4", 1, 12, f32, as_tf32, as_tf32}),
      mma({"mma_s8", 4, 24, i8, as_given, as_given, i32, -128, 128}),
      mma({"mma_s8_k16", 4, 12, i8, as_given, as_given, i32, -128, 128}),
      mma({"mma_u8_s8", 4, 16, u8, as_given, as_fields<8, true>, i32, 0, 256}),
      mma({"mma_s4", 8, 16, u8, as_fields<4, true>, as_fields<4, true>, i32, 0, 256}),
      mma({"mma_u4_k32", 8, 12, u8, as_fields<4, false>, as_fields<4, false>, i32, 0, 256}),
      of_bits({"mma_b1_and", 32, 16, u8, as_fields<1, false>, as_fields<1, false>, i32, 0, 256}, false),
      of_bits({"mma_b1_xor", 32, 8, u8, as_fields<1, false>, as_fields<1, false>, i32, 0, 256}, true),
      mma({"mma_e4m3", 4, 16, u8, as_fp8<k_e4m3>, as_fp8<k_e4m3>, f32, 0, 0x48}),
      mma({"mma_e5m2", 4, 16, u8, as_fp8<k_e5m2>, as_fp8<k_e5m2>, f32, 0x80, 0xc4}),
      mma({"mma_mixed_fp8", 4, 16, u8, as_fp8<k_e4m3>, as_fp8<k_e5m2>, f32, 0x10, 0x48}),
      half_sums(),
      {.name = "mma_f64",
       .file = "mma.cu",
       .kernel = "mma_f64",
       .block = {32, 1, 1},
       .arguments = {input("a", f64, 16 * 24), input("b", f64, 8 * 24), output("c", f64, 128), integer("k", 24)},
       .reference = [](Values& v) { v[2] = multiply(v[0], v[1], {16, 8, 24, true}); },
       .absolute = 1e-13,
       .relative = 1e-13,
       .bits_equal_on_gpu = false,
       .min_sm = 90},
  };
  // tf32 operands come rounded: the instruction takes them as they are.
  for (KernelCase& made : cases) {
    for (Argument& argument : made.arguments) {
      if (made.name.starts_with("mma_tf32") && argument.kind == Argument::Kind::buffer && !argument.output) {
        argument.bytes = bytes_of(f32, as_tf32(values_of(f32, argument.bytes)));
      }
    }
  }
  return cases;
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
  Cases cases = instructions();
  for (KernelCase& made : products()) cases.push_back(std::move(made));
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
  cases.insert(cases.end(), others.begin(), others.end());
  return cases;
}

}  // namespace whet::kernels
