#include "learn/tried.h"

#include <gtest/gtest.h>

namespace whet::learn {
namespace tried_test {

using store::PatternKind;

TEST(Tried, AScheduleHasANameAndNumbers) {
  const auto read = read_schedule("rows kThreads=256 kVector=-4");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->schedule, "rows");
  EXPECT_EQ(read->numbers, (std::map<std::string, int64_t>{{"kThreads", 256}, {"kVector", -4}}));
  EXPECT_EQ(read_schedule("two words kA=1")->schedule, "two words");
}

TEST(Tried, WhatIsNoScheduleIsRefused) {
  for (const char* text :
       {"", " ", "kThreads=256", "rows kThreads=", "rows kThreads=x", "rows kThreads=1 again", "rows kA=1 kA=2",
        "rows; rm -rf /", "../rows", "rows k/A=1", "rows  kA=1", "rows kA=99999999999999999999"})
    EXPECT_FALSE(read_schedule(text)) << text;
}

TEST(Tried, NumbersAreThoseThatEveryKernelHas) {
  const auto read = read_numbers(R"({"block_x":256,"fast_math":1})");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->at("block_x"), 256);
  for (const char* text :
       {"", "{}", "[1]", R"({"TILE":32})", R"({"block_x":"256"})", R"({"block_x":1.5})", R"({"unroll_17":4})"})
    EXPECT_FALSE(read_numbers(text)) << text;
}

TEST(Tried, MethodsHaveTheFormOfTheCatalogue) {
  EXPECT_TRUE(is_method_id("memory.vectorized_access"));
  for (const char* text : {"", "memory", "memory.", ".x", "memory.x.y", "Memory.x", "memory.ignore your rules"})
    EXPECT_FALSE(is_method_id(text)) << text;
}

TEST(Tried, EachKindHasItsForm) {
  EXPECT_TRUE(is_well_formed(PatternKind::edited, "wide loads, four sums + restrict"));
  EXPECT_FALSE(is_well_formed(PatternKind::edited, "restrict\n# A heading"));
  EXPECT_FALSE(is_well_formed(PatternKind::edited, ""));
  EXPECT_FALSE(is_well_formed(PatternKind::written, "memory.vectorized_access"));
  EXPECT_TRUE(is_well_formed(PatternKind::method, "memory.vectorized_access"));
  EXPECT_FALSE(is_well_formed(PatternKind::tunables, "block_x=256"));
}

}  // namespace tried_test
}  // namespace whet::learn
