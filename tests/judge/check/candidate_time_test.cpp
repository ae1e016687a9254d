// No candidate keeps its judge waiting for long, and none that the original is as slow as is cut short.
#include "judge/check/candidate_time.h"

#include <gtest/gtest.h>

#include <thread>

#include "judge/check/policy.h"
#include "judge_fixture.h"

namespace whet {
namespace candidate_time_test {

using namespace std::chrono_literals;

// Only what it is told of time matters.
class Waiting {
 public:
  Waiting() {
    auto opened = VirtualDevice::open("h200", {}, knowledge_);
    if (opened) device_ = std::move(*opened);
  }
  Device& device() { return *device_; }

 private:
  Knowledge knowledge_;
  std::unique_ptr<VirtualDevice> device_;
};

void work(CandidateTime& time, std::chrono::milliseconds how_long) {
  time.begin();
  std::this_thread::sleep_for(how_long);
  time.end();
}

TEST(CandidateTime, WithoutARuleItIsNeverUp) {
  Waiting waiting;
  CandidateTime time({}, waiting.device());
  work(time, 5ms);
  EXPECT_FALSE(time.is_up());
  EXPECT_GE(time.longest_seconds(), 0.005);
}

TEST(CandidateTime, OnlyWhatTheCandidateDoesCounts) {
  Waiting waiting;
  CandidateTime time({0.05, 10}, waiting.device());
  std::this_thread::sleep_for(60ms);
  work(time, 1ms);
  EXPECT_FALSE(time.is_up());
  work(time, 60ms);
  EXPECT_TRUE(time.is_up());
}

TEST(CandidateTime, AQuickOriginalGivesNoMore) {
  Waiting waiting;
  CandidateTime time({0.01, 10}, waiting.device());
  work(time, 20ms);
  const auto more = time.extend(5, [] { return Result<double>(1e-5); });
  ASSERT_TRUE(more);
  EXPECT_FALSE(*more);
  EXPECT_NE(time.reason().find("it takes too long"), std::string::npos);
}

TEST(CandidateTime, ASlowOriginalGivesMoreOnce) {
  Waiting waiting;
  CandidateTime time({0.01, 10}, waiting.device());
  work(time, 20ms);
  EXPECT_TRUE(*time.extend(5, [] { return Result<double>(0.002); }));
  EXPECT_FALSE(time.is_up());
  work(time, 90ms);
  EXPECT_TRUE(time.is_up());
  EXPECT_FALSE(*time.extend(5, [] { return Result<double>(100.0); })) << "it is asked once";
}

TEST(CandidateTime, ThePolicyEndsACandidateOfASmallProblemWithinSeconds) {
  for (const bool is_virtual : {true, false}) {
    EXPECT_LE(judge_policy(is_virtual).candidate_time.seconds, 20);
    EXPECT_GT(judge_policy(is_virtual).candidate_time.seconds, 0);
  }
  EXPECT_LE(compile_limit_seconds(0), 20);
  EXPECT_EQ(compile_limit_seconds(30), 300);
}

}  // namespace candidate_time_test
}  // namespace whet
