#include "report/facts/calibrate_view.h"
#include "report/golden.h"

namespace whet {
namespace golden_calibrate_test {

using test::expect_golden_view;

ProbeFigure figure(const char* id, const char* title, ProbeUnit unit, double value) {
  ProbeFigure made;
  made.id = id;
  made.title = title;
  made.unit = unit;
  made.value = value;
  made.low = 0.995 * value;
  made.high = 1.005 * value;
  made.samples = 15;
  made.sm_clock_hz = 1980e6;
  return made;
}

// One figure of each unit and of each status.
CalibrateView calibrated() {
  CalibrateView view;
  view.device = "cuda:0";
  view.gpu = Hardware(Knowledge()).gpu("h200").value();
  view.path = "/home/user/.cache/whet/calibration/gpu_00112233.json";
  Calibration& found = view.calibration;
  found.device = {.name = "NVIDIA H200",
                  .uuid = "00112233",
                  .driver = "580.65.06",
                  .cuda = "13.0",
                  .max_sm_clock_hz = 1980e6,
                  .set_sm_clock_hz = 1980e6,
                  .power_limit_watts = 700};
  found.product = "h200";
  found.architecture = "sm_90a";
  found.compiler = "NVRTC 13.0";
  found.date = "2026-11-17";
  found.seconds = 41;
  found.sm_clock_hz = 1980e6;
  found.before = {345e6, 3201e6, 120, 31};
  found.after = {1980e6, 3201e6, 540, 47};
  found.figures = {figure("dram_copy", "DRAM copy", ProbeUnit::bytes_per_second, 4.3e12),
                   figure("fp32", "fp32 fused multiply-add", ProbeUnit::operations_per_second, 65e12),
                   figure("tensor_fp16", "fp16 tensor, wgmma", ProbeUnit::operations_per_second, 8e14),
                   figure("latency_l2", "latency of L2", ProbeUnit::seconds, 2.7e-7),
                   figure("l2", "L2 read", ProbeUnit::bytes_per_second, 0)};
  found.figures[0].points = {{63e6, 3.1e12}, {4.3e9, 4.29e12}};
  found.figures[1].status = FigureStatus::varies;
  found.figures[1].why = "the middle half of its times lies 9 % apart";
  found.figures[2].status = FigureStatus::slowed;
  found.figures[2].why = "the GPU was slowed by power cap";
  found.figures[4].status = FigureStatus::failed;
  found.figures[4].why = "its result is wrong: word 3 is 0x0 instead of 0x1";
  found.left_out = {"fp8 tensor, mma.sync: sm_90 has no instruction for it"};
  return view;
}

TEST(GoldenCalibrate, OfAGpu) {
  expect_golden_view("calibrate", calibrated());
}

TEST(GoldenCalibrate, OfAVirtualGpuThatKeepsNothing) {
  CalibrateView view = calibrated();
  view.device = "virtual:h200";
  view.path = "";
  view.notes = {"nothing is kept: only some probes were run"};
  view.calibration.device = {.name = "virtual:h200", .driver = "time model 459d985f"};
  view.calibration.is_virtual = true;
  view.calibration.sm_clock_hz = 0;
  view.calibration.figures.resize(1);
  expect_golden_view("calibrate_virtual", view);
}

}  // namespace golden_calibrate_test
}  // namespace whet
