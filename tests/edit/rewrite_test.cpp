#include "edit/text/rewrite.h"

#include <gtest/gtest.h>

namespace whet::edit {
namespace rewrite_test {

TEST(Rewrite, ChangesEveryPlaceAtItsOriginalOffset) {
  Rewrite rewrite;
  rewrite.insert(4, "!");
  rewrite.replace(0, 1, "AAA");
  rewrite.insert(4, "?");
  EXPECT_EQ(rewrite.applied_to("abcd"), "AAAbcd!?");
}

TEST(Rewrite, InsertsBeforeWhatIsReplacedAtTheSamePlace) {
  Rewrite rewrite;
  rewrite.replace(1, 2, "B");
  rewrite.insert(1, "-");
  EXPECT_EQ(rewrite.applied_to("abc"), "a-Bc");
}

}  // namespace rewrite_test
}  // namespace whet::edit
