#include "util/forked.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

namespace whet {
namespace {

using std::chrono::milliseconds;

TEST(Forked, GivesBackWhatTheWorkReturned) {
  const std::string large(3 << 20, 'x');
  const auto answer = run_forked([&] { return large; }, milliseconds(10'000));
  ASSERT_TRUE(answer);
  EXPECT_EQ(*answer, large);
}

TEST(Forked, WhatTheWorkChangesStaysThere) {
  int changed = 0;
  ASSERT_TRUE(run_forked([&] { return changed = 1, std::string(); }, milliseconds(10'000)));
  EXPECT_EQ(changed, 0);
}

TEST(Forked, ACrashIsAnError) {
  const auto answer = run_forked([]() -> std::string { raise(SIGSEGV), std::abort(); }, milliseconds(10'000));
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().what.find("crashed: Segmentation fault"), std::string::npos);
}

TEST(Forked, AHangIsEnded) {
  const auto answer = run_forked(
      []() -> std::string {
        while (true) pause();
      },
      milliseconds(1000));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().what, "it took longer than 1 s");
}

TEST(Forked, LeavingEarlyIsAnError) {
  const auto answer = run_forked([]() -> std::string { _exit(7); }, milliseconds(10'000));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().what, "it ended with 7");
}

}  // namespace
}  // namespace whet
