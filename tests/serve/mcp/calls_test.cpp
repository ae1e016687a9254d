// Requests that run at the same time.
#include "serve/mcp/calls.h"

#include <gtest/gtest.h>

#include <condition_variable>

namespace whet::serve {
namespace calls_test {

std::string until_stopped(const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait(lock, stop, [] { return false; });
  return "stopped";
}

void unheard(const std::string&) {}

TEST(Calls, OnlyAsManyRunAtOnceAsAllowed) {
  Calls calls(2);
  EXPECT_EQ(calls.start("a", until_stopped, unheard), Calls::Start::started);
  EXPECT_EQ(calls.start("a", until_stopped, unheard), Calls::Start::id_in_use);
  EXPECT_EQ(calls.start("b", until_stopped, unheard), Calls::Start::started);
  EXPECT_EQ(calls.start("c", until_stopped, unheard), Calls::Start::too_many);
}

TEST(Calls, AnEndedCallMakesRoom) {
  Calls calls(1);
  calls.start("a", until_stopped, unheard);
  calls.cancel("none");
  calls.cancel("a");
  while (calls.start("b", until_stopped, unheard) != Calls::Start::started) std::this_thread::yield();
}

TEST(Calls, AnIdIsFreeOnceItsAnswerIsGiven) {
  Calls calls(8);
  std::atomic<bool> was_free = false;
  calls.start(
      "a", [](const std::stop_token&) { return ""; },
      [&](const std::string&) { was_free = calls.start("a", until_stopped, unheard) == Calls::Start::started; });
  while (!was_free) std::this_thread::yield();
}

TEST(Calls, TheEndWaitsForAll) {
  std::atomic<int> ended = 0;
  Calls calls(8);
  for (const char* id : {"a", "b", "c"})
    calls.start(id, until_stopped, [&](const std::string& answer) { ended += answer == "stopped"; });
  calls.end();
  EXPECT_EQ(ended, 3);
}

TEST(Calls, AThousandLeaveNothingBehind) {
  std::atomic<int> done = 0;
  Calls calls(4);
  for (int i = 0; i < 1000; ++i) {
    while (calls.start(
               std::to_string(i), [](const std::stop_token&) { return ""; }, [&](const std::string&) { ++done; }) !=
           Calls::Start::started)
      std::this_thread::yield();
  }
  calls.end();
  EXPECT_EQ(done, 1000);
}

}  // namespace calls_test
}  // namespace whet::serve
