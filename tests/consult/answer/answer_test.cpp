// What a mind may answer, and what is refused.
#include "consult/answer/answer.h"

#include <gtest/gtest.h>

namespace whet::consult {
namespace answer_test {

const std::string k_memo = "MEMO: [memory.coalesced_access] neighbours read neighbours\n";
const std::string k_kernel = "```cuda\n__global__ void k() {}\n```\n";

std::string refusal(const std::string& text) {
  const auto answer = parse_answer(text);
  return answer ? "taken" : answer.error().what;
}

TEST(Answer, IsAWholeKernelWithItsMemo) {
  const auto answer = parse_answer("Sure, here it is.\n" + k_memo + k_kernel + "That should be faster.\n");
  ASSERT_TRUE(answer) << answer.error().what;
  EXPECT_EQ(answer->kernel, "__global__ void k() {}\n");
  EXPECT_EQ(answer->memo, "neighbours read neighbours");
  EXPECT_EQ(answer->methods, std::vector<std::string>{"memory.coalesced_access"});
}

TEST(Answer, MayClaimNoMethodOrSeveral) {
  EXPECT_TRUE(parse_answer("MEMO: [] less work\n" + k_kernel)->methods.empty());
  EXPECT_EQ(parse_answer("MEMO: [a.b, c.d] both\n" + k_kernel)->methods.size(), 2u);
}

TEST(Answer, IsEditsInAFenceOrWithout) {
  const std::string edit = "<<<<<<< SEARCH\na = 1;\n=======\na = 2;\nb = 3;\n>>>>>>> REPLACE\n";
  for (const std::string& text : {k_memo + edit, k_memo + "```cuda\n" + edit + "```\n"}) {
    const auto answer = parse_answer(text);
    ASSERT_TRUE(answer) << answer.error().what;
    ASSERT_EQ(answer->edits.size(), 1u);
    EXPECT_EQ(answer->edits[0].search, "a = 1;\n");
    EXPECT_EQ(answer->edits[0].replace, "a = 2;\nb = 3;\n");
  }
}

TEST(Answer, EndsOfLinesOfOtherSystemsAreRead) {
  const auto answer = parse_answer("MEMO: [] x\r\n```cuda\r\nint a;\r\n```\r\n");
  ASSERT_TRUE(answer) << answer.error().what;
  EXPECT_EQ(answer->kernel, "int a;\n");
}

TEST(Answer, IsRefusedWithTheReason) {
  EXPECT_EQ(refusal("I think that tiling would help here.\n"), "the answer has no kernel");
  EXPECT_EQ(refusal(""), "the answer has no kernel");
  EXPECT_EQ(refusal(k_memo + k_kernel + k_kernel), "the answer has 2 fenced blocks");
  EXPECT_EQ(refusal(k_kernel), "the answer has 0 MEMO lines");
  EXPECT_EQ(refusal(k_memo + k_memo + k_kernel), "the answer has 2 MEMO lines");
  EXPECT_EQ(refusal("MEMO: faster\n" + k_kernel), "the MEMO line does not begin with a list of methods");
  EXPECT_EQ(refusal("MEMO: [a]\n" + k_kernel), "the MEMO line does not say why");
  EXPECT_EQ(refusal(k_memo + "```cuda\nint a;\n"), "the fenced block is not closed: the answer ends in it");
  EXPECT_EQ(refusal(k_memo + k_kernel + "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"),
            "the answer has both a fenced block and edits");
  EXPECT_EQ(refusal(k_memo + "<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n"), "an edit has no line `=======`");
  EXPECT_EQ(refusal(k_memo + "<<<<<<< SEARCH\n=======\nb\n>>>>>>> REPLACE\n"), "a SEARCH part is empty");
  EXPECT_EQ(refusal(std::string(k_longest_answer + 1, 'x')), "the answer has 400001 bytes, at most 400000 are read");
  EXPECT_EQ(refusal(k_memo + k_kernel + std::string(1, '\0')), "the answer has a byte 0");
}

TEST(Answer, AMemoIsOneLineOfBoundedLength) {
  const auto answer = parse_answer("MEMO: [] " + std::string(1000, 'x') + "\t\x1b[31m\n" + k_kernel);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->memo, std::string(k_longest_memo, 'x'));
  EXPECT_EQ(parse_answer("MEMO: [] a\x1b[31mb\n" + k_kernel)->memo, "a [31mb");
}

TEST(Edits, ReplaceLinesThatAreThereOnce) {
  const std::string text = "a();\nb();\na(1);\n";
  EXPECT_EQ(*apply_edits(text, {{"b();\n", "c();\nd();\n"}}), "a();\nc();\nd();\na(1);\n");
  EXPECT_EQ(*apply_edits(text, {{"b();\n", "c();\n"}, {"c();\n", ""}}), "a();\na(1);\n");
  EXPECT_EQ(*apply_edits("a();\nb();", {{"b();\n", "c();\n"}}), "a();\nc();\n");
}

TEST(Edits, AreRefusedWhereTheyDoNotMatchExactlyOnce) {
  const std::string text = "  x = 1;\ny = 2;\ny = 2;\n";
  EXPECT_EQ(apply_edits(text, {{"x = 1;\n", ""}}).error().what,
            "the SEARCH part of edit 1 is not in the kernel: `x = 1;`");
  EXPECT_EQ(apply_edits(text, {{"  x = 1;\n", ""}, {"y = 2;\n", ""}}).error().what,
            "the SEARCH part of edit 2 is there 2 times: `y = 2;`");
}

}  // namespace answer_test
}  // namespace whet::consult
