#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "tensor_numbers.h"
#include "tensor_run.h"

namespace whet::vgpu {
namespace tensor_mma_test {

// The position of element i of a thread's fragment, in the terms of the PTX ISA: g = lane / 4, t = lane % 4.
struct Place {
  int row, column;
};
using Map = Place (*)(int g, int t, int i);

struct Shape {
  const char* size;
  int bits, m, k;
  int a_elements, b_elements;  // per thread
  Map a, b;
};

const Shape k_shapes[] = {
    {"m16n8k8", 16, 16, 8, 4, 2, [](int g, int t, int i) { return Place{i < 2 ? g : g + 8, t * 2 + (i & 1)}; },
     [](int g, int t, int i) { return Place{t * 2 + i, g}; }},
    {"m16n8k16", 16, 16, 16, 8, 4,
     [](int g, int t, int i) {
       return Place{i < 2 || (4 <= i && i < 6) ? g : g + 8, i < 4 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8};
     },
     [](int g, int t, int i) { return Place{i < 2 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8, g}; }},
    {"m16n8k4", 32, 16, 4, 2, 1, [](int g, int t, int i) { return Place{i == 0 ? g : g + 8, t}; },
     [](int g, int t, int) { return Place{t, g}; }},
    {"m16n8k8", 32, 16, 8, 4, 2,
     [](int g, int t, int i) { return Place{i == 0 || i == 2 ? g : g + 8, i < 2 ? t : t + 4}; },
     [](int g, int t, int i) { return Place{i == 0 ? t : t + 4, g}; }},
    {"m8n8k16", 8, 8, 16, 4, 4, [](int g, int t, int i) { return Place{g, t * 4 + i}; },
     [](int g, int t, int i) { return Place{t * 4 + i, g}; }},
    {"m16n8k16", 8, 16, 16, 8, 4, [](int g, int t, int i) { return Place{i < 4 ? g : g + 8, t * 4 + (i & 3)}; },
     [](int g, int t, int i) { return Place{t * 4 + i, g}; }},
    {"m16n8k32", 8, 16, 32, 16, 8,
     [](int g, int t, int i) {
       return Place{i < 4 || (8 <= i && i < 12) ? g : g + 8, i < 8 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16};
     },
     [](int g, int t, int i) { return Place{i < 4 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16, g}; }},
    {"m8n8k32", 4, 8, 32, 8, 8, [](int g, int t, int i) { return Place{g, t * 8 + i}; },
     [](int g, int t, int i) { return Place{t * 8 + i, g}; }},
    {"m16n8k32", 4, 16, 32, 16, 8, [](int g, int t, int i) { return Place{i < 8 ? g : g + 8, t * 8 + (i & 7)}; },
     [](int g, int t, int i) { return Place{t * 8 + i, g}; }},
    {"m16n8k64", 4, 16, 64, 32, 16,
     [](int g, int t, int i) {
       return Place{i < 8 || (16 <= i && i < 24) ? g : g + 8, i < 16 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32};
     },
     [](int g, int t, int i) { return Place{i < 8 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32, g}; }},
    {"m8n8k128", 1, 8, 128, 32, 32, [](int g, int t, int i) { return Place{g, t * 32 + i}; },
     [](int g, int t, int i) { return Place{t * 32 + i, g}; }},
    {"m16n8k128", 1, 16, 128, 64, 32, [](int g, int t, int i) { return Place{i < 32 ? g : g + 8, t * 32 + (i & 31)}; },
     [](int g, int t, int i) { return Place{t * 32 + i, g}; }},
    {"m16n8k256", 1, 16, 256, 128, 64,
     [](int g, int t, int i) {
       return Place{i < 32 || (64 <= i && i < 96) ? g : g + 8, i < 64 ? t * 32 + (i & 31) : t * 32 + (i & 31) + 128};
     },
     [](int g, int t, int i) { return Place{i < 32 ? t * 32 + i : t * 32 + (i & 31) + 128, g}; }},
    {"m8n8k4", 64, 8, 4, 1, 1, [](int g, int t, int) { return Place{g, t}; },
     [](int g, int t, int) { return Place{t, g}; }},
    {"m16n8k4", 64, 16, 4, 2, 1, [](int g, int t, int i) { return Place{i == 0 ? g : g + 8, t}; },
     [](int g, int t, int) { return Place{t, g}; }},
    {"m16n8k8", 64, 16, 8, 4, 2, [](int g, int t, int i) { return Place{i % 2 == 0 ? g : g + 8, i < 2 ? t : t + 4}; },
     [](int g, int t, int i) { return Place{i == 0 ? t : t + 4, g}; }},
    {"m16n8k16", 64, 16, 16, 8, 4,
     [](int g, int t, int i) { return Place{i % 2 == 0 ? g : g + 8, i % 2 == 0 ? i * 2 + t : i * 2 - 2 + t}; },
     [](int g, int t, int i) { return Place{i * 4 + t, g}; }},
};

Place place_in_c(int g, int t, int i) {
  return {i < 2 ? g : g + 8, t * 2 + (i & 1)};
}

using Matrix = std::vector<std::vector<uint64_t>>;  // raw bits

std::mt19937_64& random_bits() {
  static std::mt19937_64 engine(7);
  return engine;
}

// Finite values of moderate size; small integers for the integer formats of C.
uint64_t random_number(const std::string& format) {
  const uint64_t raw = random_bits()();
  const int bits = bits_of_format(format);
  if (format == "f64" || format == "f32" || format == "tf32") {
    const double value = static_cast<double>(static_cast<int64_t>(raw >> 40) - (1 << 23)) / (1 << 20);
    const float narrow = static_cast<float>(value);
    uint64_t out = 0;
    format == "f64" ? std::memcpy(&out, &value, 8) : std::memcpy(&out, &narrow, 4);
    return out;
  }
  if (format == "s32") return static_cast<uint32_t>(raw);
  if (format == "f16") return (raw & 0x83ff) | (12 + raw / 65536 % 6) << 10;
  if (format == "bf16") return (raw & 0x807f) | (123 + raw / 65536 % 8) << 7;
  uint64_t value = bits == 64 ? raw : raw & ((1ull << bits) - 1);
  while (!std::isfinite(number_of(format, value))) value = random_bits()() & 0xff;
  return value;
}

Matrix random_matrix(int rows, int columns, const std::string& format) {
  Matrix matrix(rows, std::vector<uint64_t>(columns));
  for (auto& row : matrix) {
    for (uint64_t& value : row) value = random_number(format);
  }
  return matrix;
}

// Packs elements into registers, lowest first.
template <typename Word>
RegisterFile<Word> fragment(const Matrix& matrix, int elements, int bits,
                            const std::function<Place(int, int, int)>& map) {
  const int per_word = static_cast<int>(sizeof(Word)) * 8 / bits;
  RegisterFile<Word> registers((elements + per_word - 1) / per_word);
  for (auto& words : registers) words.fill(0);
  for (int lane = 0; lane < k_lanes; ++lane) {
    for (int i = 0; i < elements; ++i) {
      const Place place = map(lane / 4, lane % 4, i);
      registers[i / per_word][lane] |= static_cast<Word>(matrix[place.row][place.column]) << i % per_word * bits;
    }
  }
  return registers;
}

template <typename Word>
uint64_t element(const RegisterFile<Word>& registers, int lane, int i, int bits) {
  const int per_word = static_cast<int>(sizeof(Word)) * 8 / bits;
  const uint64_t word = registers[i / per_word][lane] >> i % per_word * bits;
  return bits == 64 ? word : word & ((1ull << bits) - 1);
}

struct Types {
  std::string d, a, b, c;
};

double product_sum(const Shape& shape, const Types& types, const Matrix& a, const Matrix& b, int row, int column,
                   const std::string& suffix) {
  double sum = 0;
  for (int k = 0; k < shape.k; ++k) {
    const uint64_t x = a[row][k], y = b[k][column];
    if (suffix == ".and.popc")
      sum += static_cast<double>(x & y);
    else if (suffix == ".xor.popc")
      sum += static_cast<double>(x ^ y);
    else
      sum += number_of(types.a, x) * number_of(types.b, y);
  }
  return sum;
}

// Checks a result against the exact value and its tolerance.
void expect_element(const Types& types, double sum, double c, uint64_t got, bool saturated) {
  if (types.d == "s32") {
    double want = sum + c;
    const double low = -2147483648.0, high = 2147483647.0;
    if (saturated)
      want = std::clamp(want, low, high);
    else
      want = static_cast<double>(static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(want))));
    EXPECT_EQ(number_of("s32", got), want);
    return;
  }
  const double tolerance = types.d == "f16" ? 1e-3 : types.d == "f32" ? 1e-5 : 1e-13;
  EXPECT_NEAR(number_of(types.d, got), sum + c, tolerance * (std::abs(sum + c) + 64));
}

