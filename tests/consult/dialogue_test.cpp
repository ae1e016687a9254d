// How the parts of a cut answer become one.
#include "consult/dialogue.h"

#include <gtest/gtest.h>

namespace whet::consult {
namespace dialogue_test {

TEST(JoinedAnswer, IsJoinedToTheLetter) {
  EXPECT_EQ(joined_answer("```cuda\nfloat su", "m = 0;\n```\n"), "```cuda\nfloat sum = 0;\n```\n");
}

TEST(JoinedAnswer, AFenceThatIsOpenedAgainInTheMidstOfCodeIsDropped) {
  EXPECT_EQ(joined_answer("```cuda\nint a;\n", "```cuda\nint b;\n```\n"), "```cuda\nint a;\nint b;\n```\n");
}

TEST(JoinedAnswer, AFenceThatEndsTheCodeIsKept) {
  EXPECT_EQ(joined_answer("```cuda\nint a;\n", "```\n"), "```cuda\nint a;\n```\n");
  EXPECT_EQ(joined_answer("MEMO: [] x\n", "```cuda\nint a;\n```\n"), "MEMO: [] x\n```cuda\nint a;\n```\n");
}

}  // namespace dialogue_test
}  // namespace whet::consult
