#include "kernels/cases.h"
#include "kernels/small_floats.h"

namespace whet::kernels {

namespace {

// Argument 0 to argument 1, rows of `cols`.
auto softmax_rows(size_t cols) {
  return [cols](Values& v) {
    for (size_t row = 0; row < v[0].size(); row += cols) {
      const double high = *std::max_element(&v[0][row], &v[0][row] + cols);
      double sum = 0;
      for (size_t c = 0; c < cols; ++c) sum += v[1][row + c] = std::exp(v[0][row + c] - high);
      for (size_t c = 0; c < cols; ++c) v[1][row + c] /= sum;
    }
  };
}

KernelCase softmax(const std::string& file, const std::string& kernel, int rows, int cols, uint32_t threads) {
  const size_t count = static_cast<size_t>(rows) * cols;
  return {.name = kernel + "_" + std::to_string(rows) + "x" + std::to_string(cols),
          .family = rows >= 512 ? "softmax" : "",
          .file = file,
          .kernel = kernel,
          .grid = {static_cast<uint32_t>(rows), 1, 1},
          .block = {threads, 1, 1},
          .arguments = {input("in", f32, count, -5, 5), output("out", f32, count), integer("cols", cols)},
          .reference = softmax_rows(cols),
          .absolute = 1e-7,
          .relative = 1e-5,
          .bits_equal_on_gpu = false};
}

KernelCase softmax_kept(int rows, int cols) {
  KernelCase made = softmax("norms.cu", "softmax_kept", rows, cols, 128);
  made.dynamic_shared_bytes = static_cast<uint32_t>(4 * cols);
  return made;
}

KernelCase softmax_thread(int rows, int cols) {
  KernelCase made = softmax("norms.cu", "softmax_thread", rows, cols, 64);
  made.grid[0] = blocks_for(rows, 64);
  made.arguments.insert(made.arguments.begin() + 2, integer("rows", rows));
  return made;
}

// (in - mean) / sqrt(variance + epsilon) * gain + bias; gain and bias are arguments 1 and 2, the result is 3.
auto layernorm_rows(size_t cols, double epsilon) {
  return [cols, epsilon](Values& v) {
    for (size_t row = 0; row < v[0].size(); row += cols) {
      double mean = 0, variance = 0;
      for (size_t c = 0; c < cols; ++c) mean += v[0][row + c] / static_cast<double>(cols);
      for (size_t c = 0; c < cols; ++c) variance += std::pow(v[0][row + c] - mean, 2) / static_cast<double>(cols);
      for (size_t c = 0; c < cols; ++c) {
        v[3][row + c] = (v[0][row + c] - mean) / std::sqrt(variance + epsilon) * v[1][c] + v[2][c];
      }
    }
  };
}

KernelCase layernorm(const std::string& kernel, int rows, int cols, uint32_t rows_per_block, uint32_t threads) {
  const size_t count = static_cast<size_t>(rows) * cols;
  KernelCase made = {.name = kernel + "_" + std::to_string(rows) + "x" + std::to_string(cols),
                     .family = rows >= 512 ? "layernorm" : "",
                     .file = "norms.cu",
                     .kernel = kernel,
                     .grid = {blocks_for(rows, rows_per_block), 1, 1},
                     .block = {threads, 1, 1},
                     .arguments = {input("in", f32, count, -1, 3), input("gain", f32, cols), input("bias", f32, cols),
                                   output("out", f32, count), integer("rows", rows), integer("cols", cols)},
                     .reference = layernorm_rows(cols, 1e-5),
                     .absolute = 1e-4,
                     .relative = 1e-4,
                     .bits_equal_on_gpu = false};
  if (kernel != "layernorm") return made;
  made.file = corpus("layernorm.cu");
  made.arguments[4] = integer("cols4", cols / 4);
  made.arguments[5] = real("epsilon", 1e-5);
  return made;
}

void losses(Values& v) {
  const auto cols = static_cast<size_t>(v[3][0]);
  for (size_t row = 0; row < v[1].size(); ++row) {
    double sum = 0;
    for (size_t c = 0; c < cols; ++c) sum += std::exp(v[0][row * cols + c]);
    v[2][row] = std::log(sum) - v[0][row * cols + static_cast<size_t>(v[1][row])];
  }
}

void rms(Values& v) {
  const auto cols = static_cast<size_t>(v[3][0]);
  for (size_t row = 0; row < v[0].size(); row += cols) {
    double squares = 0;
    for (size_t c = 0; c < cols; ++c) squares += v[0][row + c] * v[0][row + c];
    const double scale = 1 / std::sqrt(squares / static_cast<double>(cols) + 1e-6);
    for (size_t c = 0; c < cols; ++c) v[2][row + c] = v[0][row + c] * scale * v[1][c];
  }
}

// in + residual in bf16, then the norm of the sum.
void rms_residual(Values& v) {
  const size_t cols = v[2].size();
  for (size_t row = 0; row < v[0].size(); row += cols) {
    double squares = 0;
    for (size_t c = row; c < row + cols; ++c) {
      v[1][c] = to_bf16(v[0][c] + v[1][c]);
      squares += v[1][c] * v[1][c];
    }
    const double scale = 1 / std::sqrt(squares / static_cast<double>(cols) + v[5][0]);
    for (size_t c = 0; c < cols; ++c) v[3][row + c] = to_bf16(v[1][row + c] * scale * v[2][c]);
  }
}

void batchnorm_given(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    const size_t c = i / 13 % 4;
    v[3][i] = (v[0][i] - v[1][c]) / std::sqrt(v[2][c] + 1e-5);
  }
}

// batch x channels x inner
void batchnorm_whole(Values& v) {
  const size_t channels = v[2].size();
  const auto inner = static_cast<size_t>(v[5][0]);
  for (size_t c = 0; c < channels; ++c) {
    const auto mine = [&](size_t i) { return i / inner % channels == c; };
    const auto count = static_cast<double>(v[0].size() / channels);
    double mean = 0, variance = 0;
    for (size_t i = 0; i < v[0].size(); ++i) mean += mine(i) ? v[0][i] / count : 0;
    for (size_t i = 0; i < v[0].size(); ++i) variance += mine(i) ? std::pow(v[0][i] - mean, 2) / count : 0;
    for (size_t i = 0; i < v[0].size(); ++i) {
      if (mine(i)) v[1][i] = (v[0][i] - mean) / std::sqrt(variance + v[6][0]) * v[2][c] + v[3][c];
    }
  }
}

Cases other_norms() {
  return {
      {.name = "cross_entropy_9x101",
       .file = "norms.cu",
       .kernel = "cross_entropy",
       .grid = {9, 1, 1},
       .block = {32, 1, 1},
       .arguments = {input("logits", f32, 909, -4, 4), input("labels", i32, 9, 0, 101), output("losses", f32, 9),
                     integer("cols", 101)},
       .reference = losses,
       .relative = 1e-5,
       .bits_equal_on_gpu = false},
      {.name = "rmsnorm_warp_5x77",
       .file = "norms.cu",
       .kernel = "rmsnorm_warp",
       .grid = {5, 1, 1},
       .block = {32, 1, 1},
       .arguments = {input("in", f32, 385, -3, 3), input("gain", f32, 77), output("out", f32, 385),
                     integer("cols", 77)},
       .reference = rms,
       .relative = 1e-5,
       .bits_equal_on_gpu = false},
      {.name = "rmsnorm_residual_4x200",
       .file = corpus("rmsnorm.cu"),
       .kernel = "rmsnorm",
       .grid = {4, 1, 1},
       .block = {64, 1, 1},
       .dynamic_shared_bytes = 800,
       .arguments = {input("in", bf16, 800), in_out(input("residual", bf16, 800)), input("gain", bf16, 200),
                     output("out", bf16, 800), integer("cols2", 100), real("epsilon", 1e-6)},
       .reference = rms_residual,
       .absolute = 1e-5,
       .relative = 0x1p-7,
       .bits_equal_on_gpu = false},
      {.name = "batchnorm_apply_260",
       .file = "norms.cu",
       .kernel = "batchnorm_apply",
       .grid = {3, 1, 1},
       .block = {100, 1, 1},
       .arguments = {input("in", f32, 260), input("mean", f32, 4), input("variance", f32, 4, 0.1, 2),
                     output("out", f32, 260), integer("channels", 4), integer("inner", 13), integer("n", 260)},
       .reference = batchnorm_given,
       .absolute = 1e-6,
       .relative = 1e-5,
       .bits_equal_on_gpu = false},
      {.name = "batchnorm_3x5x17",
       .file = corpus("batchnorm.cu"),
       .kernel = "batchnorm",
       .grid = {5, 1, 1},
       .block = {32, 1, 1},
       .arguments = {input("in", f32, 255), output("out", f32, 255), input("gain", f32, 5), input("bias", f32, 5),
                     integer("batch", 3), integer("inner", 17), real("epsilon", 1e-5)},
       .reference = batchnorm_whole,
       .absolute = 1e-5,
       .relative = 1e-4,
       .bits_equal_on_gpu = false},
  };
}

}  // namespace

Cases norm_cases() {
  const std::string own = "norms.cu", old = corpus("softmax.cu");
  Cases cases = {
      softmax(old, "softmax_warp", 3, 100, 32),
      softmax(old, "softmax_online", 4, 333, 96),
      softmax(own, "softmax_three_passes", 3, 77, 128),
      softmax_kept(5, 200),
      softmax_thread(70, 19),
      softmax(old, "softmax_warp", 512, 512, 32),
      softmax(old, "softmax_online", 512, 512, 128),
      softmax(own, "softmax_three_passes", 512, 512, 128),
      softmax_kept(512, 512),
      softmax_thread(512, 512),
      layernorm("layernorm_two_passes", 7, 45, 2, 64),
      layernorm("layernorm_thread", 100, 20, 64, 64),
      layernorm("layernorm", 3, 100, 1, 64),
      layernorm("layernorm_two_passes", 1024, 256, 4, 128),
      layernorm("layernorm_thread", 1024, 256, 128, 128),
      layernorm("layernorm", 1024, 256, 1, 64),
  };
  append(cases, other_norms());
  return cases;
}

}  // namespace whet::kernels