template <typename Word>
void check(const Shape& shape, const Types& types, const std::string& before, const std::string& suffix, Mask mask) {
  const std::string spelling = std::string("mma.sync.aligned.") + shape.size + ".row.col" + before + "." + types.d +
                               "." + types.a + "." + types.b + "." + types.c + suffix;
  SCOPED_TRACE(spelling);
  const Matrix a = random_matrix(shape.m, shape.k, types.a), b = random_matrix(shape.k, 8, types.b);
  const Matrix c = random_matrix(shape.m, 8, types.c);
  const int c_elements = shape.m / 4, c_bits = bits_of_format(types.c), d_bits = bits_of_format(types.d);
  TensorRun<Word> run(spelling);
  RegisterFile<Word> old(static_cast<size_t>(c_elements * d_bits) / (8 * sizeof(Word)));
  for (auto& words : old) words.fill(static_cast<Word>(0xdeadbeef));
  run.add(old);
  run.add(fragment<Word>(a, shape.a_elements, shape.bits, shape.a));
  run.add(fragment<Word>(b, shape.b_elements, shape.bits, shape.b));
  run.add(fragment<Word>(c, c_elements, c_bits, place_in_c));
  run.set_mask(mask);
  ASSERT_EQ(run.decode(), "");
  run.run();
  const RegisterFile<Word> d = run.result();
  for (int lane = 0; lane < k_lanes; ++lane) {
    if (!(mask >> lane & 1)) {
      for (const auto& words : d) EXPECT_EQ(words[lane], static_cast<Word>(0xdeadbeef)) << "lane " << lane;
      continue;
    }
    for (int i = 0; i < c_elements; ++i) {
      const Place place = place_in_c(lane / 4, lane % 4, i);
      const double sum = product_sum(shape, types, a, b, place.row, place.column, suffix);
      expect_element(types, sum, number_of(types.c, c[place.row][place.column]), element(d, lane, i, d_bits),
                     before == ".satfinite");
    }
  }
}

