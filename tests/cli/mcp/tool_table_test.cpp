// The tools of whet: every file of knowledge/tools against the commands, and arguments as command lines.
#include "cli/mcp/tool_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cli/frame/commands.h"
#include "cli/mcp/arguments.h"
#include "cli/mcp/tool_file.h"
#include "support/support.h"

namespace whet {
namespace tool_table_test {

class ToolTableTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(directory_.path("p"));
    roots_ = serve::Roots::open({directory_.path()}).value();
    guard_.emplace(*roots_, files_);
    tools_ = tool_table(commands_, knowledge_, *guard_).value();
  }
  const serve::Tool& tool(const std::string& name) const {
    return *std::find_if(tools_.begin(), tools_.end(), [&](const serve::Tool& tool) { return tool.name == name; });
  }
  Result<std::vector<std::string>> line(const std::string& name, const std::string& arguments) const {
    return tool(name).command_line(Json::parse(arguments).value());
  }

  test::TemporaryDirectory directory_;
  DiskFileSystem files_;
  const Knowledge knowledge_;
  const std::vector<CliCommand> commands_ = all_commands();
  std::optional<serve::Roots> roots_;
  std::optional<PathGuard> guard_;
  std::vector<serve::Tool> tools_;
};

using Words = std::vector<std::string>;

TEST_F(ToolTableTest, EveryToolIsDescribed) {
  for (const char* name : {"doctor", "inspect", "explain", "init", "check", "bench", "profile", "diagnose", "optimize",
                           "start", "submit", "ablate", "finish", "sass", "specs", "runs", "memory"})
    EXPECT_TRUE(std::any_of(tools_.begin(), tools_.end(), [&](const auto& tool) { return tool.name == name; })) << name;
  for (const serve::Tool& tool : tools_) {
    EXPECT_GT(tool.description.size(), 80u) << tool.name;
    EXPECT_FALSE(tool.output_schema.find("properties")->as_object()->empty()) << tool.name;
    for (const auto& [name, property] : *tool.input_schema.find("properties")->as_object())
      EXPECT_TRUE(property.find("description")) << tool.name << " " << name;
  }
}

TEST_F(ToolTableTest, ArgumentsBecomeACommandLine) {
  EXPECT_EQ(
      line("check", R"({"problem":"p","quick":true,"sanitize":false,"shape":["A=M,K","B=K"],"seed":"7"})").value(),
      (Words{"check", "--seed=7", "--quick", "--shape=A=M,K", "--shape=B=K", "p", "--json"}));
  EXPECT_EQ(line("optimize", R"({"problem":"p","seconds":60})").value(),
            (Words{"optimize", "--seconds=60", "p", "--json"}));
  EXPECT_EQ(line("memory", R"({"kernel":"softmax","mask":["4"]})").value(),
            (Words{"lessons", "--mask=4", "softmax", "--json"}));
  EXPECT_EQ(line("bench", R"({"first":"p","second":"./p/../q.cu","include":["p"]})").value(),
            (Words{"bench", "--include=p", "p", "q.cu", "--json"}));
}

TEST_F(ToolTableTest, NoValueBecomesAnOption) {
  EXPECT_EQ(line("check", R"({"problem":"--save"})").value(), (Words{"check", "./--save", "--json"}));
  EXPECT_EQ(line("check", R"({"problem":"p","dims":"--save=x"})").value(),
            (Words{"check", "--dims=--save=x", "p", "--json"}));
  EXPECT_FALSE(line("specs", R"({"gpu":"--list"})"));
  EXPECT_FALSE(line("check", R"({"problem":"p","dims":"a\u0000b"})"));
}

TEST_F(ToolTableTest, EveryPathIsHeldToTheFolders) {
  for (const serve::Tool& tool : tools_) {
    for (const CliCommand& command : commands_) {
      if (tool.command_line(Json::object()).value().front() != command.name) continue;
      for (const Option& option : command.options) {
        const bool is_path = option.value_name == "FILE" || option.value_name == "DIR";
        if (!is_path || !tool.input_schema.find("properties")->find(argument_name(option))) continue;
        const bool is_list = std::holds_alternative<std::vector<std::string>*>(option.target);
        const Json outside = is_list ? Json(Json::Array{"/etc/passwd"}) : Json("/etc/passwd");
        EXPECT_FALSE(tool.command_line(Json::Object{{argument_name(option), outside}}))
            << tool.name << " " << option.names;
      }
    }
  }
  EXPECT_FALSE(line("check", R"({"problem":"p","flag":["-I/etc"]})"));
}

TEST_F(ToolTableTest, WhatPrintsOtherwiseOrWeakensTheJudgeIsNotOffered) {
  for (const char* name : {"json", "md", "save", "atol", "rtol", "commit", "probe", "events"}) {
    for (const char* in : {"check", "bench", "optimize", "doctor"})
      EXPECT_FALSE(tool(in).input_schema.find("properties")->find(name)) << in << " " << name;
  }
}

TEST_F(ToolTableTest, ClientsNameNoMindsThatWouldRunCommandsOrSpendMoney) {
  for (const auto& [name, schema] : *tool("optimize").input_schema.find("properties")->as_object())
    EXPECT_EQ(name.find("mind"), std::string::npos) << name;
}

TEST_F(ToolTableTest, TimeIsPlannedWhereItIsKnown) {
  EXPECT_EQ(tool("optimize").planned_seconds(Json::object()), 120);
  EXPECT_EQ(tool("optimize").planned_seconds(Json::Object{{"seconds", 9}}), 9);
  EXPECT_EQ(tool("check").planned_seconds(Json::object()), 0);
}

TEST_F(ToolTableTest, PromptsUseTheirArguments) {
  const auto prompts = load_prompts(knowledge_).value();
  EXPECT_GE(prompts.size(), 3u);
  for (const serve::Prompt& prompt : prompts) EXPECT_EQ(prompt.arguments.at(0).name, "kernel") << prompt.name;
}

// One file of tools/ in place of all.
Result<std::vector<serve::Tool>> with_tool(const std::string& text, const std::vector<CliCommand>& commands,
                                           const PathGuard& guard) {
  const test::TemporaryDirectory directory;
  DiskFileSystem files;
  EXPECT_TRUE(files.make_directories(directory.path("tools")));
  EXPECT_TRUE(files.write(directory.path("tools/x.toml"), text));
  return tool_table(commands, Knowledge(directory.path()), guard);
}

TEST_F(ToolTableTest, AFileThatIsWrongIsNamed) {
  const std::string good = "command = \"check\"\ntitle = \"t\"\ndescription = \"d\"\n",
                    end = "[result]\na = \"string: x\"\n";
  EXPECT_TRUE(with_tool(good + end, commands_, *guard_));
  const std::string bad[] = {"command = \"chekc\"\ntitle = \"t\"\ndescription = \"d\"\n" + end,
                             good + "leaves_out = [\"no_such\"]\n" + end,
                             good + "wrties = true\n" + end,
                             good + "always = [\"b\"]\n" + end,
                             good,
                             good + "[result]\na = \"strnig: x\"\n",
                             good + "[result]\na = \"x\"\n"};
  for (const std::string& text : bad) {
    const auto tools = with_tool(text, commands_, *guard_);
    ASSERT_FALSE(tools) << text;
    EXPECT_NE(tools.error().where.find("tools/x.toml"), std::string::npos) << text;
  }
}

}  // namespace tool_table_test
}  // namespace whet
