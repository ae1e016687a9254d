#include "mind/retry/retry_after.h"

#include <gtest/gtest.h>

namespace whet {
namespace retry_after_test {

using std::chrono::seconds;
constexpr int64_t k_then = 784111777;  // Sun, 06 Nov 1994 08:49:37 GMT

TEST(RetryAfter, IsReadAsSeconds) {
  EXPECT_EQ(read_retry_after("0", 0), seconds(0));
  EXPECT_EQ(read_retry_after(" 30 ", 0), seconds(30));
  EXPECT_EQ(read_retry_after("99999999999999999999", 0), seconds(1'000'000));
}

TEST(RetryAfter, IsReadAsADate) {
  EXPECT_EQ(read_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", k_then - 45), seconds(45));
  EXPECT_EQ(read_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", k_then + 45), seconds(0));
  EXPECT_EQ(read_retry_after("Thu, 29 Feb 2024 00:00:00 GMT", 1709164800 - 5), seconds(5));
}

TEST(RetryAfter, AnythingElseIsNothing) {
  for (const char* text : {"", "soon", "-1", "1.5", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
                           "Sun, 06 Nov 1994 28:49:37 GMT", "Sun, 06 Nox 1994 08:49:37 GMT", "Sun, 06 Nov 1994"})
    EXPECT_FALSE(read_retry_after(text, 0).has_value()) << text;
}

}  // namespace retry_after_test
}  // namespace whet
