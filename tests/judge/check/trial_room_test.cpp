#include "judge/check/trial_room.h"

#include <gtest/gtest.h>

#include "support/support.h"

namespace whet {
namespace trial_room_test {

constexpr uint64_t k_array = 1 << 20;  // bytes

// One array that is read, one that is written.
std::vector<CheckCase> one_case() {
  CheckCase one;
  for (const ArgumentRole role : {ArgumentRole::in, ArgumentRole::out}) {
    ResolvedArgument argument;
    argument.role = role;
    argument.count = k_array / 4;
    argument.bytes = k_array;
    one.resolved.arguments.push_back(argument);
  }
  one.resolved.own_arguments = 2;
  one.resolved.total_bytes = 2 * k_array;
  return {one};
}

test::FakeFileSystem machine_with(uint64_t bytes) {
  test::FakeFileSystem files;
  (void)files.write("/proc/meminfo", "MemAvailable: " + std::to_string(bytes >> 10) + " kB\n");
  return files;
}

TEST(TrialRoom, FewerTrialsNeedLess) {
  const uint64_t full = checking_bytes(one_case(), {Effort::full, false, false});
  const uint64_t quick = checking_bytes(one_case(), {Effort::quick, false, false});
  EXPECT_EQ(full - quick, (20 + 2 - 3) * k_array) << "the array that is read, once for each trial";
}

TEST(TrialRoom, AVirtualGpusArraysLieInThisMachinesMemory) {
  const uint64_t real = checking_bytes(one_case(), {Effort::quick, false, false});
  EXPECT_EQ(checking_bytes(one_case(), {Effort::quick, true, false}), real + 3 * k_array);
  EXPECT_EQ(checking_bytes(one_case(), {Effort::quick, true, true}), real + 5 * k_array);
}

TEST(TrialRoom, WhatDoesNotFitIsRefusedBeforeItIsMade) {
  const TrialRoom room{Effort::quick, true, false};
  const uint64_t wanted = checking_bytes(one_case(), room);
  EXPECT_TRUE(check_trial_room(one_case(), room, machine_with(wanted + 1024)));
  const auto refused = check_trial_room(one_case(), room, machine_with(wanted / 2));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.find("of this machine's memory"), std::string::npos);
  EXPECT_NE(refused.error().mend.find("--dims"), std::string::npos);
}

TEST(TrialRoom, UnknownMemoryRefusesNothing) {
  EXPECT_TRUE(check_trial_room(one_case(), {}, test::FakeFileSystem()));
}

}  // namespace trial_room_test
}  // namespace whet