void check_all(const Types& types, const std::string& before = "", const std::string& suffix = "") {
  int shapes = 0;
  for (const Shape& shape : k_shapes) {
    if (shape.bits != bits_of_format(types.a)) continue;
    ++shapes;
    for (Mask mask : {k_all_lanes, 0x0ff0a5c3u}) {
      if (shape.bits == 64)
        check<uint64_t>(shape, types, before, suffix, mask);
      else
        check<uint32_t>(shape, types, before, suffix, mask);
    }
  }
  EXPECT_GT(shapes, 0);
}

TEST(Mma, HalvesIntoFloatsOrHalves) {
  check_all({"f32", "f16", "f16", "f32"});
  check_all({"f16", "f16", "f16", "f16"});
}

TEST(Mma, BfloatsAndTf32IntoFloats) {
  check_all({"f32", "bf16", "bf16", "f32"});
  check_all({"f32", "tf32", "tf32", "f32"});
}

TEST(Mma, EightBitFloatsInAnyMix) {
  for (const char* a : {"e4m3", "e5m2"}) {
    for (const char* b : {"e4m3", "e5m2"}) {
      for (const Shape& shape : k_shapes) {
        if (shape.bits != 8 || shape.m != 16) continue;
        check<uint32_t>(shape, {"f32", a, b, "f32"}, "", "", k_all_lanes);
      }
    }
  }
}

