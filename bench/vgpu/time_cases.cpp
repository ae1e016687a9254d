#include "vgpu/time_cases.h"

#include <cstring>

namespace whet::bench {

namespace {

using Kind = TimeArgument::Kind;

TimeArgument floats(uint64_t count) {
  return {Kind::floats, count};
}
TimeArgument zeros(uint64_t count) {
  return {Kind::zeros, count};
}
TimeArgument number(double value) {
  return {Kind::i32, 1, value};
}

uint32_t blocks(uint64_t items, uint64_t each) {
  return static_cast<uint32_t>((items + each - 1) / each);
}

std::string size_text(uint64_t n) {
  if (n % (1 << 20) == 0) return std::to_string(n >> 20) + "M";
  if (n % (1 << 10) == 0) return std::to_string(n >> 10) + "k";
  return std::to_string(n);
}

class CaseList {
 public:
  void add(const std::string& kernel, const std::string& size, const std::string& problem, uint32_t gx, uint32_t gy,
           uint32_t bx, uint32_t by, std::vector<TimeArgument> arguments) {
    TimeCase c;
    c.name = kernel + "/" + size;
    c.family = problem.empty() ? "" : problem + "/" + size;
    c.kernel = kernel;
    c.grid[0] = gx, c.grid[1] = gy;
    c.block[0] = bx, c.block[1] = by;
    c.arguments = std::move(arguments);
    c.fitted = cases.size() % 2 == 0;
    cases.push_back(std::move(c));
  }
  std::vector<TimeCase> cases;
};

void add_copies(CaseList& list, uint64_t n) {
  const std::string size = size_text(n);
  const std::vector<TimeArgument> plain = {floats(n), zeros(n), number(static_cast<double>(n))};
  list.add("copy_scalar", size, "copy", blocks(n, 256), 1, 256, 1, plain);
  list.add("copy_vector", size, "copy", blocks(n / 4, 256), 1, 256, 1, plain);
  list.add("copy_grid_stride", size, "copy", 132 * 8, 1, 256, 1, plain);
  list.add("copy_four_each", size, "copy", blocks(n / 4, 256), 1, 256, 1, plain);
  list.add("saxpy", size, "", blocks(n, 256), 1, 256, 1,
           {floats(n), floats(n), {Kind::f32, 1, 1.5}, number(static_cast<double>(n))});
  list.add("gelu", size, "", blocks(n, 256), 1, 256, 1, plain);
  list.add("gather", size, "", blocks(n, 256), 1, 256, 1,
           {floats(n), {Kind::indices, n, static_cast<double>(n)}, zeros(n), number(static_cast<double>(n))});
  for (const int stride : {2, 8, 32}) {
    list.add("copy_strided", size + "/" + std::to_string(stride), "", blocks(n / static_cast<uint64_t>(stride), 256), 1,
             256, 1, {floats(n), zeros(n), number(static_cast<double>(n)), number(stride)});
  }
}

void add_transposes(CaseList& list, uint32_t n) {
  const std::vector<TimeArgument> matrices = {floats(uint64_t{n} * n), zeros(uint64_t{n} * n), number(n)};
  for (const char* kernel : {"transpose_naive", "transpose_tiled", "transpose_padded"}) {
    list.add(kernel, std::to_string(n), "transpose", n / 32, n / 32, 32, 8, matrices);
  }
}

void add_sums(CaseList& list, uint64_t n) {
  const std::vector<TimeArgument> arguments = {floats(n), zeros(1), number(static_cast<double>(n))};
  list.add("sum_atomic", size_text(n), "sum", blocks(n, 256), 1, 256, 1, arguments);
  list.add("sum_shared", size_text(n), "sum", 132 * 8, 1, 256, 1, arguments);
  list.add("sum_shuffle", size_text(n), "sum", 132 * 8, 1, 256, 1, arguments);
}

void add_rows(CaseList& list, uint32_t rows, uint32_t columns) {
  const uint64_t n = uint64_t{rows} * columns;
  const std::string size = std::to_string(rows) + "x" + std::to_string(columns);
  const std::vector<TimeArgument> arguments = {floats(n), zeros(n), number(rows), number(columns)};
  list.add("softmax_thread_row", size, "softmax", blocks(rows, 128), 1, 128, 1, arguments);
  list.add("softmax_warp_row", size, "softmax", blocks(rows, 4), 1, 128, 1, arguments);
  list.add("softmax_block_row", size, "softmax", rows, 1, 256, 1, arguments);
  list.add("layernorm_warp", size, "layernorm", blocks(rows, 4), 1, 128, 1, arguments);
  list.add("layernorm_thread", size, "layernorm", blocks(rows, 128), 1, 128, 1, arguments);
}

void add_products(CaseList& list, uint32_t n) {
  const uint64_t count = uint64_t{n} * n;
  const std::vector<TimeArgument> arguments = {floats(count), floats(count), zeros(count), number(n)};
  const std::string size = std::to_string(n);
  list.add("gemm_uncoalesced", size, "gemm", n / 16, n / 16, 16, 16, arguments);
  list.add("gemm_naive", size, "gemm", n / 32, n / 8, 32, 8, arguments);
  list.add("gemm_tiled16", size, "gemm", n / 16, n / 16, 16, 16, arguments);
  list.add("gemm_tiled32", size, "gemm", n / 32, n / 32, 32, 32, arguments);
  list.add("gemm_register4", size, "gemm", n / 64, n / 64, 256, 1, arguments);
  const std::vector<TimeArgument> halves = {{Kind::halves, count}, {Kind::halves, count}, zeros(count), number(n)};
  list.add("hgemm_direct", size, "hgemm", n / 16 * n / 16 / 4, 1, 128, 1, halves);
  list.add("hgemm_shared", size, "hgemm", n / 64, n / 64, 128, 1, halves);
}

void add_stencils(CaseList& list, uint32_t n) {
  const std::vector<TimeArgument> arguments = {floats(uint64_t{n} * n), zeros(uint64_t{n} * n), number(n)};
  list.add("stencil_global", std::to_string(n), "stencil", n / 32, n / 8, 32, 8, arguments);
  list.add("stencil_shared", std::to_string(n), "stencil", n / 32, n / 8, 32, 8, arguments);
  list.add("stencil_wrong_way", std::to_string(n), "stencil", n / 32, n / 8, 32, 8, arguments);
}

void add_histograms(CaseList& list, uint64_t n) {
  const std::vector<TimeArgument> arguments = {{Kind::indices, n, 256}, zeros(256), number(static_cast<double>(n))};
  list.add("histogram_global", size_text(n), "histogram", 132 * 4, 1, 256, 1, arguments);
  list.add("histogram_shared", size_text(n), "histogram", 132 * 4, 1, 256, 1, arguments);
}

void add_bodies(CaseList& list, uint32_t n) {
  const std::vector<TimeArgument> arguments = {floats(uint64_t{n} * 4), zeros(uint64_t{n} * 4), number(n)};
  list.add("nbody_global", size_text(n), "nbody", n / 256, 1, 256, 1, arguments);
  list.add("nbody_shared", size_text(n), "nbody", n / 256, 1, 256, 1, arguments);
}

void add_parts(CaseList& list, uint32_t grid, int rounds) {
  const uint64_t threads = uint64_t{grid} * 256;
  const std::string size = std::to_string(grid) + "x" + std::to_string(rounds);
  for (const char* kernel :
       {"fma_1", "fma_4", "fma_16", "integer_mix", "special_functions", "half_fma", "divisions", "barriers"}) {
    list.add(kernel, size, "", grid, 1, 256, 1, {zeros(threads), number(rounds)});
  }
  list.add("double_fma", size, "", grid, 1, 256, 1, {{Kind::zeros, 2 * threads}, number(rounds)});
  for (const int stride : {1, 2, 8, 32}) {
    list.add("shared_stride", size + "/" + std::to_string(stride), "", grid, 1, 256, 1,
             {zeros(threads), number(rounds), number(stride)});
  }
  list.add("atomics_spread", size + "/1", "", grid, 1, 256, 1, {zeros(1 << 20), number(rounds / 16), number(1)});
  list.add("atomics_spread", size + "/0", "", grid, 1, 256, 1, {zeros(1 << 20), number(rounds / 64), number(0)});
}

}  // namespace

std::vector<TimeCase> time_cases() {
  CaseList list;
  add_copies(list, 1 << 24);
  add_copies(list, 1 << 26);
  add_transposes(list, 2048);
  add_transposes(list, 8192);
  add_sums(list, 1 << 22);
  add_sums(list, 1 << 26);
  add_rows(list, 8192, 1024);
  add_rows(list, 1024, 4096);
  add_rows(list, 32768, 256);
  add_products(list, 512);
  add_products(list, 1024);
  add_products(list, 2048);
  add_stencils(list, 2048);
  add_stencils(list, 8192);
  add_histograms(list, 1 << 22);
  add_histograms(list, 1 << 25);
  add_bodies(list, 8192);
  add_bodies(list, 32768);
  add_parts(list, 132 * 8, 1024);
  add_parts(list, 132 * 2, 4096);
  for (const uint32_t grid : {1u, 132u, 132u * 16}) {
    list.add("chase", std::to_string(grid), "", grid, 1, 64, 1,
             {{TimeArgument::Kind::ring, 1 << 24, 4097}, zeros(1 << 20), number(256)});
  }
  for (const uint32_t n : {1u << 12, 1u << 20}) {
    list.add("reread", size_text(n), "", 132 * 4, 1, 256, 1, {floats(n), zeros(132 * 4 * 256), number(n), number(16)});
  }
  for (const int length : {512, 4096}) {
    list.add("attention", std::to_string(length), "", 1024, 1, 128, 1,
             {floats(4096 * 64), floats(static_cast<uint64_t>(length) * 64), floats(static_cast<uint64_t>(length) * 64),
              zeros(4096 * 64), number(length)});
  }
  return list.cases;
}

bool is_buffer(const TimeArgument& argument) {
  return argument.kind != Kind::i32 && argument.kind != Kind::f32;
}

namespace {

template <typename T>
std::string filled(uint64_t count, T (*value)(uint64_t random, uint64_t i, const TimeArgument&),
                   const TimeArgument& argument) {
  std::string bytes(count * sizeof(T), '\0');
  uint64_t state = 0x9e3779b97f4a7c15;
  for (uint64_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    const T v = value(state >> 33, i, argument);
    std::memcpy(bytes.data() + i * sizeof(T), &v, sizeof(T));
  }
  return bytes;
}

float float_value(uint64_t random, uint64_t, const TimeArgument&) {
  return static_cast<float>(random) * 0x1p-30f - 1;
}
double double_value(uint64_t random, uint64_t, const TimeArgument&) {
  return static_cast<double>(random) * 0x1p-30 - 1;
}
// A half between 1 and 2, or its negative: 10 random bits of mantissa.
uint16_t half_value(uint64_t random, uint64_t, const TimeArgument&) {
  return static_cast<uint16_t>(0x3400 | (random & 0x3ff) | (random >> 20 & 1) << 15);
}
int32_t index_value(uint64_t random, uint64_t, const TimeArgument& a) {
  return static_cast<int32_t>(random % static_cast<uint64_t>(a.value));
}
int32_t ring_value(uint64_t, uint64_t i, const TimeArgument& a) {
  return static_cast<int32_t>((i + static_cast<uint64_t>(a.value)) % a.count);
}

}  // namespace

std::string content_of(const TimeArgument& argument) {
  switch (argument.kind) {
    case Kind::floats:
      return filled<float>(argument.count, float_value, argument);
    case Kind::doubles:
      return filled<double>(argument.count, double_value, argument);
    case Kind::halves:
      return filled<uint16_t>(argument.count, half_value, argument);
    case Kind::indices:
      return filled<int32_t>(argument.count, index_value, argument);
    case Kind::ring:
      return filled<int32_t>(argument.count, ring_value, argument);
    case Kind::zeros:
      return std::string(argument.count * 4, '\0');
    case Kind::i32: {
      const auto v = static_cast<int32_t>(argument.value);
      return std::string(reinterpret_cast<const char*>(&v), sizeof v);
    }
    case Kind::f32: {
      const auto v = static_cast<float>(argument.value);
      return std::string(reinterpret_cast<const char*>(&v), sizeof v);
    }
  }
  return {};
}

}  // namespace whet::bench
