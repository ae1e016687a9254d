#include "compile/toolkit/target.h"

#include <gtest/gtest.h>

namespace whet {
namespace target_test {

// Kernels for a GPU may use all of its instructions, those of the architecture alone (wgmma) among them.
TEST(Target, AGpuIsCompiledForWithItsWholeInstructionSet) {
  EXPECT_EQ(fullest({80}).name(), "sm_80");
  EXPECT_EQ(fullest({89}).name(), "sm_89");
  EXPECT_EQ(fullest({90}).name(), "sm_90a");
  EXPECT_EQ(fullest({120}).name(), "sm_120a");
  EXPECT_EQ(fullest({100, 'f'}).name(), "sm_100f") << "what was asked for stays";
}

}  // namespace target_test
}  // namespace whet
