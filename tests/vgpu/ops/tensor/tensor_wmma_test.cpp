#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "tensor_kernel.h"
#include "tensor_numbers.h"

namespace whet::vgpu {
namespace tensor_wmma_test {

struct Case {
  int m, n, k;
  std::string type, sum;  // of A and B, of C and D
  int a_registers, b_registers, c_registers;
  bool row_col_only = false;
};

const std::vector<Case> k_cases = {
    {16, 16, 16, "f16", "f32", 8, 8, 8},    {32, 8, 16, "f16", "f32", 8, 8, 8},
    {8, 32, 16, "f16", "f32", 8, 8, 8},     {16, 16, 16, "f16", "f16", 8, 8, 4},
    {32, 8, 16, "f16", "f16", 8, 8, 4},     {8, 32, 16, "f16", "f16", 8, 8, 4},
    {16, 16, 16, "bf16", "f32", 4, 4, 8},   {32, 8, 16, "bf16", "f32", 8, 2, 8},
    {8, 32, 16, "bf16", "f32", 2, 8, 8},    {16, 16, 8, "tf32", "f32", 4, 4, 8},
    {16, 16, 16, "s8", "s32", 2, 2, 8},     {32, 8, 16, "s8", "s32", 4, 1, 8},
    {8, 32, 16, "u8", "s32", 1, 4, 8},      {16, 16, 16, "u8", "s32", 2, 2, 8},
    {8, 8, 4, "f64", "f64", 1, 1, 2},       {8, 8, 32, "s4", "s32", 1, 1, 2, true},
    {8, 8, 32, "u4", "s32", 1, 1, 2, true}, {8, 8, 128, "b1", "s32", 1, 1, 2, true},
};

// A matrix in memory: lines along rows or columns, each padded.
class Stored {
 public:
  Stored(int rows, int columns, std::string format, bool in_rows)
      : rows_(rows), columns_(columns), format_(std::move(format)), in_rows_(in_rows) {
    bytes_.assign(static_cast<size_t>(lines() * stride() * bits() / 8), '\x55');
  }
  int bits() const { return bits_of_format(format_); }
  int lines() const { return in_rows_ ? rows_ : columns_; }
  // In elements: a line plus 32 bytes.
  int stride() const { return (in_rows_ ? columns_ : rows_) + 256 / bits(); }

