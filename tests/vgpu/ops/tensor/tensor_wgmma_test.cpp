#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "tensor_kernel.h"
#include "tensor_numbers.h"
#include "vgpu/ops/tensor/tensor_descriptor.h"

namespace whet::vgpu {
namespace tensor_wgmma_test {

constexpr int k_threads = 128, k_rows = 64, k_area_bytes = 16384;  // of A and of B in shared memory

struct Case {
  std::string d, a, b;
  int n = 64;
  int swizzle = 0;  // bytes: 0, 32, 64 or 128
  bool a_registers = false, a_turned = false, b_turned = false;
  int k_step = 0;  // bytes of k before those of the instruction, within a line of the swizzle
  int a_scale = 1, b_scale = 1;
  bool adds = true;

  int k() const { return 256 / bits_of_format(a); }
  bool has_scales() const { return d != "s32"; }
  bool has_turns() const { return a == "f16" || a == "bf16"; }
  int d_registers() const { return n / 8 * (d == "f16" ? 2 : 4); }
  std::string spelling() const {
    return fmt::format("wgmma.mma_async.sync.aligned.m64n{}k{}.{}.{}.{}{}", n, k(), d, a, b,
                       a == "b1" ? ".and.popc" : "");
  }
};

// The layout of a matrix of `rows` in shared memory, by the canonical layouts of the PTX ISA: element (row, k) in bits.
class Area {
 public:
  Area(int rows, int bits, int swizzle, bool turned) : rows_(rows), bits_(bits), swizzle_(swizzle), turned_(turned) {}

  // The descriptor without the start address.
  uint64_t descriptor() const {
    const uint64_t mode = swizzle_ == 128 ? 1 : swizzle_ == 64 ? 2 : swizzle_ == 32 ? 3 : 0;
    return mode << 62 | static_cast<uint64_t>(stride() / 16) << 32 | static_cast<uint64_t>(leading() / 16) << 16;
  }
  size_t bit_of(int row, int k, int k_step) const {
    int byte = 0;
    const int k_bits = k * bits_;
    if (!turned_ && swizzle_ == 0) {
      byte = row / 8 * stride() + row % 8 * 16 + k_bits / 128 * leading() + k_bits % 128 / 8;
    } else if (!turned_) {
      byte = row / 8 * stride() + row % 8 * swizzle_ + k_bits / 8 + k_step;
    } else if (swizzle_ == 0) {
      byte = row / 8 * stride() + k / 8 * leading() + k % 8 * 16 + row % 8 * 2;
    } else {
      const int wide = swizzle_ / 2;  // elements in a line
      byte = row / wide * leading() + row % wide * 2 + k % 8 * swizzle_ + k / 8 * stride();
    }
    if (swizzle_ > 0) byte ^= byte / 128 % (swizzle_ / 16) * 16;
    return static_cast<size_t>(byte) * 8 + static_cast<size_t>(k_bits % 8);
  }

 private:
  int stride() const {
    if (!turned_) return swizzle_ == 0 ? 128 : 8 * swizzle_;
    return swizzle_ == 0 ? 256 : 8 * swizzle_;
  }
  int leading() const {
    if (!turned_) return swizzle_ == 0 ? (rows_ + 8) * 16 : 16;
    return swizzle_ == 0 ? 128 : 16 * swizzle_;
  }

