#include "lift/thread/bit_readings.h"

#include <gtest/gtest.h>

namespace whet::lift {
namespace bit_readings_test {

// A choice between two exchanges of one value, sixty times over: 61 + 60 * 2 values and a condition, and 2^60 ways to
// them.
TEST(MovedWords, AreThereOnceHoweverManyWaysLeadToThem) {
  Arena arena;
  const Expr first = arena.load(arena.parameter(0), arena.parameter(1), 4), asked = arena.symbol(0);
  Expr e = first;
  for (int i = 0; i < 60; ++i) e = arena.call("@shuffle", {arena.call("@up", {e}), arena.call("@down", {e}), asked});
  const std::vector<Expr> found = moved_words(arena, e);
  EXPECT_EQ(found.size(), 61 + 60 * 2 + 1u);
  EXPECT_EQ(std::count(found.begin(), found.end(), first), 1);
  EXPECT_TRUE(misread(arena, e, ptx::Type::f32, {Sign::with}));
  EXPECT_FALSE(misread(arena, e, ptx::Type::f32, {Sign::of_real}));
}

}  // namespace bit_readings_test
}  // namespace whet::lift
