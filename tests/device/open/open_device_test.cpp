#include "device/open/open_device.h"

#include <gtest/gtest.h>

namespace whet {
namespace open_device_test {

const Knowledge k_knowledge;

TEST(OpenDevice, AVirtualOneIsNamedByItsGpu) {
  const auto opened = open_device("virtual:a100", {}, k_knowledge);
  ASSERT_TRUE(opened.ok());
  EXPECT_TRUE(opened->as_virtual);
  EXPECT_EQ(opened->device->facts().architecture.sm, 80);
}

TEST(OpenDevice, VirtualAloneIsTheDefaultGpu) {
  const auto opened = open_device("virtual", {}, k_knowledge);
  ASSERT_TRUE(opened.ok());
  EXPECT_EQ(opened->device->facts().architecture.sm, 90);
}

TEST(OpenDevice, AGpuWithoutItsKindIsPutRight) {
  const auto opened = open_device("h100", {}, k_knowledge);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(opened.error().mend, "did you mean virtual:h100?");
}

TEST(OpenDevice, ANumberThatIsNoneIsRefused) {
  for (const char* name : {"cuda:x", "cuda:", "cuda:-1", "", "gpu"}) {
    const auto opened = open_device(name, {}, k_knowledge);
    ASSERT_FALSE(opened.ok()) << name;
    EXPECT_EQ(opened.error().kind, ErrorKind::bad_input) << name;
  }
}

TEST(OpenDevice, AnArchitectureIsNoGpu) {
  const auto opened = open_device("virtual:sm_90", {}, k_knowledge);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().kind, ErrorKind::bad_input);
}

}  // namespace open_device_test
}  // namespace whet
