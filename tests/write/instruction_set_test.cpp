#include "write/instruction_set.h"

#include <gtest/gtest.h>

namespace whet {
namespace instruction_set_test {

write::WrittenKernels some() {
  write::WrittenKernels written;
  for (const char* schedule : {"tensor", "bulk", "warpgroup", "product"}) {
    write::WrittenKernel kernel;
    kernel.schedule = schedule;
    if (kernel.schedule == "bulk" || kernel.schedule == "warpgroup") kernel.architecture = "sm_90a";
    written.kernels.push_back(kernel);
    written.further.push_back(kernel);
  }
  return written;
}

std::vector<std::string> schedules(const std::vector<write::WrittenKernel>& kernels) {
  std::vector<std::string> names;
  for (const auto& kernel : kernels) names.push_back(kernel.schedule);
  return names;
}

using Names = std::vector<std::string>;

TEST(InstructionSet, WhatTheGpuAloneCanDoComesFirst) {
  write::WrittenKernels written = some();
  write::fit_to({90, 'a'}, written);
  EXPECT_EQ(schedules(written.kernels), (Names{"bulk", "warpgroup", "tensor", "product"}));
  EXPECT_EQ(written.further.size(), 4u);
}

TEST(InstructionSet, WhatIsLikelierThanProductsStaysFirst) {
  write::WrittenKernels written = some();
  for (const char* schedule : {"thin", "rows"})
    written.kernels.insert(written.kernels.begin(), write::WrittenKernel{})->schedule = schedule;
  write::fit_to({90, 'a'}, written);
  EXPECT_EQ(schedules(written.kernels), (Names{"rows", "thin", "bulk", "warpgroup", "tensor", "product"}));
}

TEST(InstructionSet, WhatItCannotDoIsLeftOut) {
  for (const Architecture other :
       {Architecture{80}, Architecture{90}, Architecture{100, 'a'}, Architecture{120, 'a'}}) {
    write::WrittenKernels written = some();
    write::fit_to(other, written);
    EXPECT_EQ(schedules(written.kernels), (Names{"tensor", "product"})) << other.name();
    EXPECT_EQ(schedules(written.further), (Names{"tensor", "product"})) << other.name();
  }
}

}  // namespace instruction_set_test
}  // namespace whet