  uint64_t get(int row, int column) const {
    uint64_t value = 0;
    const size_t bit = place(row, column);
    std::memcpy(&value, bytes_.data() + bit / 8, static_cast<size_t>(std::max(bits(), 8)) / 8);
    value >>= bit % 8;
    return bits() == 64 ? value : value & ((1ull << bits()) - 1);
  }
  void set(int row, int column, uint64_t value) {
    const size_t bit = place(row, column);
    if (bits() >= 8) {
      std::memcpy(bytes_.data() + bit / 8, &value, static_cast<size_t>(bits()) / 8);
      return;
    }
    const unsigned mask = ((1u << bits()) - 1) << bit % 8;
    bytes_[bit / 8] =
        static_cast<char>((static_cast<unsigned char>(bytes_[bit / 8]) & ~mask) | (value << bit % 8 & mask));
  }
  std::string& bytes() { return bytes_; }
  const std::string& bytes() const { return bytes_; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  const std::string& format() const { return format_; }
  double number(int row, int column) const { return number_of(format_, get(row, column)); }

 private:
  size_t place(int row, int column) const {
    const int line = in_rows_ ? row : column, index = in_rows_ ? column : row;
    return static_cast<size_t>(line * stride() + index) * static_cast<size_t>(bits());
  }

  int rows_, columns_;
  std::string format_;
  bool in_rows_;
  std::string bytes_;
};

// Small integers, which every format can hold and every sum keeps exact.
uint64_t small_number(const std::string& format, std::mt19937& random) {
  const int value = static_cast<int>(random() % 8) - 4;
  if (format == "f16") {
    constexpr uint64_t magnitudes[] = {0, 0x3c00, 0x4000, 0x4200, 0x4400};
    return magnitudes[std::abs(value)] | (value < 0 ? 0x8000 : 0);
  }
  if (format == "u8" || format == "u4" || format == "b1") return random() & ((1u << bits_of_format(format)) - 1);
  if (format == "s8") return static_cast<uint8_t>(random());
  if (format == "s4") return random() & 0xf;
  if (format == "s32") return static_cast<uint32_t>(value * 1000);
  const auto narrow = static_cast<float>(value);
  const auto wide = static_cast<double>(value);
  uint64_t out = 0;
  format == "f64" ? std::memcpy(&out, &wide, 8) : std::memcpy(&out, &narrow, 4);
  return format == "bf16" ? out >> 16 : out;
}

void fill(Stored& matrix, std::mt19937& random) {
  for (int row = 0; row < matrix.rows(); ++row) {
    for (int column = 0; column < matrix.columns(); ++column) {
      matrix.set(row, column, small_number(matrix.format(), random));
    }
  }
}

std::string declare(const std::string& name, const std::string& format, int count) {
  const char* type = format == "f64" ? ".f64" : ".b32";
  return fmt::format(".reg {} %{}<{}>;\n", type, name, count);
}

struct Operands {
  Stored a, b, c, d;
  std::string size, a_layout, b_layout, c_layout;
};

// With the matrices in `space`: "global", "shared", or "" for generic addresses.
std::string kernel_for(const Case& c, const Operands& o, const std::string& space) {
  const std::string dot = space.empty() ? "" : "." + space;
  const auto place = [&](int i) { return space == "shared" ? fmt::format("[m{}]", i) : fmt::format("[%p{}]", i); };
  std::string declarations = declare("a", c.type, c.a_registers) + declare("b", c.type, c.b_registers) +
                             declare("c", c.sum, c.c_registers) + declare("d", c.sum, c.c_registers) +
                             ".reg .b32 %w, %s;\n.reg .b64 %g;\n.reg .pred %q;\n";
  std::string before, after;
  const Stored* const all[] = {&o.a, &o.b, &o.c, &o.d};
  for (int i = 0; i < 4 && space == "shared"; ++i) {
    declarations += fmt::format(".shared .align 32 .b8 m{}[{}];\n", i, all[i]->bytes().size());
    const auto copy = [&](const char* from, const char* to) {
      return fmt::format(
          "mul.wide.u32 %g, %lane, 4;\nadd.s64 %g, %p{0}, %g;\nmov.u32 %s, m{0};\nmad.lo.u32 %s, %lane, 4, %s;\n"
          "mov.u32 %w, %lane;\nL{3}{0}:\nsetp.ge.u32 %q, %w, {1};\n@%q bra E{3}{0};\n.reg .b32 %v{3}{0};\n"
          "ld.{3}.b32 %v{3}{0}, [{2}];\nst.{4}.b32 [{5}], %v{3}{0};\nadd.s64 %g, %g, 128;\nadd.u32 %s, %s, 128;\n"
          "add.u32 %w, %w, 32;\nbra L{3}{0};\nE{3}{0}:\n",
          i, all[i]->bytes().size() / 4, from[0] == 'g' ? "%g" : "%s", from, to, to[0] == 'g' ? "%g" : "%s");
    };
    before += copy("global", "shared");
    if (i == 3) after = "bar.sync 0;\n" + copy("shared", "global");
  }
  const std::string popc = c.type == "b1" ? ".xor.popc" : "";
  const std::string types =
      c.type == "f16" ? fmt::format(".{}.{}", c.sum, c.sum) : fmt::format(".{}.{}.{}.{}", c.sum, c.type, c.type, c.sum);
  const std::string stored = c.type;
  std::string body = before + "bar.sync 0;\n";
  body += fmt::format("wmma.load.a.sync.aligned.{}.{}{}.{} {}, {}, {};\n", o.a_layout, o.size, dot, stored,
                      registers("a", c.a_registers), place(0), o.a.stride());
  body += fmt::format("wmma.load.b.sync.aligned.{}.{}{}.{} {}, {}, {};\n", o.b_layout, o.size, dot, stored,
                      registers("b", c.b_registers), place(1), o.b.stride());
  body += fmt::format("wmma.load.c.sync.aligned.{}.{}{}.{} {}, {}, {};\n", o.c_layout, o.size, dot, c.sum,
                      registers("c", c.c_registers), place(2), o.c.stride());
  body += fmt::format("wmma.mma{}.sync.aligned.{}.{}.{}{} {}, {}, {}, {};\n", popc, o.a_layout, o.b_layout, o.size,
                      types, registers("d", c.c_registers), registers("a", c.a_registers),
                      registers("b", c.b_registers), registers("c", c.c_registers));
  body += fmt::format("wmma.store.d.sync.aligned.{}.{}{}.{} {}, {}, {};\n", o.c_layout, o.size, dot, c.sum, place(3),
                      registers("d", c.c_registers), o.d.stride());
  return tensor_kernel(4, declarations, body + after);
}

double expected(const Case& c, const Operands& o, int row, int column) {
  double sum = o.c.number(row, column);
  for (int k = 0; k < c.k; ++k) {
    if (c.type == "b1")
      sum += static_cast<double>(o.a.get(row, k) ^ o.b.get(k, column));
    else
      sum += o.a.number(row, k) * o.b.number(k, column);
  }
  return sum;
}

void check(const Case& c, bool a_rows, bool b_rows, bool c_rows, const std::string& space) {
  SCOPED_TRACE(fmt::format("m{}n{}k{} {} {} a_rows {} b_rows {} c_rows {} {}", c.m, c.n, c.k, c.type, c.sum, a_rows,
                           b_rows, c_rows, space));
  const auto layout = [](bool rows) { return rows ? "row" : "col"; };
  Operands o{Stored(c.m, c.k, c.type, a_rows),
             Stored(c.k, c.n, c.type, b_rows),
             Stored(c.m, c.n, c.sum, c_rows),
             Stored(c.m, c.n, c.sum, c_rows),
             fmt::format("m{}n{}k{}", c.m, c.n, c.k),
             layout(a_rows),
             layout(b_rows),
             layout(c_rows)};
  std::mt19937 random(3);
  fill(o.a, random);
  fill(o.b, random);
  fill(o.c, random);
  const auto run = expect_run(kernel_for(c, o, space), {o.a.bytes(), o.b.bytes(), o.c.bytes(), o.d.bytes()});
  ASSERT_EQ(run.buffers.size(), 4u);
  Stored got = o.d;
  got.bytes() = run.buffers[3];
  for (int row = 0; row < c.m; ++row) {
    for (int column = 0; column < c.n; ++column) {
      ASSERT_EQ(got.number(row, column), expected(c, o, row, column)) << row << "," << column;
      got.set(row, column, o.d.get(row, column));
    }
  }
  EXPECT_EQ(got.bytes(), o.d.bytes()) << "padding was written";
}

class Wmma : public testing::TestWithParam<Case> {};

TEST_P(Wmma, MultipliesInEveryLayoutAndSpace) {
  const Case& c = GetParam();
  for (const char* space : {"global", "shared", ""}) {
    for (int layouts = 0; layouts < 8; ++layouts) {
      const bool a_rows = !(layouts & 1), b_rows = layouts & 2, c_rows = !(layouts & 4);
      if (c.row_col_only && (!a_rows || b_rows)) continue;
      check(c, a_rows, b_rows, c_rows, space);
    }
  }
}

std::string name_of_case(const testing::TestParamInfo<Case>& info) {
  const Case& c = info.param;
  return fmt::format("m{}n{}k{}_{}_{}", c.m, c.n, c.k, c.type, c.sum);
}
INSTANTIATE_TEST_SUITE_P(Shapes, Wmma, testing::ValuesIn(k_cases), name_of_case);

TEST(WmmaFragment, AccumulatorsLieInRegistersAsInTheHardware) {
  std::string words;
  for (int i = 0; i < 256; ++i) words.append(reinterpret_cast<const char*>(&i), 4);
  const auto run = expect_run(
      tensor_kernel(
          2, ".reg .b32 %c<8>;\n.reg .b64 %x;",
          "wmma.load.c.sync.aligned.row.m16n16k16.global.s32 " + registers("c", 8) +
              ", [%p0];\nmul.wide.u32 %x, %lane, 32;\nadd.s64 %x, %p1, %x;\nst.global.v4.b32 [%x], {%c0, %c1, "
              "%c2, %c3};\nst.global.v4.b32 [%x+16], {%c4, %c5, %c6, %c7};"),
      {words, std::string(1024, '\0')});
  ASSERT_EQ(run.buffers.size(), 2u);
  for (int lane = 0; lane < k_lanes; ++lane) {
    for (int i = 0; i < 8; ++i) {
      int32_t got = 0;
      std::memcpy(&got, run.buffers[1].data() + lane * 32 + i * 4, 4);
      const int row = lane / 4 + i / 2 % 2 * 8, column = lane % 4 * 2 + i % 2 + i / 4 * 8;
      EXPECT_EQ(got, row * 16 + column) << "lane " << lane << " element " << i;
    }
  }
}

AccessCount load_counts(const std::string& layout, const std::string& type, int bits) {
  const int count = type == "f16" ? 8 : 2;
  const auto run =
      expect_run(tensor_kernel(1, ".reg .b32 %a<8>;",
                               fmt::format("wmma.load.a.sync.aligned.{}.m16n16k16.global.{} {}, [%p0], 64;", layout,
                                           type, registers("a", count))),
                 {std::string(static_cast<size_t>(16 * 64 * bits / 8), 'x')});
  AccessCount sum;
  for (const AccessCount& access : run.result.counts.accesses) sum.add(access);
  return sum;
}

TEST(WmmaFragment, AccessesAreCountedAsTheCompilerMakesThem) {
  const AccessCount halves = load_counts("row", "f16", 16);
  EXPECT_EQ(halves.requests, 4u);
  EXPECT_EQ(halves.bytes, 512u);
  EXPECT_EQ(halves.sectors, 32u) << "each access takes half of eight sectors";
  EXPECT_EQ(load_counts("col", "f16", 16).requests, 4u);
  EXPECT_EQ(load_counts("row", "s8", 8).requests, 2u);
  EXPECT_EQ(load_counts("col", "s8", 8).requests, 8u) << "byte by byte";
}

}  // namespace tensor_wmma_test
}  // namespace whet::vgpu
