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
  EXPECT_EQ(*result.find("_meta")->find("exit_code")->as_integer(), 3);
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

TEST(ToolResult, LongListsAreCutAndThatIsSaid) {
  Json lines = Json::array();
  for (int i = 0; i < 5000; ++i) lines.push_back(Json::Object{{"text", "an instruction of some length"}});
  const Json kernel = Json::Object{{"name", "k"}, {"lines", lines}};
  const Json result = tool_result("sass", printed(Json(Json::Object{{"kernels", Json::Array{kernel}}}).dump(-1)), true);
  const Json& structure = *result.find("structuredContent");
  EXPECT_LT(structure.dump(-1).size(), 100'000u);
  EXPECT_EQ(*structure.find("shortened")->as_string(), "lists are cut to 300 items; ask for less to see more");
  const Json& first = structure.find("kernels")->as_array()->front();
  EXPECT_EQ(*first.find("name")->as_string(), "k");
  EXPECT_EQ(first.find("lines")->as_array()->size(), 300u);
}

TEST(ToolResult, AShortResultIsWhole) {
  EXPECT_FALSE(
      tool_result("sass", printed(R"({"kernels":[1,2,3]})"), true).find("structuredContent")->find("shortened"));
}

TEST(ToolResult, TooMuchIsRefused) {
  CommandOutput output;
  output.is_too_large = true;
  EXPECT_NE(text_of(tool_result("sass", output, true)).find("fix: ask for less"), std::string::npos);
}

}  // namespace tool_result_test
}  // namespace whet::serve
