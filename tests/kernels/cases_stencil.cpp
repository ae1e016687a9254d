#include "kernels/cases.h"

namespace whet::kernels {

namespace {

constexpr double k_taps[] = {0.05f, 0.1f, 0.2f, 0.3f, 0.2f, 0.1f, 0.05f};
constexpr double k_kernel[] = {0.1f, -0.2f, 0.3f, 0.4f, 0.5f, -0.6f, 0.7f, 0.8f, -0.9f};

int number(const Values& v, size_t i) {
  return static_cast<int>(v[i][0]);
}

double taps(const Values& v, size_t i) {
  const int n = static_cast<int>(v[0].size());
  double sum = 0;
  for (int j = -3; j <= 3; ++j) sum += k_taps[j + 3] * v[0][std::clamp(static_cast<int>(i) + j, 0, n - 1)];
  return sum;
}

KernelCase line(const std::string& kernel, int n, uint32_t per_block) {
  return {.name = kernel + "_" + std::to_string(n),
          .family = n == 1 << 18 ? "stencil_1d" : "",
          .file = "stencils.cu",
          .kernel = kernel,
          .grid = {blocks_for(n, per_block), 1, 1},
          .block = {128, 1, 1},
          .arguments = {input("in", f32, n), output("out", f32, n), integer("n", n)},
          .reference = each(1, taps),
          .absolute = 1e-6,
          .bits_equal_on_gpu = false};
}

double heat(const Values& v, size_t i) {
  const int width = number(v, 2), height = number(v, 3), x = static_cast<int>(i) % width,
            y = static_cast<int>(i) / width;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return 0;
  const std::vector<double>& in = v[0];
  return in[i] + v[4][0] * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] - 4 * in[i]);
}

// Arguments: in, out, width, height and more.
KernelCase plane(const std::string& file, const std::string& kernel, int width, int height,
                 double (*reference)(const Values&, size_t)) {
  const size_t count = static_cast<size_t>(width) * height;
  return {.name = kernel + "_" + std::to_string(width) + "x" + std::to_string(height),
          .family = width == 512 ? "stencil_2d" : "",
          .file = file,
          .kernel = kernel,
          .grid = {blocks_for(width, 32), blocks_for(height, 8), 1},
          .block = {32, 8, 1},
          .arguments = {input("in", f32, count), output("out", f32, count), integer("width", width),
                        integer("height", height)},
          .reference = each(1, reference),
          .absolute = 1e-5,
          .bits_equal_on_gpu = false};
}

KernelCase heated(const std::string& file, const std::string& kernel, int width, int height) {
  KernelCase made = plane(file, kernel, width, height, heat);
  made.arguments.push_back(real("k", 0.1));
  return made;
}

double laplace(const Values& v, size_t i) {
  const size_t nx = number(v, 2), ny = number(v, 3), nz = number(v, 4), x = i % nx, y = i / nx % ny, z = i / nx / ny;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return 0;
  const std::vector<double>& in = v[0];
  return in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny] - 6 * in[i];
}

KernelCase space(const std::string& kernel, uint32_t depth, int nx, int ny, int nz) {
  const size_t count = static_cast<size_t>(nx) * ny * nz;
  return {.name = kernel + "_" + std::to_string(nx) + "x" + std::to_string(ny) + "x" + std::to_string(nz),
          .family = nx == 64 ? "stencil_3d" : "",
          .file = "stencils.cu",
          .kernel = kernel,
          .grid = {blocks_for(nx, 16), blocks_for(ny, 8), depth},
          .block = {16, 8, 1},
          .arguments = {input("in", f64, count), output("out", f64, count), integer("nx", nx), integer("ny", ny),
                        integer("nz", nz)},
          .reference = each(1, laplace),
          .absolute = 1e-13,
          .bits_equal_on_gpu = false};
}

