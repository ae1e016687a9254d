#include "report/run/exec_view.h"

#include <gtest/gtest.h>

#include "report/canvas/text_canvas.h"

namespace whet {
namespace exec_view_test {

ExecView view_of_two_kernels() {
  ExecView view{"./program", 0, {}};
  view.usage.device = "virtual:h200";
  view.usage.gpu = "H200 SXM 141GB";
  view.usage.kernels = {{"fill(int*)", 2, 3e-6}, {"sum(int*)", 1, 1e-6}};
  return view;
}

std::string text_of(const ExecView& view) {
  TextCanvas canvas({});
  render(view, canvas);
  return canvas.take();
}

TEST(ExecView, SaysThatTimesAreModelledAndSharesThemOut) {
  const std::string text = text_of(view_of_two_kernels());
  EXPECT_NE(text.find("modelled 4.00 us on H200 SXM 141GB"), std::string::npos) << text;
  EXPECT_NE(text.find("75 %"), std::string::npos) << text;
  EXPECT_NE(text.find("1.50 us"), std::string::npos) << text;
  EXPECT_EQ(text.find("findings"), std::string::npos) << text;
}

TEST(ExecView, ShowsTheErrorOfAKernelThatStopped) {
  ExecView view = view_of_two_kernels();
  view.exit_code = 2;
  view.usage.findings = 1;
  view.usage.error = "cudaErrorIllegalAddress";
  const std::string text = text_of(view);
  EXPECT_NE(text.find("cudaErrorIllegalAddress"), std::string::npos) << text;
  EXPECT_NE(text.find("findings"), std::string::npos) << text;
}

TEST(ExecView, AProgramWithoutKernelsHasNoTable) {
  EXPECT_NE(text_of({"true", 0, {}}).find("none launched"), std::string::npos);
}

TEST(ExecView, JsonHasTheSameValues) {
  const Json json = to_json(view_of_two_kernels());
  EXPECT_EQ(*json.find("program")->as_string(), "./program");
  EXPECT_EQ(*json.find("origin")->as_string(), "modelled");
  EXPECT_DOUBLE_EQ(*json.find("seconds")->as_number(), 4e-6);
  EXPECT_EQ(json.find("usage")->find("kernels")->as_array()->size(), 2u);
}

}  // namespace exec_view_test
}  // namespace whet
