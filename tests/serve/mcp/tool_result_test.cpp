// What a command printed, as the result of a tool.
#include "serve/mcp/tool_result.h"

#include <gtest/gtest.h>

namespace whet::serve {
namespace tool_result_test {

std::string text_of(const Json& result) {
  return *result.find("content")->as_array()->at(0).find("text")->as_string();
}
bool is_error(const Json& result) {
  return *result.find("isError")->as_bool();
}

CommandOutput printed(std::string out, std::string err = {}, int exit_code = 0, int signal = 0) {
  CommandOutput output;
  output.out = std::move(out), output.err = std::move(err), output.end = {exit_code, signal};
  return output;
}

TEST(ToolResult, ABadResultIsAResult) {
  const Json result = tool_result("check", printed(R"({"outcome":"wrong"})", "", 1), true);
  EXPECT_FALSE(is_error(result));
  EXPECT_EQ(*result.find("structuredContent")->find("outcome")->as_string(), "wrong");
  EXPECT_EQ(*result.find("_meta")->find("exit_code")->as_integer(), 1);
}

TEST(ToolResult, AListBecomesAnObject) {
  const Json result = tool_result("profile", printed("[1,2]"), true);
  EXPECT_EQ(result.find("structuredContent")->find("items")->as_array()->size(), 2u);
}

TEST(ToolResult, AnErrorIsPassedOn) {
  const Json result = tool_result("check", printed("", "error: no\n  fix: yes\n", 3), true);
  EXPECT_TRUE(is_error(result));
  EXPECT_EQ(text_of(result), "error: no\n  fix: yes\n");
  EXPECT_FALSE(result.find("structuredContent"));
}

TEST(ToolResult, AResultWithAnErrorIsBoth) {
  const Json result = tool_result("optimize", printed("{}", "error: the disk is full\n", 4), true);
  EXPECT_TRUE(is_error(result));
  EXPECT_NE(text_of(result).find("the disk is full"), std::string::npos);
  EXPECT_TRUE(result.find("structuredContent"));
}

TEST(ToolResult, ACrashSaysWhatToDo) {
  EXPECT_NE(text_of(tool_result("check", printed("", "", 139, 11), true)).find("signal 11\n  fix: "),
            std::string::npos);
  EXPECT_NE(text_of(tool_result("check", printed("", "", 0), true)).find("bug in whet"), std::string::npos);
  EXPECT_TRUE(is_error(tool_result("check", printed("{broken", "", 0), true)));
}

TEST(ToolResult, LongTextsAreCutAtALine) {
  CommandOutput output = printed("{}");
  for (int i = 0; i < 20'000; ++i) output.text += "a line\n";
  const std::string text = text_of(tool_result("sass", output, true));
  EXPECT_LT(text.size(), 61'000u);
  EXPECT_NE(text.find("a line\n(80004 more bytes are left out here; ask for less)"), std::string::npos)
      << text.substr(59'900);
}

TEST(ToolResult, TooMuchIsRefused) {
  CommandOutput output;
  output.is_too_large = true;
  EXPECT_NE(text_of(tool_result("sass", output, true)).find("fix: ask for less"), std::string::npos);
}

}  // namespace tool_result_test
}  // namespace whet::serve