double life(const Values& v, size_t i) {
  const int width = number(v, 2), height = number(v, 3), x = static_cast<int>(i) % width,
            y = static_cast<int>(i) / width;
  double alive = -v[0][i];
  for (int k = 0; k < 9; ++k)
    alive += v[0][(y + k / 3 - 1 + height) % height * width + (x + k % 3 - 1 + width) % width];
  return alive == 3 || (v[0][i] != 0 && alive == 2);
}

double conv(const Values& v, size_t i) {
  const int width = number(v, 2), height = number(v, 3), x = static_cast<int>(i) % width,
            y = static_cast<int>(i) / width;
  double sum = 0;
  for (int k = 0; k < 9; ++k) {
    const int from_x = x + k % 3 - 1, from_y = y + k / 3 - 1;
    if (from_x >= 0 && from_y >= 0 && from_x < width && from_y < height)
      sum += k_kernel[k] * v[0][from_y * width + from_x];
  }
  return sum;
}

double depthwise(const Values& v, size_t i) {
  const int size = number(v, 3), stride = number(v, 4), out = number(v, 5);
  const int x = static_cast<int>(i) % out, y = static_cast<int>(i) / out % out, c = static_cast<int>(i) / out / out;
  double sum = 0;
  for (int k = 0; k < 25; ++k) {
    const int from_x = x * stride + k % 5 - 2, from_y = y * stride + k / 5 - 2;
    if (from_x < 0 || from_y < 0 || from_x >= size || from_y >= size) continue;
    sum += v[0][(c * size + from_y) * size + from_x] * v[1][c * 25 + k];
  }
  return sum;
}

// The corpus's direct convolution: channels, height, width, filters, size, stride, pad in one structure.
double direct(const Values& v, size_t i) {
  const auto s = [&](size_t field) { return static_cast<int>(v[3][field]); };
  const int height = s(1), width = s(2), size = s(4);
  const int x = static_cast<int>(i) % width, y = static_cast<int>(i) / width % height,
            filter = static_cast<int>(i) / width / height;
  double sum = 0;
  for (int k = 0; k < s(0) * size * size; ++k) {
    const int c = k / size / size, from_y = y * s(5) + k / size % size - s(6), from_x = x * s(5) + k % size - s(6);
    if (from_y < 0 || from_x < 0 || from_y >= height || from_x >= width) continue;
    sum += v[0][(c * height + from_y) * width + from_x] * v[1][filter * s(0) * size * size + k];
  }
  return sum;
}

void max_pool(Values& v) {
  const size_t width = number(v, 3);
  for (size_t i = 0; i < v[1].size(); ++i) {
    const size_t first = i / (width / 2) * 2 * width + i % (width / 2) * 2;
    size_t place = first;
    for (const size_t from : {first + 1, first + width, first + width + 1})
      place = v[0][from] > v[0][place] ? from : place;
    v[1][i] = v[0][place], v[2][i] = static_cast<double>(place);
  }
}

double patches(const Values& v, size_t i) {
  const size_t size = number(v, 2), inner = size - 2, which = i / inner / inner, y = i / inner % inner, x = i % inner;
  return v[0][(y + which / 3) * size + x + which % 3];
}

double nearest(const Values& v, size_t i) {
  const size_t width = number(v, 2), by = number(v, 4), x = i % (width * by), y = i / (width * by);
  return v[0][y / by * width + x / by];
}

double bilinear(const Values& v, size_t i) {
  const int width = number(v, 2), height = number(v, 3), wide = number(v, 4), high = number(v, 5);
  const auto place = [](size_t at, int from, int to) {
    return std::clamp((static_cast<double>(at) + 0.5) * from / to - 0.5, 0.0, from - 1.0);
  };
  const double u = place(i % wide, width, wide), w = place(i / wide, height, high);
  const int x0 = static_cast<int>(u), y0 = static_cast<int>(w), x1 = std::min(x0 + 1, width - 1),
            y1 = std::min(y0 + 1, height - 1);
  const double fx = u - x0, fy = w - y0;
  const auto at = [&](int x, int y) { return v[0][y * width + x]; };
  return (at(x0, y0) * (1 - fx) + at(x1, y0) * fx) * (1 - fy) + (at(x0, y1) * (1 - fx) + at(x1, y1) * fx) * fy;
}

