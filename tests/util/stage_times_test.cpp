#include "util/stage_times.h"

#include <gtest/gtest.h>

namespace whet {
namespace stage_times_test {

using std::chrono::milliseconds;

TEST(StageTimes, TellTheLongestFirst) {
  StageTimes times;
  times.add("compare", milliseconds(2));
  times.add("launch", milliseconds(5));
  times.add("compare", milliseconds(1));
  EXPECT_EQ(times.text(),
            "        1       5.000 ms  launch\n"
            "        2       3.000 ms  compare\n");
}

TEST(StageTimes, NobodyIsTimedBeforeSomebodyAsks) {
  StageTimes& times = StageTimes::of_process();
  ASSERT_FALSE(times.is_on());
  {
    const StageTimer timer("before");
  }
  times.start();
  {
    const StageTimer timer("after");
  }
  EXPECT_EQ(times.text().find("before"), std::string::npos);
  EXPECT_NE(times.text().find("after"), std::string::npos);
}

}  // namespace stage_times_test
}  // namespace whet
