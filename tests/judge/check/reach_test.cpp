#include "judge/check/reach.h"

#include <algorithm>

#include "judge_fixture.h"

namespace whet {
namespace reach_test {

class ReachTest : public test::JudgeTest {
 protected:
  double farthest(const std::string& name) {
    const Problem problem = load(name);
    const auto asked = oracle(problem);
    const auto all = trials(problem);
    const auto huge =
        std::find_if(all.begin(), all.end(), [](const Trial& each) { return each.variant == DataVariant::huge; });
    if (huge == all.end()) return 0;
    const auto reaches = reaches_of(problem, *huge, all, *asked);
    EXPECT_TRUE(reaches);
    return reaches && !reaches->empty() ? reaches->front() : 0;
  }
};

TEST_F(ReachTest, WhatScalesEvenlyGoesFarAndAnExponentialDoesNot) {
  EXPECT_DOUBLE_EQ(farthest("flip"), 0.8) << "chosen from the inputs";
  EXPECT_DOUBLE_EQ(farthest("scale_add"), 0.75) << "of degree 1";
  EXPECT_DOUBLE_EQ(farthest("product"), 0.75) << "of degree 2";
  EXPECT_DOUBLE_EQ(farthest("row_softmax"), 0.2) << "fused products of an exponent lose their digits beyond 2^25";
}

TEST_F(ReachTest, DegreesAreToldElementByElement) {
  const Trial plain = trials(load("row_max")).front();
  const size_t outputs = plain.resolved->arguments.size();
  NumberArrays usual(outputs, {1, -2, 3}), evenly(outputs, {16, -32, 48}), bent(outputs, {16, -32, 40});
  EXPECT_TRUE(scales_evenly(plain, usual, evenly, host_math()).value());
  EXPECT_TRUE(scales_evenly(plain, usual, usual, host_math()).value());
  EXPECT_FALSE(scales_evenly(plain, usual, bent, host_math()).value());
}

}  // namespace reach_test
}  // namespace whet
