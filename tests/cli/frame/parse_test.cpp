#include "cli/frame/parse.h"

#include <gtest/gtest.h>

namespace whet {
namespace parse_test {

struct Values {
  bool json = false;
  std::string arch;
  std::vector<std::string> defines;
  std::string file;
};

std::vector<CliCommand> commands(Values& values) {
  CliCommand command;
  command.name = "inspect";
  command.summary = "read a kernel";
  command.example = "  whet inspect a.cu";
  command.options = {{"file", "what to read", &values.file, "FILE", {}, true},
                     {"--json", "as JSON", &values.json},
                     {"-a,--arch", "which", &values.arch, "ARCH"},
                     {"-D,--define", "macro", &values.defines, "MACRO"}};
  return {command};
}

Result<Parsed> parse(const std::vector<CliCommand>& table, std::vector<std::string> words) {
  words.insert(words.begin(), "whet");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  return parse_command_line(table, static_cast<int>(argv.size()), argv.data());
}

TEST(Parse, FillsTheTargets) {
  Values values;
  const auto table = commands(values);
  const auto parsed = parse(table, {"inspect", "a.cu", "--json", "--arch", "h100", "-D", "A=1", "-D", "B"});
  ASSERT_TRUE(parsed) << describe(parsed.error());
  EXPECT_EQ(parsed->command->name, "inspect");
  EXPECT_TRUE(values.json);
  EXPECT_EQ(values.arch, "h100");
  EXPECT_EQ(values.file, "a.cu");
  EXPECT_EQ(values.defines, (std::vector<std::string>{"A=1", "B"}));
}

TEST(Parse, UnknownOptionNamesTheNearest) {
  Values values;
  const auto parsed = parse(commands(values), {"inspect", "a.cu", "--jason"});
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().what, "`whet inspect` has no option `--jason`");
  EXPECT_NE(parsed.error().mend.find("--json"), std::string::npos);
}

TEST(Parse, UnknownCommandNamesTheNearest) {
  Values values;
  const auto parsed = parse(commands(values), {"inspct"});
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().what, "there is no command `inspct`");
  EXPECT_NE(parsed.error().mend.find("inspect"), std::string::npos);
}

TEST(Parse, HelpShowsTheExample) {
  Values values;
  const auto parsed = parse(commands(values), {"inspect", "--help"});
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->command, nullptr);
  EXPECT_NE(parsed->output.find("whet inspect a.cu"), std::string::npos);
}

TEST(Parse, MissingFileIsBadInput) {
  Values values;
  const auto parsed = parse(commands(values), {"inspect"});
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().kind, ErrorKind::bad_input);
}

}  // namespace parse_test
}  // namespace whet