  int rows_, bits_, swizzle_;
  bool turned_;
};

void put_bits(std::string& bytes, size_t bit, int count, uint64_t value) {
  for (int i = 0; i < count; ++i) {
    const size_t at = bit + static_cast<size_t>(i);
    if (value >> i & 1) bytes[at / 8] = static_cast<char>(bytes[at / 8] | 1 << at % 8);
  }
}

uint64_t small_number(const std::string& format, std::mt19937& random) {
  if (format == "f16") return 0x3c00 | (random() & 0x83ff);
  if (format == "bf16") return 0x3f80 | (random() & 0x807f);
  if (format == "tf32") return 0x3f800000 | (random() & 0x807fe000);
  if (format == "e4m3") return 0x38 | (random() & 0x87);
  if (format == "e5m2") return 0x3c | (random() & 0x83);
  return random() & ((1u << bits_of_format(format)) - 1);
}

using Values = std::vector<std::vector<uint64_t>>;

Values random_values(int rows, int columns, const std::string& format, std::mt19937& random) {
  Values values(static_cast<size_t>(rows), std::vector<uint64_t>(static_cast<size_t>(columns)));
  for (auto& row : values) {
    for (uint64_t& value : row) value = small_number(format, random);
  }
  return values;
}

// Buffers: 0 shared memory (A, then B), 1 descriptors, 2 D by thread, 3 A's registers by thread.
std::string kernel_for(const Case& c) {
  const int registers_of_d = c.d_registers();
  std::string body =
      "mov.u32 %i, %lane;\nmov.u32 %s, tile;\nL:\nsetp.ge.u32 %q, %i, 8192;\n@%q bra E;\nmul.wide.u32 %x, %i, 4;\n"
      "add.s64 %x, %p0, %x;\nld.global.b32 %w, [%x];\nmad.lo.u32 %t, %i, 4, %s;\nst.shared.b32 [%t], %w;\n"
      "add.u32 %i, %i, 128;\nbra L;\nE:\nfence.proxy.async;\nbar.sync 0;\nld.global.v2.b64 {%da, %db}, [%p1];\n"
      "shr.u32 %s, %s, 4;\ncvt.u64.u32 %x, %s;\nadd.s64 %da, %da, %x;\nadd.s64 %db, %db, %x;\n";
  body += fmt::format("mul.wide.u32 %x, %lane, {};\nadd.s64 %x, %p2, %x;\n", registers_of_d * 4);
  for (int i = 0; i < registers_of_d; ++i) body += fmt::format("ld.global.b32 %d{}, [%x+{}];\n", i, i * 4);
  body += "mul.wide.u32 %y, %lane, 16;\nadd.s64 %y, %p3, %y;\nld.global.v4.b32 {%a0, %a1, %a2, %a3}, [%y];\n";
  body += fmt::format("setp.ne.u32 %q, {}, 0;\nwgmma.fence.sync.aligned;\n", c.adds ? 1 : 0);
  std::string numbers;
  if (c.has_scales()) numbers += fmt::format(", {}, {}", c.a_scale, c.b_scale);
  if (c.has_turns() && !c.a_registers) numbers += fmt::format(", {}", c.a_turned ? 1 : 0);
  if (c.has_turns()) numbers += fmt::format(", {}", c.b_turned ? 1 : 0);
  body += fmt::format("{} {}, {}, %db, %q{};\n", c.spelling(), registers("d", registers_of_d),
                      c.a_registers ? registers("a", 4) : "%da", numbers);
  body += "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n";
  for (int i = 0; i < registers_of_d; ++i) body += fmt::format("st.global.b32 [%x+{}], %d{};\n", i * 4, i);
  return tensor_kernel(4,
                       fmt::format(".shared .align 1024 .b8 tile[32768];\n.reg .b32 %i, %s, %t, %w, %a<4>, %d<{}>;\n"
                                   ".reg .b64 %x, %y, %da, %db;\n.reg .pred %q;",
                                   registers_of_d),
                       body);
}

// Thread, register and bit of element (row, column) of D, or of (row, k) of A in registers.
struct Spot {
  size_t thread, word;
  int shift;
};
Spot spot_in_d(const Case& c, int row, int column) {
  const int lane = row % 8 * 4 + column % 8 / 2, block = column / 8, half = row / 8 % 2;
  const size_t thread = static_cast<size_t>(row / 16 * 32 + lane);
  if (c.d == "f16") return {thread, static_cast<size_t>(block * 2 + half), column % 2 * 16};
  return {thread, static_cast<size_t>(block * 4 + half * 2 + column % 2), 0};
}
Spot spot_in_a(const Case& c, int row, int k) {
  const int bit = k * bits_of_format(c.a), lane = row % 8 * 4 + bit % 128 / 32;
  return {static_cast<size_t>(row / 16 * 32 + lane), static_cast<size_t>(row / 8 % 2 + bit / 128 * 2), bit % 32};
}

struct Inputs {
  Values a, b, c;
  std::vector<std::string> buffers;
};

Inputs make_inputs(const Case& c) {
  std::mt19937 random(11);
  const int bits = bits_of_format(c.a);
  const std::string sum = c.d == "s32" ? "u8" : c.d;
  Inputs in{random_values(k_rows, c.k(), c.a, random), random_values(c.n, c.k(), c.b, random), {}, {}};
  in.c.assign(k_rows, std::vector<uint64_t>(static_cast<size_t>(c.n)));
  std::string shared(2 * k_area_bytes, '\0'), d(static_cast<size_t>(k_threads * c.d_registers() * 4), '\0'),
      a(k_threads * 16, '\0');
  const Area a_area(k_rows, bits, c.swizzle, c.a_turned), b_area(c.n, bits, c.swizzle, c.b_turned);
  const auto size = [](size_t x) { return static_cast<int>(x); };
  for (int k = 0; k < c.k(); ++k) {
    for (int row = 0; row < k_rows; ++row) {
      const Spot spot = spot_in_a(c, row, k);
      if (c.a_registers)
        put_bits(a, (spot.thread * 4 + spot.word) * 32 + static_cast<size_t>(spot.shift), bits, in.a[row][k]);
      else
        put_bits(shared, a_area.bit_of(row, k, c.a_turned ? 0 : c.k_step), bits, in.a[row][k]);
    }
    for (int column = 0; column < c.n; ++column) {
      put_bits(shared, k_area_bytes * 8 + b_area.bit_of(column, k, c.b_turned ? 0 : c.k_step), bits, in.b[column][k]);
    }
  }
  for (int row = 0; row < k_rows; ++row) {
    for (int column = 0; column < c.n; ++column) {
      const Spot spot = spot_in_d(c, row, column);
      const uint64_t value = c.d == "s32" ? random() % 1000 : small_number(c.d == "f32" ? "tf32" : c.d, random);
      in.c[row][column] = value;
      put_bits(d,
               (spot.thread * static_cast<size_t>(c.d_registers()) + spot.word) * 32 + static_cast<size_t>(spot.shift),
               size(static_cast<size_t>(bits_of_format(c.d))), value);
    }
  }
  const auto start = [&](bool turned, int from) { return static_cast<uint64_t>(from + (turned ? 0 : c.k_step)) / 16; };
  const uint64_t descriptors[] = {a_area.descriptor() | start(c.a_turned, 0),
                                  b_area.descriptor() | start(c.b_turned, k_area_bytes)};
  in.buffers = {shared, std::string(reinterpret_cast<const char*>(descriptors), 16), d, a};
  return in;
}

double expected(const Case& c, const Inputs& in, int row, int column) {
  double sum = 0;
  for (int k = 0; k < c.k(); ++k) {
    if (c.a == "b1")
      sum += static_cast<double>(in.a[row][k] & in.b[column][k]);
    else
      sum += number_of(c.a, in.a[row][k]) * number_of(c.b, in.b[column][k]);
  }
  return sum * c.a_scale * c.b_scale + (c.adds ? number_of(c.d, in.c[row][column]) : 0);
}

void check(const Case& c) {
  SCOPED_TRACE(fmt::format("{} swizzle {} regs {} turned {}{} step {} scales {} {}", c.spelling(), c.swizzle,
                           c.a_registers, c.a_turned, c.b_turned, c.k_step, c.a_scale, c.b_scale));
  const Inputs in = make_inputs(c);
  const auto run = expect_run(kernel_for(c), in.buffers, k_threads);
  ASSERT_EQ(run.buffers.size(), 4u);
  const double tolerance = c.d == "s32" ? 0 : c.d == "f16" ? 2e-3 : 1e-5;
  for (int row = 0; row < k_rows; ++row) {
    for (int column = 0; column < c.n; ++column) {
      const Spot spot = spot_in_d(c, row, column);
      uint32_t word = 0;
      std::memcpy(&word, &run.buffers[2][(spot.thread * static_cast<size_t>(c.d_registers()) + spot.word) * 4], 4);
      const uint64_t got = c.d == "f16" ? word >> spot.shift & 0xffff : word;
      const double want = expected(c, in, row, column);
      ASSERT_NEAR(number_of(c.d, got), want, tolerance * (std::abs(want) + 16)) << row << "," << column;
    }
  }
}

TEST(Wgmma, HalvesInEveryLayout) {
  for (int swizzle : {0, 32, 64, 128}) {
    for (bool a_turned : {false, true}) {
      for (bool b_turned : {false, true}) {
        check({.d = "f32", .a = "f16", .b = "f16", .swizzle = swizzle, .a_turned = a_turned, .b_turned = b_turned});
      }
    }
  }
}

TEST(Wgmma, AInRegisters) {
  check({.d = "f32", .a = "f16", .b = "f16", .n = 128, .swizzle = 128, .a_registers = true});
  check({.d = "f32", .a = "bf16", .b = "bf16", .swizzle = 128, .a_registers = true, .b_turned = true});
  check({.d = "s32", .a = "s8", .b = "s8", .swizzle = 64, .a_registers = true});
}

TEST(Wgmma, EveryTypeAtItsOwnDepth) {
  check({.d = "f16", .a = "f16", .b = "f16", .n = 8});
  check({.d = "f32", .a = "bf16", .b = "bf16", .n = 256, .swizzle = 32});
  check({.d = "f32", .a = "tf32", .b = "tf32", .swizzle = 128});
  check({.d = "f32", .a = "e4m3", .b = "e5m2", .swizzle = 128});
  check({.d = "f16", .a = "e5m2", .b = "e4m3", .n = 24, .swizzle = 64});
  check({.d = "s32", .a = "s8", .b = "u8", .swizzle = 128});
  check({.d = "s32", .a = "u8", .b = "u8", .n = 32});
  check({.d = "s32", .a = "b1", .b = "b1", .swizzle = 128});
}

TEST(Wgmma, StepsAlongALineOfTheSwizzle) {
  for (int step : {32, 64, 96}) check({.d = "f32", .a = "f16", .b = "f16", .swizzle = 128, .k_step = step});
  check({.d = "f32", .a = "f16", .b = "f16", .swizzle = 64, .k_step = 32});
}

TEST(Wgmma, ProductsCanBeNegatedAndSumsStartedAnew) {
  check({.d = "f32", .a = "f16", .b = "f16", .a_scale = -1});
  check({.d = "f32", .a = "f16", .b = "f16", .a_scale = -1, .b_scale = -1});
  check({.d = "f32", .a = "f16", .b = "f16", .adds = false});
}

TEST(Wgmma, AMatrixOutsideSharedMemoryIsAFault) {
  const Case c{.d = "f32", .a = "f16", .b = "f16"};
  Inputs in = make_inputs(c);
  in.buffers[1][8 + 1] = '\x3f';
  const auto run = run_tensor_kernel(kernel_for(c), in.buffers, k_threads);
  ASSERT_TRUE(run);
  ASSERT_EQ(run->result.faults.size(), 1u);
  EXPECT_EQ(run->result.faults[0].kind, FaultKind::out_of_bounds);
}

TEST(MatrixDescriptor, FieldsAreInUnitsOfSixteenBytes) {
  const MatrixDescriptor d = decode_descriptor(1ull << 62 | 3ull << 49 | 64ull << 32 | 1ull << 16 | 0x123);
  EXPECT_EQ(d.start, 0x1230u);
  EXPECT_EQ(d.leading, 16u);
  EXPECT_EQ(d.stride, 1024u);
  EXPECT_EQ(d.base_offset, 3u);
  EXPECT_EQ(d.units, 8);
}

TEST(MatrixDescriptor, SwizzledRowsTurnTheirUnitsAbout) {
  MatrixDescriptor d{.start = 1024, .leading = 16, .stride = 1024, .units = 8};
  EXPECT_EQ(d.row_address(0, 1), 1024u + 16);
  EXPECT_EQ(d.row_address(3, 0), 1024u + 3 * 128 + 3 * 16);
  EXPECT_EQ(d.row_address(3, 1), 1024u + 3 * 128 + 2 * 16);
  EXPECT_EQ(d.row_address(11, 0), 1024u + 1024 + 3 * 128 + 3 * 16);
  d.base_offset = 1;
  EXPECT_EQ(d.row_address(3, 0), 1024u + 3 * 128 + 2 * 16);
}

}  // namespace tensor_wgmma_test
}  // namespace whet::vgpu
