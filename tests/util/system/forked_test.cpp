#include "util/system/forked.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>

namespace whet {
namespace forked_test {

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

TEST(Forked, WorkThatComputesTooLongIsEnded) {
  const auto answer = run_forked(
      []() -> std::string {
        for (std::atomic<uint64_t> i = 0;; ++i) {
        }
      },
      WorkLimit::of_processor(milliseconds(300)));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().what, "it took longer than 0 s");
}

// A child that is kept waiting, as by other processes of a busy machine, uses no time of the processor.
TEST(Forked, WaitingUsesNoProcessorTime) {
  const auto wait = []() -> std::string {
    usleep(500'000);
    return "done";
  };
  EXPECT_TRUE(run_forked(wait, WorkLimit::of_processor(milliseconds(300))));
  EXPECT_FALSE(run_forked(wait, milliseconds(300)));
}

TEST(Forked, AHangIsEndedThoughItComputesNothing) {
  const auto answer = run_forked(
      []() -> std::string {
        while (true) pause();
      },
      WorkLimit::of_processor(milliseconds(100)));
  EXPECT_FALSE(answer);
}

TEST(Forked, LeavingEarlyIsAnError) {
  const auto answer = run_forked([]() -> std::string { _exit(7); }, milliseconds(10'000));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().what, "it ended with 7");
}

// Each process of it holds `alive` open as long as it lives.
TEST(Forked, WorkOfAKilledParentEnds) {
  int alive[2], begun[2];
  ASSERT_TRUE(pipe(alive) == 0 && pipe(begun) == 0);
  const auto endless = [&]() -> std::string {
    (void)!write(begun[1], "x", 1);
    while (true) pause();
  };
  const pid_t parent = fork();
  if (parent == 0) {
    (void)run_forked(endless, milliseconds(60'000));
    _exit(0);
  }
  close(alive[1]);
  char byte = 0;
  ASSERT_EQ(read(begun[0], &byte, 1), 1);
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  pollfd ends{alive[0], POLLIN, 0};
  ASSERT_EQ(poll(&ends, 1, 10'000), 1) << "it lives on";
  EXPECT_EQ(read(alive[0], &byte, 1), 0);
  for (const int each : {alive[0], begun[0], begun[1]}) close(each);
}

TEST(ForkedAnswers, ComeInOrderWhateverTheirSize) {
  const auto answers =
      ForkedAnswers::start(3, [](size_t i) { return std::string(i * (2 << 20), static_cast<char>('a' + i)); });
  ASSERT_TRUE(answers);
  for (size_t i = 0; i < 3; ++i) {
    const auto answer = answers->next(milliseconds(10'000));
    ASSERT_TRUE(answer);
    EXPECT_EQ(*answer, std::string(i * (2 << 20), static_cast<char>('a' + i)));
  }
  EXPECT_FALSE(answers->next(milliseconds(10'000))) << "there are no more";
}

TEST(ForkedAnswers, ACrashAndAHangAreErrors) {
  const auto crashing = ForkedAnswers::start(2, [](size_t i) -> std::string {
    if (i == 1) raise(SIGSEGV);
    return "x";
  });
  EXPECT_TRUE(crashing->next(milliseconds(10'000)));
  EXPECT_FALSE(crashing->next(milliseconds(10'000)));
  const auto hanging = ForkedAnswers::start(1, [](size_t) -> std::string {
    while (true) pause();
  });
  EXPECT_FALSE(hanging->next(milliseconds(50)));
}

}  // namespace forked_test
}  // namespace whet
