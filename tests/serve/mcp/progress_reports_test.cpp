// Progress as notifications: for those who ask, and always growing.
#include "serve/mcp/progress_reports.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace whet::serve {
namespace progress_reports_test {

std::vector<Json> told_by(const char* params, double planned_seconds, int count) {
  std::vector<Json> told;
  ProgressReports reports(Json::parse(params).value(), planned_seconds,
                          [&](const std::string& line) { told.push_back(Json::parse(line).value()); });
  for (int i = 0; i < count; ++i) {
    reports.tell("step " + std::to_string(i));
    std::this_thread::sleep_for(std::chrono::milliseconds(110));
  }
  return told;
}

TEST(ProgressReports, NobodyIsToldWhoDidNotAsk) {
  for (const char* params :
       {"{}", R"({"_meta":{}})", R"({"_meta":{"progressToken":null}})", R"({"_meta":{"progressToken":[]}})"})
    EXPECT_TRUE(told_by(params, 0, 1).empty()) << params;
}

TEST(ProgressReports, ProgressGrowsTowardsItsTotal) {
  const auto told = told_by(R"({"_meta":{"progressToken":7}})", 60, 3);
  ASSERT_EQ(told.size(), 3u);
  double before = -1;
  for (const Json& line : told) {
    const Json& params = *line.find("params");
    EXPECT_EQ(*params.find("progressToken")->as_integer(), 7);
    EXPECT_EQ(*params.find("total")->as_number(), 60);
    EXPECT_GT(*params.find("progress")->as_number(), before);
    before = *params.find("progress")->as_number();
  }
}

TEST(ProgressReports, WithoutAPlanThereIsNoTotal) {
  EXPECT_FALSE(told_by(R"({"_meta":{"progressToken":"a"}})", 0, 1).at(0).find("params")->find("total"));
}

TEST(ProgressReports, AFloodIsThinnedOut) {
  int told = 0;
  ProgressReports reports(Json::parse(R"({"_meta":{"progressToken":1}})").value(), 0,
                          [&](const std::string&) { ++told; });
  for (int i = 0; i < 1000; ++i) reports.tell("again");
  EXPECT_LT(told, 10);
}

}  // namespace progress_reports_test
}  // namespace whet::serve
