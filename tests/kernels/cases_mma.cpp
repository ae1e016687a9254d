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

}  // namespace

Cases mma_cases() {
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

}  // namespace whet::kernels
