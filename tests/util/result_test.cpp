#include "util/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace whet {
namespace result_test {

Result<int> half(int number) {
  if (number % 2) return bad_input("odd");
  return number / 2;
}

Result<void> check_positive(int number) {
  if (number <= 0) return bad_input("not positive");
  return {};
}

Result<std::string> describe_half(int number) {
  TRY_VOID(check_positive(number));
  TRY(result, half(number));
  return "half is " + std::to_string(result);
}

TEST(Result, TryUnwrapsAValue) {
  EXPECT_EQ(*describe_half(8), "half is 4");
}

TEST(Result, TryReturnsTheErrorToTheCaller) {
  EXPECT_EQ(describe_half(7).error().what, "odd");
  EXPECT_EQ(describe_half(-2).error().what, "not positive");
}

TEST(Result, HoldsThingsThatOnlyMove) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  ASSERT_TRUE(result.ok());
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 5);
}

TEST(Result, OfNothingIsFineUntilItHoldsAnError) {
  EXPECT_TRUE(Result<void>().ok());
  const Result<void> broken = failed("x");
  EXPECT_FALSE(broken);
  EXPECT_EQ(broken.error().what, "x");
}

}  // namespace result_test
}  // namespace whet
