// The pictures of a launch: what is drawn, what is said of it, and what is left out where it is not known.
#include "report/diagnose/launch_picture.h"

#include <gtest/gtest.h>

#include "report/canvas/html_canvas.h"
#include "report/draw/share_bars.h"

namespace whet {
namespace launch_picture_test {

LaunchRecord launch(double nanoseconds, double dram_bytes) {
  LaunchRecord record;
  const auto set = [&](const char* name, double value) { record.profile.metrics.set(name, value, Origin::counted); };
  set("gpu__time_duration.sum", nanoseconds);
  set("dram__bytes.sum", dram_bytes);
  set("lts__t_bytes.sum", 2 * dram_bytes);
  set("smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio", 3);
  set("smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", 1);
  TimeShares shares;
  shares.set(Resource::dram, 0.9);
  shares.explain_rest_by_latency();
  record.profile.shares = shares;
  return record;
}

const Gpu& h200() {
  static const Gpu gpu = Hardware(Knowledge()).gpu("h200").value();
  return gpu;
}

std::string page_of(const LaunchPicture& picture) {
  HtmlCanvas canvas;
  draw_picture(picture, canvas);
  return canvas.take();
}

size_t times(const std::string& text, std::string_view part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(LaunchPicture, WithoutOperationsThereAreBarsAndNoRoofline) {
  const LaunchRecord copy = launch(1e6, 2.4e9);
  const LaunchPicture picture = collect_picture({{"", &copy}}, &h200(), {});
  EXPECT_FALSE(picture.roofline.has_flops());
  const std::string page = page_of(picture);
  EXPECT_EQ(page.find("Roofline"), std::string::npos);
  EXPECT_NE(page.find("DRAM 2.40 TB/s, 50 % of 4.80 TB/s"), std::string::npos);
  EXPECT_EQ(times(page, "<figure>"), 3u) << "levels, time, stalls; there are no lines";
}

TEST(LaunchPicture, ALevelWithoutACeilingIsNotGivenOne) {
  const LaunchRecord copy = launch(1e6, 2.4e9);
  const LaunchPicture picture = collect_picture({{"", &copy}}, &h200(), {});  // nobody measured L2
  EXPECT_FALSE(picture.roofline.points.front().levels[1].per_second);
  EXPECT_EQ(collect_picture({{"", &copy}}, nullptr, {}).roofline.points.front().levels[0].per_second, std::nullopt);
  EXPECT_EQ(page_of(collect_picture({{"", &copy}}, nullptr, {})).find("of 4.80 TB/s"), std::string::npos);
}

TEST(LaunchPicture, BeforeAndAfterAreBothDrawn) {
  LaunchRecord before = launch(2e6, 2.4e9), after = launch(1e6, 2.4e9);
  before.known.flops = after.known.flops = 1e12;
  const std::string page = page_of(collect_picture({{"before", &before}, {"after", &after}}, &h200(), {}));
  EXPECT_NE(page.find("before 500 TFLOP/s"), std::string::npos);
  EXPECT_NE(page.find("after 1000 TFLOP/s"), std::string::npos);
  EXPECT_NE(page.find("after reaches 1000 TFLOP/s, 417 operations a byte of DRAM"), std::string::npos) << page;
  EXPECT_EQ(times(page, "role=\"img\" aria-label=\""), 8u) << "four figures in two sizes, each with words";
}

TEST(LaunchPicture, MoreThanTheBandwidthIsCalledTheCeiling) {
  EXPECT_EQ(reach_text(6e12, 4.8e12), "at its ceiling of 4.80 TB/s");
  EXPECT_EQ(reach_text(2.4e12, 4.8e12), "50 % of 4.80 TB/s");
}

TEST(ShareBars, WhatStandsOnALineIsTextAndCutBetweenCharacters) {
  const std::string line = "a < b && \"\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\"";
  for (int width = 100; width < 400; width += 3) {
    const std::string svg = share_bars_svg({{"k.cu:1", line, {{"x", "part memory", 0.5}}}}, "Lines.", {width, 100});
    EXPECT_EQ(svg.find("a < b"), std::string::npos);
    EXPECT_EQ(svg.find("\xef\xbf\xbd"), std::string::npos) << width << ": half a character";
  }
}

}  // namespace launch_picture_test
}  // namespace whet
