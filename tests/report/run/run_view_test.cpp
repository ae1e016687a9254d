#include "report/run/run_view.h"

#include <gtest/gtest.h>

#include "report/canvas/number_text.h"
#include "report/canvas/text_canvas.h"

namespace whet {
namespace run_view_test {

std::string text_of(const RunView& view) {
  TextCanvas canvas(TextStyle{.width = 140, .colour = false});
  render(view, canvas);
  return canvas.take();
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

vgpu::TimeEstimate estimate() {
  vgpu::TimeEstimate estimate;
  estimate.seconds = 20e-6;
  estimate.bounds = {{"DRAM", 16e-6, 0.8, 0.7}, {"latency", 8e-6, 0.4, 0.1}, {"issue", 1e-6, 0.05, 0.001}};
  estimate.headroom = 0.5;
  estimate.launch_seconds = 2e-6;
  estimate.waves = 0.25;
  estimate.tail = 1.5;
  estimate.from_machine_code = true;
  return estimate;
}

LaunchView launch() {
  LaunchView launch;
  launch.kernel = "copy(float const*, float*, int)";
  launch.shape = {{64, 2}, {256}};
  launch.blocks_run = launch.grid_blocks = 128;
  launch.time = Time{20e-6, 16e-6, 25e-6, Origin::modelled};
  launch.estimate = estimate();
  launch.occupancy = Occupancy{.blocks = 8, .warps = 64, .fraction = 1};
  launch.most_warps = 64;
  launch.accesses = {{"global loads", 100, 3200, 400, 0, 0}, {"shared loads", 100, 0, 0, 100, 100}};
  launch.l1_hit_rate = 0.5;
  launch.warp_instructions = 4096;
  launch.lanes_active = 0.5;
  launch.branches = 10;
  launch.diverged = 5;
  launch.dram_bytes = 2 << 20;
  return launch;
}

RunView view() {
  RunView view;
  view.problem = "examples/copy";
  view.device = "virtual:h200";
  view.gpu = "H200";
  view.sms = 132;
  view.compiled = "sm_90a by NVRTC 13.0";
  view.case_name = "default";
  view.dims = {{"n", 1024}};
  view.not_compared = "the problem names no reference";
  view.launches = {launch()};
  return view;
}

Verdict wrong() {
  OutputVerdict output{"out", ElementType::f32, {4, 8}, PrecisionClass::fp32, {}};
  output.comparison.count = 32;
  output.comparison.mismatches = 2;
  output.comparison.first = Mismatch{9, 1, 2};
  output.comparison.worst = Mismatch{31, 5, 7};
  return {{output}};
}

TEST(RunView, EveryTimeSaysThatItIsModelledAndHowWell) {
  EXPECT_TRUE(holds(text_of(view()), "modelled 20.0 us [16.0 us – 25.0 us] on H200 (±25 %)")) << text_of(view());
}

TEST(RunView, TheBoundComesWithTheNextAndTheGains) {
  const std::string text = text_of(view());
  EXPECT_TRUE(holds(text, "DRAM: 16.0 us alone; then latency: 8.00 us (2x until it binds)")) << text;
  EXPECT_TRUE(holds(text, "10 % less of one saves: DRAM 7.0 %, latency 1.0 %\n")) << text;
}

TEST(RunView, AccessesAreComparedWithTheBest) {
  const std::string text = text_of(view());
  EXPECT_TRUE(holds(text, "global loads: 32 sectors a request where 4 would do (counted)")) << text;
  EXPECT_TRUE(holds(text, "shared loads: 1 wavefront a request, as few as can be (counted)")) << text;
}

TEST(RunView, AWrongResultNamesTheWorstAndTheFirstElement) {
  RunView wrong_view = view();
  wrong_view.verdict = wrong();
  wrong_view.reference = "reference.cpp";
  EXPECT_TRUE(wrong_view.wrong());
  EXPECT_TRUE(holds(text_of(wrong_view),
                    "wrong: out differs from reference.cpp in 2 of 32 elements; worst out[3, 7] is 5, expected 7; "
                    "first out[1, 1] is 1"))
      << text_of(wrong_view);
  const Json json = to_json(wrong_view);
  EXPECT_EQ(*json.find("result")->find("correct")->as_bool(), false);
}

TEST(RunView, ASampleSaysThatCountsAreScaled) {
  RunView sampled = view();
  sampled.launches[0].blocks_run = 32;
  EXPECT_TRUE(holds(text_of(sampled), "32 of 128 blocks run, counts are scaled to the grid"));
}

TEST(RunView, SeveralLaunchesAreSummedAndShownOneByOne) {
  RunView two = view();
  two.launches.push_back(launch());
  EXPECT_DOUBLE_EQ(two.time()->seconds, 40e-6);
  EXPECT_TRUE(holds(text_of(two), "modelled 40.0 us [32.0 us – 50.0 us] on H200 (±25 %) for 2 launches"));
}

TEST(RunView, ALaunchThatStoppedHasNoTime) {
  RunView stopped = view();
  stopped.launches[0].time.reset();
  EXPECT_FALSE(stopped.time());
  EXPECT_FALSE(holds(text_of(stopped), "  time "));
}

TEST(RunView, LinesMarkTheHottestAndLeaveOutEmptyColumns) {
  RunView lined = view();
  LineTable table;
  table.from_machine_code = true;
  table.lines = {{{"a/copy.cu", 3, 10, 320, 0.1}, "  int i = 0;"},
                 {{"a/copy.cu", 4, 90, 1440, 0.9}, "  out[i] = in[i];"}};
  table.lines[1].hottest = true;
  table.lines[1].sectors = 800;
  table.lines[1].ideal_sectors = 100;
  lined.launches[0].lines = table;
  const std::string text = text_of(lined);
  EXPECT_TRUE(holds(text, "*     4           90   90 %   50 %        800 / 100  out[i] = in[i];")) << text;
  EXPECT_FALSE(holds(text, "wavefronts / ideal")) << text;
}

TEST(RunView, CountersAreGroupedAndZerosLeftOut) {
  RunView counted = view();
  counted.launches[0].counters = group_counters({{"smsp__inst_executed.sum", 12345},
                                                 {"dram__bytes_read.sum", 64},
                                                 {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", 0}});
  const std::string text = text_of(counted);
  EXPECT_TRUE(holds(text, "smsp__inst_executed.sum  12,345")) << text;
  EXPECT_TRUE(holds(text, "caches and DRAM (counted)")) << text;
  EXPECT_FALSE(holds(text, "bank_conflicts")) << text;
  EXPECT_TRUE(holds(text, "1 counters are 0")) << text;
}

TEST(NumberText, CountsHaveCommasAndTimesThreeDigits) {
  EXPECT_EQ(count_text(1048576), "1,048,576");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(seconds_text(1.234e-4), "123 us");
  EXPECT_EQ(seconds_text(0.01234), "12.3 ms");
  EXPECT_EQ(percent_text(0.37), "37 %");
  EXPECT_EQ(percent_text(0.0004), "0.04 %");
  EXPECT_EQ(rate_text(4.8e12, true), "4.80 TB/s");
}

}  // namespace run_view_test
}  // namespace whet
