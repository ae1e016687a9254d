#include "kernels/cases.h"
#include "kernels/matrices.h"

namespace whet::kernels {

namespace {

// Threads of a block, and the part of C it covers, as x and y.
struct Tiling {
  uint32_t threads_x, threads_y, tile_x, tile_y, slices = 1;
};

KernelCase gemm(const std::string& file, const std::string& kernel, int m, int n, int k, Tiling t) {
  const Product product = {size_t(m), size_t(n), size_t(k)};
  return {.name = kernel + "_" + std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k),
          .family = m == 256 && n == 256 ? "gemm" : "",
          .file = file,
          .kernel = kernel,
          .grid = {blocks_for(n, t.tile_x), blocks_for(m, t.tile_y), t.slices},
          .block = {t.threads_x, t.threads_y, 1},
          .arguments = {input("a", f32, size_t(m) * k), input("b", f32, size_t(k) * n), output("c", f32, size_t(m) * n),
                        integer("m", m), integer("n", n), integer("k", k)},
          .reference = [product](Values& v) { v[2] = multiply(v[0], v[1], product); },
          .absolute = 1e-5,
          .relative = 1e-5,
          .bits_equal_on_gpu = false};
}

KernelCase uncoalesced(int m, int n, int k) {
  KernelCase made = gemm("gemms.cu", "gemm_uncoalesced", m, n, k, {32, 8, 1, 1});
  made.grid[0] = blocks_for(m, 32), made.grid[1] = blocks_for(n, 8);
  return made;
}

KernelCase async(int m, int n, int k) {
  KernelCase made = gemm(corpus("gemm_async.cu"), "gemm_async", m, n, k, {256, 1, 32, 32});
  made.arguments.erase(made.arguments.begin() + 3);
  return made;
}

KernelCase dot_rows(int m, int n, int k) {
  KernelCase made = gemm("gemms.cu", "gemm_dot_rows", m, n, k, {96, 1, 1, 1});
  made.grid[0] = static_cast<uint32_t>(m), made.grid[1] = 1;
  const Product product = {size_t(m), size_t(n), size_t(k), true};
  made.reference = [product](Values& v) { v[2] = multiply(v[0], v[1], product); };
  return made;
}

KernelCase gemv(const std::string& file, const std::string& kernel, int rows, int cols, uint32_t rows_per_block) {
  const Product product = {size_t(rows), 1, size_t(cols)};
  return {.name = kernel + "_" + std::to_string(rows) + "x" + std::to_string(cols),
          .family = rows == 1024 ? "gemv" : "",
          .file = file,
          .kernel = kernel,
          .grid = {blocks_for(rows, rows_per_block), 1, 1},
          .block = {128, 1, 1},
          .arguments = {input("a", f32, size_t(rows) * cols), input("x", f32, cols), output("y", f32, rows),
                        integer("rows", rows), integer("cols", cols)},
          .reference = [product](Values& v) { v[2] = multiply(v[0], v[1], product); },
          .absolute = 1e-5,
          .relative = 1e-5,
          .bits_equal_on_gpu = false};
}

void batched(Values& v) {
  const auto size = static_cast<size_t>(v[3][0]), all = size * size;
  for (size_t at = 0; at < v[0].size(); at += all) {
    const auto part = [&](size_t i) { return std::vector(v[i].begin() + long(at), v[i].begin() + long(at + all)); };
    const auto product = multiply(part(0), part(1), {size, size, size});
    std::copy(product.begin(), product.end(), v[2].begin() + long(at));
  }
}

void eliminate(Values& v) {
  const auto n = static_cast<size_t>(v[1][0]), step = static_cast<size_t>(v[2][0]);
  for (size_t row = step + 1; row < n; ++row) {
    const double factor = v[0][row * n + step] / v[0][step * n + step];
    for (size_t col = step + 1; col < n; ++col) v[0][row * n + col] -= factor * v[0][step * n + col];
  }
}

KernelCase double_gemm(int m, int n, int k) {
  KernelCase made = gemm(corpus("dgemm.cu"), "dgemm_tiled", m, n, k, {16, 16, 16, 16});
  made.arguments = {input("a", f64, size_t(m) * k), input("b", f64, size_t(k) * n), output("c", f64, size_t(m) * n),
                    integer("n", n), integer("k", k)};
  made.absolute = made.relative = 1e-13;
  return made;
}

Cases families() {
  const std::string own = "gemms.cu";
  return {
      uncoalesced(256, 256, 128),
      gemm(corpus("gemm_naive.cu"), "gemm_naive", 256, 256, 128, {32, 8, 32, 8}),
      gemm(corpus("gemm_tiled.cu"), "gemm_tiled", 256, 256, 128, {32, 32, 32, 32}),
      gemm(own, "gemm_coarse", 256, 256, 128, {16, 16, 16, 64}),
      gemm(corpus("gemm_register_tile.cu"), "gemm_register_tile", 256, 256, 128, {256, 1, 128, 128}),
      gemm(own, "gemm_double_buffer", 256, 256, 128, {256, 1, 64, 64}),
      gemm(own, "gemm_split_k", 256, 256, 128, {16, 16, 16, 16, 2}),
      async(256, 256, 128),
      gemv(corpus("gemm_naive.cu"), "gemv", 1024, 512, 4),
      gemv(own, "gemv_thread", 1024, 512, 128),
      gemv(own, "gemv_block", 1024, 512, 1),
  };
}

}  // namespace

Cases gemm_cases() {
  const std::string own = "gemms.cu";
  Cases cases = {
      uncoalesced(33, 17, 20),
      gemm(corpus("gemm_naive.cu"), "gemm_naive", 19, 45, 33, {16, 8, 16, 8}),
      gemm(corpus("gemm_tiled.cu"), "gemm_tiled", 50, 41, 70, {32, 32, 32, 32}),
      gemm(corpus("gemm_register_tile.cu"), "gemm_register_tile", 128, 128, 16, {256, 1, 128, 128}),
      gemm(own, "gemm_coarse", 64, 48, 32, {16, 16, 16, 64}),
      gemm(own, "gemm_double_buffer", 64, 128, 48, {256, 1, 64, 64}),
      gemm(own, "gemm_split_k", 20, 35, 100, {16, 16, 16, 16, 3}),
      async(32, 64, 96),
      dot_rows(5, 7, 50),
      double_gemm(32, 16, 48),
      gemv(corpus("gemm_naive.cu"), "gemv", 9, 70, 4),
      gemv(own, "gemv_thread", 131, 40, 128),
      gemv(own, "gemv_block", 3, 300, 1),
      {.name = "gemm_batched_4x9",
       .file = own,
       .kernel = "gemm_batched",
       .grid = {4, 1, 1},
       .block = {48, 1, 1},
       .dynamic_shared_bytes = 2 * 81 * 8,
       .arguments = {input("a", f64, 324), input("b", f64, 324), output("c", f64, 324), integer("size", 9)},
       .reference = batched,
       .absolute = 1e-14,
       .relative = 1e-13},
      {.name = "lu_step_20",
       .file = own,
       .kernel = "lu_step",
       .grid = {1, 16, 1},
       .block = {32, 1, 1},
       .arguments = {in_out(input("a", f32, 400, 1, 2)), integer("n", 20), integer("step", 3)},
       .reference = eliminate,
       .absolute = 1e-6,
       .relative = 1e-6},
  };
  append(cases, families());
  return cases;
}

}  // namespace whet::kernels
