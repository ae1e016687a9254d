// References as CUDA: run on the virtual GPU by blocks of any size, they store what the meaning says, under its checks.
#include "lift/reference/gpu_reference.h"

#include <gtest/gtest.h>

#include <map>

#include "lift/confirm/kernel_run.h"
#include "lift/reference/reference_case.h"

namespace whet::lift {
namespace gpu_reference_test {

// How many of a file have a meaning and no such form: variables of the module, structs, stores that have to wait.
const std::map<std::string, int> k_without = {
    {"in_place", 4}, {"module_variables", 10}, {"odd_loops", 1}, {"recurrences", 1},
    {"refused", 1},  {"structs", 4},           {"types", 2},     {"words", 1}};

constexpr const char* k_kernel = "extern \"C\" __global__ void ";

class GpuReferenceTest : public test::ReferenceCaseTest {
 protected:
  // The kernel alone, under its own name; `before` gets what all of them share.
  static std::string alone(const std::string& text, const std::string& name, std::string& before) {
    const size_t end_of_block = text.find("*/\n") + 3, kernel = text.find(k_kernel);
    before = text.substr(end_of_block, kernel - end_of_block);
    const std::string head = std::string(k_kernel) + "reference";
    return k_kernel + name + text.substr(kernel + head.size());
  }

  // `many`: elements from which on each has a thread or a warp, where it could have a block.
  bool take(const KernelSource& kernel, Case& one, int64_t many, std::string& text, std::string& before) {
    if (!evaluate(kernel, one)) return false;
    ReferenceForm form = form_of(one.trial);
    form.many_elements = many;
    const auto reference = gpu_reference(one.lifted.arena, *one.lifted.meaning, one.lifted.parameters, form);
    if (reference) text += alone(*reference, kernel.name, before);
    return reference.ok();
  }

  void try_all(int64_t many);
};

TEST_P(GpuReferenceTest, EachStoresWhatTheMeaningSays) {
  try_all(1 << 16);
}
TEST_P(GpuReferenceTest, SoItDoesWhereElementsHaveNoBlockOfTheirOwn) {
  try_all(1);
}

void GpuReferenceTest::try_all(int64_t many) {
  std::string text, before;
  std::vector<std::unique_ptr<Case>> cases;
  int meanings = 0;
  for (const KernelSource& kernel : find_kernels(source)) {
    auto one = std::make_unique<Case>();
    const bool has_form = take(kernel, *one, many, text, before);
    meanings += one->lifted.meaning.ok() ? 1 : 0;
    if (has_form) cases.push_back(std::move(one));
  }
  RecordProperty("references", static_cast<int>(cases.size()));
  RecordProperty("meanings", meanings);
  const auto without = k_without.find(GetParam());
  EXPECT_EQ(meanings - static_cast<int>(cases.size()), without == k_without.end() ? 0 : without->second);
  if (cases.empty()) return;
  const std::string compiled = compile("reference.cu", before + text);
  for (const auto& one : cases) {
    auto run = KernelRun::load(compiled, one->name, *one->lifted.meaning, one->uses);
    ASSERT_TRUE(run.ok()) << one->name << ": " << describe(run.error());
    for (const int round : {0, 1}) {
      const auto outcome = run->run(one->trial.surroundings, {{2, 1, 1}, {round == 0 ? 64u : 32u, 1, 1}, 0, 40'000'000},
                                    one->rounding, round);
      ASSERT_TRUE(outcome.ok()) << one->name << ": " << describe(outcome.error());
      EXPECT_EQ(outcome->text, "") << one->name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, GpuReferenceTest, ::testing::ValuesIn(test::corpus()),
                         [](const auto& info) { return info.param; });

class GpuReferenceOfTest : public test::CorpusTest {
 protected:
  void SetUp() override {
    const auto toolkit = find_toolkit("", files, processes);
    if (!toolkit || toolkit->nvrtc.empty()) GTEST_SKIP() << "there is no NVRTC here";
  }
  Result<std::string> reference_of(const std::string& kernel) {
    const std::string text = "extern \"C\" __global__ void k(" + kernel;
    Lifted lifted;
    lift(compile("k.cu", text), find_kernels(text).at(0), lifted);
    if (!lifted.meaning) return lifted.meaning.error();
    return gpu_reference(lifted.arena, *lifted.meaning, lifted.parameters);
  }
  static int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  }
};

// A softmax whose statistics each element computed again would take as many times as long as its rows are.
TEST_F(GpuReferenceOfTest, WhatARowSharesIsComputedByABlockOnce) {
  const auto found = reference_of(R"(const float* x, float* y, int rows, int cols) {
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float most = -1e30f, sum = 0;
    for (int c = 0; c < cols; ++c) most = fmaxf(most, x[r * cols + c]);
    for (int c = 0; c < cols; ++c) sum += expf(x[r * cols + c] - most);
    for (int c = 0; c < cols; ++c) y[r * cols + c] = expf(x[r * cols + c] - most) / sum;
  })");
  ASSERT_TRUE(found.ok()) << describe(found.error());
  EXPECT_EQ(count(*found, " = largest_of_block<double>("), 1) << *found;
  EXPECT_EQ(count(*found, " = sum_of_block<double>("), 1) << *found;
  EXPECT_EQ(count(*found, "+= gridDim.x)"), 1) << "a block for each row";
}

// Both operands of a layer lie along the terms. Lanes with an element each would read as many lines as there are lanes;
// that the bias lies along the elements is no reason to, as it is read once.
TEST_F(GpuReferenceOfTest, AWarpReadsTermsThatAreNeighboursTogether) {
  const auto found = reference_of(R"(const float* x, const float* w, const float* bias, float* y, int m, int n, int k) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j >= n || i >= m) return;
    float sum = bias[j];
    for (int l = 0; l < k; ++l) sum += x[i * k + l] * w[j * k + l];
    y[i * n + j] = sum;
  })");
  ASSERT_TRUE(found.ok()) << describe(found.error());
  EXPECT_EQ(count(*found, " = sum_of_warp<double>("), 1) << *found;
}

TEST_F(GpuReferenceOfTest, WhatWouldTakeForEverOrComeOutDifferentlyHasNoForm) {
  const auto running = reference_of(R"(const float* x, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k <= i; ++k) sum += x[k];
    y[i] = sum;
  })");
  ASSERT_FALSE(running.ok());
  EXPECT_NE(running.error().what.find("a running sum"), std::string::npos) << running.error().what;
  const auto scattered = reference_of(R"(const float* x, const int* to, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&y[to[i]], x[i]);
  })");
  ASSERT_FALSE(scattered.ok());
  EXPECT_NE(scattered.error().what.find("any order"), std::string::npos) << scattered.error().what;
}

}  // namespace gpu_reference_test
}  // namespace whet::lift
