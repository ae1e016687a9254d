// Cases of fit/basic.cu.
#include "vgpu/fit_cases.h"

namespace whet::bench {

namespace {

using Kind = TimeArgument::Kind;

void add_copies(CaseList& list, uint64_t n) {
  const std::string size = size_text(n);
  const std::vector<TimeArgument> plain = {floats(n), zeros(n), number(n)};
  list.add("copy_scalar", size, "copy", {.gx = blocks_for(n, 256), .bx = 256}, plain);
  list.add("copy_vector", size, "copy", {.gx = blocks_for(n / 4, 256), .bx = 256}, plain);
  list.add("copy_grid_stride", size, "copy", {.gx = k_sms * 8, .bx = 256}, plain);
  list.add("copy_four_each", size, "copy", {.gx = blocks_for(n / 4, 256), .bx = 256}, plain);
  list.add("saxpy", size, "", {.gx = blocks_for(n, 256), .bx = 256},
           {floats(n), floats(n), {Kind::f32, 1, 1.5}, number(n)});
  list.add("gelu", size, "", {.gx = blocks_for(n, 256), .bx = 256}, plain);
  list.add("gather", size, "", {.gx = blocks_for(n, 256), .bx = 256}, {floats(n), indices(n, n), zeros(n), number(n)});
  for (const int stride : {2, 8, 32}) {
    list.add("copy_strided", size + "/" + std::to_string(stride), "",
             {.gx = blocks_for(n / static_cast<uint64_t>(stride), 256), .bx = 256},
             {floats(n), zeros(n), number(n), number(stride)});
  }
}

void add_transposes(CaseList& list, uint32_t n) {
  const std::vector<TimeArgument> matrices = {floats(uint64_t{n} * n), zeros(uint64_t{n} * n), number(n)};
  for (const char* kernel : {"transpose_naive", "transpose_tiled", "transpose_padded"}) {
    list.add(kernel, std::to_string(n), "transpose", {.gx = n / 32, .gy = n / 32, .bx = 32, .by = 8}, matrices);
  }
}

void add_sums(CaseList& list, uint64_t n) {
  const std::vector<TimeArgument> arguments = {floats(n), zeros(1), number(n)};
  list.add("sum_atomic", size_text(n), "sum", {.gx = blocks_for(n, 256), .bx = 256}, arguments);
  list.add("sum_shared", size_text(n), "sum", {.gx = k_sms * 8, .bx = 256}, arguments);
  list.add("sum_shuffle", size_text(n), "sum", {.gx = k_sms * 8, .bx = 256}, arguments);
}

void add_rows(CaseList& list, uint32_t rows, uint32_t columns) {
  const uint64_t n = uint64_t{rows} * columns;
  const std::string size = std::to_string(rows) + "x" + std::to_string(columns);
  const std::vector<TimeArgument> arguments = {floats(n), zeros(n), number(rows), number(columns)};
  list.add("softmax_thread_row", size, "softmax", {.gx = blocks_for(rows, 128), .bx = 128}, arguments);
  list.add("softmax_warp_row", size, "softmax", {.gx = blocks_for(rows, 4), .bx = 128}, arguments);
  list.add("softmax_block_row", size, "softmax", {.gx = rows, .bx = 256}, arguments);
  list.add("layernorm_warp", size, "layernorm", {.gx = blocks_for(rows, 4), .bx = 128}, arguments);
  list.add("layernorm_thread", size, "layernorm", {.gx = blocks_for(rows, 128), .bx = 128}, arguments);
}

void add_products(CaseList& list, uint32_t n) {
  const uint64_t count = uint64_t{n} * n;
  const std::vector<TimeArgument> arguments = {floats(count), floats(count), zeros(count), number(n)};
  const std::string size = std::to_string(n);
  list.add("gemm_uncoalesced", size, "gemm", {.gx = n / 16, .gy = n / 16, .bx = 16, .by = 16}, arguments);
  list.add("gemm_naive", size, "gemm", {.gx = n / 32, .gy = n / 8, .bx = 32, .by = 8}, arguments);
  list.add("gemm_tiled16", size, "gemm", {.gx = n / 16, .gy = n / 16, .bx = 16, .by = 16}, arguments);
  list.add("gemm_tiled32", size, "gemm", {.gx = n / 32, .gy = n / 32, .bx = 32, .by = 32}, arguments);
  list.add("gemm_register4", size, "gemm", {.gx = n / 64, .gy = n / 64, .bx = 256}, arguments);
  const std::vector<TimeArgument> halves = {{Kind::halves, count}, {Kind::halves, count}, zeros(count), number(n)};
  list.add("hgemm_direct", size, "hgemm", {.gx = n / 16 * n / 16 / 4, .bx = 128}, halves);
  list.add("hgemm_shared", size, "hgemm", {.gx = n / 64, .gy = n / 64, .bx = 128}, halves);
}

void add_stencils(CaseList& list, uint32_t n) {
  const std::vector<TimeArgument> arguments = {floats(uint64_t{n} * n), zeros(uint64_t{n} * n), number(n)};
  list.add("stencil_global", std::to_string(n), "stencil", {.gx = n / 32, .gy = n / 8, .bx = 32, .by = 8}, arguments);
  list.add("stencil_shared", std::to_string(n), "stencil", {.gx = n / 32, .gy = n / 8, .bx = 32, .by = 8}, arguments);
  list.add("stencil_wrong_way", std::to_string(n), "stencil", {.gx = n / 32, .gy = n / 8, .bx = 32, .by = 8},
           arguments);
}

void add_histograms(CaseList& list, uint64_t n) {
  const std::vector<TimeArgument> arguments = {indices(n, 256), zeros(256), number(n)};
  list.add("histogram_global", size_text(n), "histogram", {.gx = k_sms * 4, .bx = 256}, arguments);
  list.add("histogram_shared", size_text(n), "histogram", {.gx = k_sms * 4, .bx = 256}, arguments);
}

void add_bodies(CaseList& list, uint32_t n) {
  const std::vector<TimeArgument> arguments = {floats(uint64_t{n} * 4), zeros(uint64_t{n} * 4), number(n)};
  list.add("nbody_global", size_text(n), "nbody", {.gx = n / 256, .bx = 256}, arguments);
  list.add("nbody_shared", size_text(n), "nbody", {.gx = n / 256, .bx = 256}, arguments);
}

void add_parts(CaseList& list, uint32_t grid, int rounds) {
  const uint64_t threads = uint64_t{grid} * 256;
  const std::string size = std::to_string(grid) + "x" + std::to_string(rounds);
  for (const char* kernel :
       {"fma_1", "fma_4", "fma_16", "integer_mix", "special_functions", "half_fma", "divisions", "barriers"}) {
    list.add(kernel, size, "", {.gx = grid, .bx = 256}, {zeros(threads), number(rounds)});
  }
  list.add("double_fma", size, "", {.gx = grid, .bx = 256}, {{Kind::zeros, 2 * threads}, number(rounds)});
  for (const int stride : {1, 2, 8, 32}) {
    list.add("shared_stride", size + "/" + std::to_string(stride), "", {.gx = grid, .bx = 256},
             {zeros(threads), number(rounds), number(stride)});
  }
  list.add("atomics_spread", size + "/1", "", {.gx = grid, .bx = 256},
           {zeros(1 << 20), number(rounds / 16), number(1)});
  list.add("atomics_spread", size + "/0", "", {.gx = grid, .bx = 256},
           {zeros(1 << 20), number(rounds / 64), number(0)});
}

}  // namespace

void add_basic(CaseList& list) {
  list.from("fit/basic.cu");
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
  add_parts(list, k_sms * 8, 1024);
  add_parts(list, k_sms * 2, 4096);
  for (const uint32_t grid : {1u, 132u, 132u * 16}) {
    list.add("chase", std::to_string(grid), "", {.gx = grid, .bx = 64},
             {{Kind::ring, 1 << 24, 4097}, zeros(1 << 20), number(256)});
  }
  for (const uint32_t n : {1u << 12, 1u << 20}) {
    list.add("reread", size_text(n), "", {.gx = k_sms * 4, .bx = 256},
             {floats(n), zeros(k_sms * 4 * 256), number(n), number(16)});
  }
  for (const int length : {512, 4096}) {
    list.add("attention", std::to_string(length), "", {.gx = 1024, .bx = 128},
             {floats(4096 * 64), floats(static_cast<uint64_t>(length) * 64), floats(static_cast<uint64_t>(length) * 64),
              zeros(4096 * 64), number(length)});
  }
}

}  // namespace whet::bench