Cases families() {
  constexpr int many = 1 << 18;
  return {
      line("taps_global", many, 128),
      line("taps_shared", many, 128),
      line("taps_sliding", many, 512),
      heated(corpus("stencil.cu"), "heat_2d", 512, 512),
      heated("stencils.cu", "heat_shared", 512, 512),
      space("laplace_points", 16, 64, 64, 16),
      space("laplace_planes", 1, 64, 64, 16),
  };
}

KernelCase game(int width, int height) {
  KernelCase made = plane("stencils.cu", "life", width, height, life);
  const size_t count = static_cast<size_t>(width) * height;
  made.arguments[0] = input("in", u8, count, 0, 2);
  made.arguments[1] = output("out", u8, count);
  made.bits_equal_on_gpu = true;
  return made;
}

KernelCase other(const std::string& file, const std::string& kernel, std::vector<Argument> arguments, size_t out,
                 double (*reference)(const Values&, size_t)) {
  return {.name = kernel,
          .file = file,
          .kernel = kernel,
          .block = {32, 1, 1},
          .arguments = std::move(arguments),
          .reference = each(out, reference),
          .absolute = 1e-5,
          .bits_equal_on_gpu = false};
}

KernelCase with_grid(KernelCase made, uint32_t x, uint32_t y, uint32_t z, uint32_t block_y = 1) {
  made.grid[0] = x, made.grid[1] = y, made.grid[2] = z, made.block[1] = block_y;
  return made;
}

}  // namespace

Cases stencil_cases() {
  const std::string own = "stencils.cu";
  Cases cases = {
      line("taps_global", 1000, 128),
      line("taps_shared", 999, 128),
      line("taps_sliding", 777, 512),
      heated(corpus("stencil.cu"), "heat_2d", 45, 33),
      heated(own, "heat_shared", 50, 29),
      space("laplace_points", 7, 20, 11, 7),
      space("laplace_planes", 1, 19, 12, 6),
      game(40, 21),
      plane(own, "conv_constant", 37, 20, conv),
      with_grid(other(own, "conv_depthwise",
                      {input("in", f32, 3 * 225), input("weights", f32, 75), output("out", f32, 3 * 64),
                       integer("size", 15), integer("stride", 2), integer("out_size", 8)},
                      2, depthwise),
                1, 8, 3),
      with_grid(other(corpus("conv.cu"), "conv_direct",
                      {input("in", f32, 3 * 9 * 40), input("weights", f32, 4 * 27), output("out", f32, 4 * 9 * 40),
                       packed("shape", i32, {3, 9, 40, 4, 3, 1, 1})},
                      2, direct),
                2, 9, 4),
      with_grid(
          other(own, "patches", {input("in", f32, 400), output("out", f32, 9 * 324), integer("size", 20)}, 1, patches),
          1, 18, 1),
      with_grid(other(own, "upsample_nearest",
                      {input("in", f32, 77), output("out", f32, 77 * 9), integer("width", 11), integer("height", 7),
                       integer("by", 3)},
                      1, nearest),
                2, 6, 1, 4),
      with_grid(other(own, "upsample_bilinear",
                      {input("in", f32, 77), output("out", f32, 30 * 17), integer("width", 11), integer("height", 7),
                       integer("out_width", 30), integer("out_height", 17)},
                      1, bilinear),
                1, 5, 1, 4),
      with_grid(other(own, "max_pool",
                      {input("in", f32, 22 * 10), output("out", f32, 55), output("places", i32, 55),
                       integer("width", 22), integer("height", 10)},
                      1, nearest),
                1, 5, 1),
  };
  cases.back().reference = max_pool;
  append(cases, families());
  return cases;
}

}  // namespace whet::kernels