TEST(Mma, BytesInAnyMixOfSignsAreExact) {
  for (const char* a : {"s8", "u8"}) {
    for (const char* b : {"s8", "u8"}) {
      check_all({"s32", a, b, "s32"});
      check_all({"s32", a, b, "s32"}, ".satfinite");
    }
  }
}

TEST(Mma, NibblesInAnyMixOfSignsAreExact) {
  for (const char* a : {"s4", "u4"}) {
    for (const char* b : {"s4", "u4"}) {
      check_all({"s32", a, b, "s32"});
      check_all({"s32", a, b, "s32"}, ".satfinite");
    }
  }
}

TEST(Mma, BitsAreCounted) {
  check_all({"s32", "b1", "b1", "s32"}, "", ".xor.popc");
  check_all({"s32", "b1", "b1", "s32"}, "", ".and.popc");
}

TEST(Mma, Doubles) {
  check_all({"f64", "f64", "f64", "f64"});
}

RegisterFile<uint32_t> filled(size_t registers, uint32_t word) {
  RegisterFile<uint32_t> file(registers);
  for (auto& words : file) words.fill(word);
  return file;
}

uint32_t byte_result(const char* before, uint32_t bytes, uint32_t c) {
  TensorRun<uint32_t> run(std::string("mma.sync.aligned.m16n8k32.row.col") + before + ".s32.s8.s8.s32");
  run.add(filled(4, 0));
  run.add(filled(4, bytes));
  run.add(filled(2, bytes));
  run.add(filled(4, c));
  EXPECT_EQ(run.decode(), "");
  run.run();
  return run.result()[3][17];
}

TEST(Mma, ASumBeyondTheRangeWrapsOrSaturates) {
  EXPECT_EQ(byte_result("", 0x80808080, 0x7fffffff), 0x7fffffffu + 32 * 128 * 128);
  EXPECT_EQ(byte_result(".satfinite", 0x80808080, 0x7fffffff), 0x7fffffffu);
  EXPECT_EQ(byte_result(".satfinite", 0x80808080, 0x80000000), 0x80000000u + 32 * 128 * 128);
}

TEST(Mma, NotANumberIsTheOneTheHardwareWrites) {
  TensorRun<uint32_t> run("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32");
  run.add(filled(4, 0));
  run.add(filled(2, 0x7c007c00));
  run.add(filled(1, 0));
  run.add(filled(4, 0));
  ASSERT_EQ(run.decode(), "");
  run.run();
  EXPECT_EQ(run.result()[0][0], 0x7fffffffu);
}

std::string refusal(const char* spelling) {
  TensorRun<uint32_t> run(spelling);
  for (int operand = 0; operand < 4; ++operand) run.add(filled(8, 0));
  return run.decode();
}

TEST(Mma, WhatIsNotRunIsNamed) {
  EXPECT_EQ(
      refusal("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32"),
      "the virtual GPU does not run `mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32` yet: m8n8k4 of f16 is run by "
      "compute capability 7.0 alone");
  EXPECT_NE(refusal("mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32"), "");
  EXPECT_NE(refusal("mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32"), "");
  EXPECT_NE(refusal("mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32"), "");
  EXPECT_NE(refusal("mma.sync.aligned.m16n8k16.row.col.s32.f16.f16.s32"), "");
  EXPECT_EQ(refusal("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"), "");
}

}  // namespace tensor_mma_test
}  // namespace whet::vgpu
