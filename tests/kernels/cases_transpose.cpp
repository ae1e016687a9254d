#include "kernels/cases.h"

namespace whet::kernels {

namespace {

// Blocks of `width` by `height` threads; a block covers `tile_x` columns and `tile_y` rows.
struct Shape {
  uint32_t width, height, tile_x, tile_y;
};

KernelCase transpose(const std::string& file, const std::string& kernel, int rows, int cols, Shape shape) {
  const size_t count = static_cast<size_t>(rows) * cols;
  return {
      .name = kernel + "_" + std::to_string(rows) + "x" + std::to_string(cols),
      .file = file,
      .kernel = kernel,
      .grid = {blocks_for(cols, shape.tile_x), blocks_for(rows, shape.tile_y), 1},
      .block = {shape.width, shape.height, 1},
      .arguments = {input("in", f32, count), output("out", f32, count), integer("rows", rows), integer("cols", cols)},
      .reference = each(1, [rows, cols](const Values& v, size_t i) { return v[0][i % rows * cols + i / rows]; })};
}

KernelCase gather(int rows, int cols, Shape shape) {
  KernelCase made = transpose("transposes.cu", "transpose_gather", rows, cols, shape);
  made.grid[0] = blocks_for(rows, shape.tile_x), made.grid[1] = blocks_for(cols, shape.tile_y);
  return made;
}

KernelCase of_family(KernelCase made) {
  made.family = "transpose";
  return made;
}

double fragment(const Values& v, size_t i) {
  // Register of lane i holds row i/4, columns 2*(i%4) and the next, 16 bits each.
  double word = 0;
  for (size_t half = 0; half < 2; ++half) {
    const size_t row = 2 * (i % 4) + half, col = i / 4;
    word += v[0][2 * (row * 4 + col / 2) + col % 2] * (half ? 65536 : 1);
  }
  return word;
}

}  // namespace

Cases transpose_cases() {
  constexpr Shape square = {32, 8, 32, 8}, tiled = {32, 8, 32, 32}, fours = {16, 8, 64, 32};
  const std::string own = "transposes.cu", old = corpus("transpose.cu");
  return {
      transpose(old, "transpose_naive", 37, 53, square),
      transpose(old, "transpose_tiled", 70, 45, tiled),
      transpose(own, "transpose_conflicts", 33, 31, tiled),
      transpose(own, "transpose_swizzled", 65, 100, tiled),
      transpose(own, "transpose_registers", 36, 68, fours),
      gather(41, 19, square),
      of_family(transpose(old, "transpose_naive", 1024, 512, square)),
      of_family(transpose(old, "transpose_tiled", 1024, 512, tiled)),
      of_family(transpose(own, "transpose_conflicts", 1024, 512, tiled)),
      of_family(transpose(own, "transpose_swizzled", 1024, 512, tiled)),
      of_family(transpose(own, "transpose_registers", 1024, 512, fours)),
      of_family(gather(1024, 512, square)),
      {.name = "transpose_in_registers",
       .file = old,
       .kernel = "transpose_in_registers",
       .block = {32, 1, 1},
       .arguments = {input("in", u16, 64, 0, 65536), output("out", u32, 32)},
       .reference = each(1, fragment)},
  };
}

}  // namespace whet::kernels
