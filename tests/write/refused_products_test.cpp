// What is no product of matrices is refused with a reason: `// REFUSES schedule: words` above each kernel of
// refused/products.cu.
#include <gtest/gtest.h>

#include <fstream>

#include "support/source_folder.h"
#include "util/text.h"
#include "written_run.h"

namespace whet {
namespace refused_products_test {

const std::string k_file = test::source_folder() + "/tests/write/refused/products.cu";

struct RefusedKernel {
  std::string name, schedule, words;
};

std::vector<RefusedKernel> refused_kernels() {
  std::vector<RefusedKernel> list;
  std::ifstream file(k_file);
  RefusedKernel next;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("// REFUSES ")) {
      const size_t colon = line.find(": ");
      next.schedule = line.substr(11, colon - 11);
      next.words = line.substr(colon + 2);
    }
    const size_t at = line.find("__global__ void ");
    if (at == std::string::npos) continue;
    next.name = line.substr(at + 16, line.find('(') - at - 16);
    list.push_back(next);
  }
  return list;
}

class RefusedProductsTest : public testing::TestWithParam<RefusedKernel> {};

TEST_P(RefusedProductsTest, SaysWhy) {
  const RefusedKernel& kernel = GetParam();
  test::WrittenRun bench;
  const auto problem = bench.describe(k_file, kernel.name);
  ASSERT_TRUE(problem.ok()) << problem.error().what;
  const auto written = bench.write(*problem);
  ASSERT_TRUE(written.ok()) << written.error().what;
  for (const write::WrittenKernel& each : written->kernels) EXPECT_NE(each.schedule, kernel.schedule);
  std::string said;
  for (const auto& refused : written->refused) {
    if (refused.schedule == kernel.schedule) said += refused.reason + "\n";
  }
  EXPECT_NE(said.find(kernel.words), std::string::npos) << said;
}

INSTANTIATE_TEST_SUITE_P(Kernels, RefusedProductsTest, testing::ValuesIn(refused_kernels()),
                         [](const auto& info) { return info.param.name; });

}  // namespace refused_products_test
}  // namespace whet
