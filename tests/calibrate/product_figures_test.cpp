// Products by a vendor's library as figures of a calibration.
#include "calibrate/product_figures.h"

#include <gtest/gtest.h>

#include "calibrate/calibrate.h"
#include "device/virtual/virtual_device.h"
#include "hardware/ceilings.h"
#include "hardware/reachable.h"

namespace whet {
namespace product_figures_test {

constexpr double k_operations = 2.0 * 8192 * 8192 * 8192;

// A library that takes as long as it is told, and has no products of bytes.
class FakeProduct : public VendorProduct {
 public:
  explicit FakeProduct(std::vector<double> seconds) : seconds_(std::move(seconds)) {}
  Result<std::vector<double>> time(Math math, int side, double) override {
    EXPECT_EQ(side, 8192);
    if (math == Math::int8_tensor) return failed("cuBLAS: not supported");
    return seconds_;
  }

 private:
  std::vector<double> seconds_;
};

class ProductFigures : public testing::Test {
 protected:
  Calibration calibrated(VendorProduct* products, std::vector<std::string> only, std::string why = {}) {
    Compiler compiler({}, files_, processes_, clock_);
    const CalibrateOrder order{.only = std::move(only), .date = "2026-11-17"};
    auto found = calibrate(*device_, probe_scale(*device_).value(), order,
                           {compiler, knowledge_, clock_, products, std::move(why)});
    EXPECT_TRUE(found) << found.error().what;
    return std::move(found).value();
  }

  Knowledge knowledge_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  std::unique_ptr<Device> device_ = VirtualDevice::open("h200", {}, knowledge_).value();
};

TEST_F(ProductFigures, AreTheMedianOfTheTimes) {
  FakeProduct library({1.50e-3, 1.51e-3, 1.52e-3, 1.50e-3, 1.51e-3});
  const ProbeFigure figure = product_figure(library, Math::fp16_tensor, device_->facts().gpu);
  EXPECT_TRUE(figure.good()) << figure.why;
  EXPECT_EQ(figure.id, "product_fp16");
  EXPECT_DOUBLE_EQ(figure.value, k_operations / 1.51e-3);
}

TEST_F(ProductFigures, AboveTheSheetAreNotUsed) {
  FakeProduct library({1.0e-4, 1.0e-4, 1.0e-4});
  EXPECT_EQ(product_figure(library, Math::fp16_tensor, device_->facts().gpu).status, FigureStatus::implausible);
}

TEST_F(ProductFigures, ThatFailSaySo) {
  FakeProduct library({1e-3});
  const ProbeFigure figure = product_figure(library, Math::int8_tensor, device_->facts().gpu);
  EXPECT_EQ(figure.status, FigureStatus::failed);
  EXPECT_EQ(figure.why, "cuBLAS: not supported");
}

TEST_F(ProductFigures, AreChosenByTheirIds) {
  FakeProduct library({1.5e-3, 1.5e-3, 1.5e-3});
  const Calibration found = calibrated(&library, {"product_fp16", "product_int8"});
  ASSERT_EQ(found.figures.size(), 2u);
  EXPECT_DOUBLE_EQ(found.ceilings().product(Math::fp16_tensor).value_or(0), k_operations / 1.5e-3);
  EXPECT_FALSE(found.ceilings().product(Math::int8_tensor));
}

TEST_F(ProductFigures, WithoutALibraryAreLeftOutWithTheReason) {
  const Calibration found = calibrated(nullptr, {"product_fp32"}, "cuBLAS is not installed");
  EXPECT_TRUE(found.figures.empty());
  EXPECT_EQ(found.left_out, std::vector<std::string>{"product_fp32: cuBLAS is not installed"});
}

TEST_F(ProductFigures, AreWhatTensorCoresCanReach) {
  Gpu gpu = device_->facts().gpu;
  gpu.measured = MeasuredCeilings{.source = "whet calibrate"};
  gpu.measured->peak(Math::fp16_tensor) = 900e12;
  gpu.measured->product(Math::fp16_tensor) = 700e12;
  gpu.measured->product(Math::fp32) = 50e12;
  ReachableWork work{.operations = WorkAmount{7e12}, .math = Math::fp16_tensor};
  EXPECT_NEAR(reachable(work, ceilings(gpu), 0).seconds(), 0.01, 1e-9);
  work.math = Math::fp32;  // other kernels than products use these units too
  EXPECT_LT(reachable(work, ceilings(gpu), 0).seconds(), 7e12 / 60e12);
}

}  // namespace product_figures_test
}  // namespace whet
