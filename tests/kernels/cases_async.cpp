#include "kernels/cases.h"

namespace whet::kernels {

namespace {

KernelCase made(const std::string& file, const std::string& kernel, uint32_t blocks, uint32_t threads,
                std::vector<Argument> arguments, Reference reference, int min_sm = 80) {
  KernelCase made = launch(file, kernel, blocks, threads, std::move(arguments), std::move(reference));
  made.min_sm = min_sm;
  return made;
}

void ring(Values& v) {
  std::vector<double> value = v[0];
  for (int r = 0; r < static_cast<int>(v[2][0]); ++r) {
    const std::vector<double> before = value;
    for (size_t i = 0; i < 128; ++i) value[i] = (before[((i / 32) ^ 1) * 32 + i % 32] + r) * 2;
    const std::vector<double> doubled = value;
    for (size_t i = 0; i < 128; ++i) value[i] = doubled[((i / 32) ^ 2) * 32 + 31 - i % 32];
  }
  v[1] = value;
}

void block_votes(Values& v) {
  double sum = 0;
  for (int level = 0; level < 5; ++level) {
    int count = 0;
    for (const double value : v[0]) count += value > level * 20;
    sum = sum * 7 + count % 5 + (count == static_cast<int>(v[0].size())) + (count > 0 ? 2 : 0);
  }
  for (double& out : v[1]) out = sum;
}

double piped(const Values& v, size_t i) {
  return static_cast<float>(v[0][i / 96 * 96 + 95 - i % 96]) + static_cast<float>(i / 96);
}

double fragment_64(const Values& v, size_t i) {
  const auto &a = v[0], &b = v[1];
  const size_t below = i % 4 / 2;
  double sum = 4 * a[below] * b[0];
  for (size_t k = 0; k < 4; ++k) sum += 4 * a[2 * k + below] * b[k];
  return sum + a[i % 4] * b[i % 4];
}

}  // namespace

Cases async_cases() {
  const std::string own = "barriers.cu", old = corpus("mbarrier.cu");
  return {
      made(own, "ring", 1, 128, {input("in", i32, 128, -100, 100), output("out", i32, 128), integer("rounds", 6)},
           ring),
      made(own, "block_votes", 1, 70, {input("in", i32, 70, 5, 95), output("out", i32, 70)}, block_votes),
      made(own, "bulk_pipeline", 1, 128, {input("in", f32, 7 * 96), output("out", f32, 7 * 96), integer("tiles", 7)},
           each(1, piped), 90),
      made(own, "bulk_store", 3, 128, {input("in", i32, 384, -1e6, 1e6), output("out", i32, 384)},
           each(1, [](const Values& v, size_t i) { return v[0][i ^ 5]; }), 90),
      made(old, "arrive_and_wait", 1, 128, {input("in", f32, 128), output("out", f32, 128)},
           each(1, [](const Values& v, size_t i) { return v[0][i ^ 1]; })),
      made(old, "phases", 1, 32, {output("io", f32, 32), integer("rounds", 5)},
           each(0, [](const Values&, size_t) { return 5.0; }), 90),
      made(corpus("dgemm.cu"), "double_shapes", 1, 32,
           {given("a", f64, {1, 2, 3, 4, 5, 6, 7, 8}), given("b", f64, {0.5, -1, 2, 3}), output("c", f64, 128)},
           each(2, fragment_64), 90),
  };
}

}  // namespace whet::kernels
