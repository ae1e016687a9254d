// Kernels nobody wrote: 300 of them, new each time. WHET_RANDOM_SEED=N runs those of an earlier run again.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "compile/toolkit/toolkit.h"
#include "random_kernels/grower.h"
#include "random_kernels/shrink.h"
#include "random_kernels/trial.h"
#include "support/support.h"

namespace whet::random_kernels {
namespace random_kernels_test {

constexpr int k_batch = 25, k_batches = 12, k_shrink_rounds = 60;

uint64_t first_seed(int batch) {
  const char* const given = std::getenv("WHET_RANDOM_SEED");
  return given ? std::strtoull(given, nullptr, 10) + static_cast<uint64_t>(batch) * k_batch
               : uint64_t{std::random_device()()} << 8;
}

class RandomKernels : public testing::TestWithParam<int> {};

TEST_P(RandomKernels, ComputeOnTheVirtualGpuWhatTheHostComputes) {
  DiskFileSystem files;
  SystemProcessRunner processes;
  const auto toolkit = find_toolkit("", files, processes);
  if (!toolkit || toolkit->nvrtc.empty()) GTEST_SKIP() << "there is no NVRTC here";
  const test::TemporaryDirectory directory;
  Trial trial({WHET_PRELUDES, WHET_HOST_COMPILER, directory.path(), toolkit->nvrtc});
  const uint64_t seed = first_seed(GetParam());
  RecordProperty("seed", std::to_string(seed));
  const std::string again = "WHET_RANDOM_SEED=" + std::to_string(seed - static_cast<uint64_t>(GetParam()) * k_batch);
  std::vector<Kernel> kernels;
  for (uint64_t i = 0; i < k_batch; ++i) kernels.push_back(grow_kernel(seed + i));
  const Style& style = styles()[static_cast<size_t>(GetParam()) % styles().size()];
  const auto differences = trial.run(kernels, style);
  ASSERT_TRUE(differences) << again << "\n" << describe(differences.error());
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (differences->at(i).empty()) continue;
    const Kernel small = shrink(trial, style, kernels[i], k_shrink_rounds);
    FAIL() << again << ", " << style.name << "\n" << as_file(small, style, differences->at(i), WHET_PRELUDES);
  }
}

INSTANTIATE_TEST_SUITE_P(Batch, RandomKernels, testing::Range(0, k_batches));

// The generator itself: the same seed gives the same kernel, and the shrinker only what is smaller.
TEST(RandomKernelTree, IsTheSameForTheSameSeed) {
  const auto source = [](uint64_t seed) { return as_file(grow_kernel(seed), styles()[0], "", WHET_PRELUDES); };
  EXPECT_EQ(source(7), source(7));
  EXPECT_NE(source(7), source(8));
}

TEST(RandomKernelTree, HasSmallerOnesUntilNothingIsLeft) {
  Kernel kernel = grow_kernel(11);
  int steps = 0;
  for (std::vector<Kernel> next = smaller(kernel); !next.empty() && steps < 10'000; next = smaller(kernel), ++steps) {
    kernel = next.front();
  }
  EXPECT_TRUE(kernel.main.body.children.empty());
  EXPECT_EQ(kernel.grid, 1u);
}

}  // namespace random_kernels_test
}  // namespace whet::random_kernels
