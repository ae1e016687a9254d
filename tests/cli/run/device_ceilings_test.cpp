#include "cli/run/device_ceilings.h"

#include <gtest/gtest.h>

#include "calibrate/calibration_file.h"
#include "device/open/open_device.h"
#include "hardware/ceilings.h"
#include "support/support.h"

namespace whet {
namespace device_ceilings_test {

class DeviceCeilings : public testing::Test {
 protected:
  DeviceCeilings() : opened_(open_device("virtual:h200", {}, knowledge_).value()) {}

  // A record of the device as it is, with one ceiling.
  Calibration record() {
    Calibration made;
    made.device = opened_.device->identity().value();
    made.product = "h200";
    made.architecture = "sm_90a";
    made.date = "2026-11-17";
    made.is_virtual = true;
    ProbeFigure copy;
    copy.id = copy.title = "dram_copy";
    copy.value = copy.low = copy.high = 4e12;
    copy.samples = 1;
    made.figures = {copy};
    return made;
  }

  Knowledge knowledge_;
  test::FakeFileSystem files_;
  test::FakeProcessRunner processes_;
  SystemClock clock_;
  Context context_{files_, processes_, clock_, knowledge_, {}, "cache", [](std::string_view) {}};
  OpenedDevice opened_;
  std::vector<std::string> notes_;
};

TEST_F(DeviceCeilings, WithoutARecordAreTheSheets) {
  EXPECT_FALSE(calibrated_gpu(*opened_.device, context_, notes_).measured.has_value());
  EXPECT_FALSE(calibration_for_device("virtual:h200", context_, notes_).has_value());
  EXPECT_TRUE(notes_.empty());
}

TEST_F(DeviceCeilings, AreThoseOfTheRecordOfThisDevice) {
  ASSERT_TRUE(save_calibration(record(), "cache", files_).ok());
  const Gpu gpu = calibrated_gpu(*opened_.device, context_, notes_);
  EXPECT_EQ(ceilings(gpu).dram->per_second, 4e12);
  EXPECT_EQ(ceilings(gpu).dram->origin, RateOrigin::modelled);
  const auto other = calibration_for_device("virtual:h200", context_, notes_);
  ASSERT_TRUE(other.has_value());
  EXPECT_EQ(other->dram_copy, 4e12);
  EXPECT_TRUE(notes_.empty());
  EXPECT_FALSE(calibration_for_device("virtual:a100", context_, notes_).has_value()) << "of another GPU";
}

TEST_F(DeviceCeilings, OfAnotherTimeModelAreNotUsed) {
  Calibration old = record();
  old.device.driver = "time model 00000000";
  ASSERT_TRUE(save_calibration(old, "cache", files_).ok());
  EXPECT_FALSE(calibrated_gpu(*opened_.device, context_, notes_).measured.has_value());
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_NE(notes_[0].find("time model 00000000"), std::string::npos);
}

}  // namespace device_ceilings_test
}  // namespace whet
