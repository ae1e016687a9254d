// Golden files of what `whet write --all` shows.
#include "report/golden.h"
#include "report/run/write_view.h"

namespace whet {
namespace golden_write_test {

using test::expect_golden_view;

TEST(GoldenWrite, KernelsWithWhatIsPredictedAndSchedulesThatDoNotFit) {
  WriteView view{"H200 SXM 141GB",
                 {{"out/01_map.cu", "map", {{"kThreads", 256, ""}, {"kVector", 4, ""}}, 93.7e-6},
                  {"out/02_map.cu", "map", {{"kThreads", 128, ""}, {"kVector", 1, ""}}, 0.1163e-3},
                  {"out/03_special.cu", "special", {}, std::nullopt}},
                 {{"rows", "there is no reduction"}}};
  expect_golden_view("write", view);
}

}  // namespace golden_write_test
}  // namespace whet
