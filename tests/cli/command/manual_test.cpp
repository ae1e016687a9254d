#include "cli/command/manual.h"

#include <gtest/gtest.h>

#include <cstring>

#include "cli/frame/commands.h"
#include "util/text.h"

namespace whet {
namespace manual_test {

// The page as a reader sees it, more or less: without fonts and escapes.
std::string plain(std::string text) {
  for (const auto& [from, to] : {std::pair{"\\fB", ""},
                                 {"\\fI", ""},
                                 {"\\fR", ""},
                                 {"\\-", "-"},
                                 {"\\&", ""},
                                 {"\\(aq", "'"},
                                 {"\\(ga", "`"},
                                 {"\\e", "\\"}}) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += std::strlen(to))
      text.replace(at, std::strlen(from), to);
  }
  return text;
}

// The lines from a command's heading to the next heading.
std::string section_of(const std::string& page, const std::string& command) {
  const size_t begin = page.find(".SS whet " + command + " ");
  if (begin == std::string::npos) return {};
  return page.substr(begin, page.find("\n.S", begin + 1) - begin);
}

TEST(Manual, EveryCommandAndEveryOptionStandsInIt) {
  const auto commands = all_commands();
  const std::string page = plain(manual_page(commands));
  for (const CliCommand& command : commands) {
    const std::string section = section_of(page, command.name);
    EXPECT_EQ(section.empty(), command.hidden) << command.name;
    if (command.hidden) continue;
    EXPECT_NE(section.find(command.summary), std::string::npos) << command.name;
    EXPECT_NE(section.find(command.example), std::string::npos) << command.name;
    for (const Option& option : command.options) {
      for (const std::string_view name : split(option.names, ','))
        EXPECT_NE(section.find(name), std::string::npos) << command.name << ' ' << name;
      EXPECT_NE(section.find(option.help), std::string::npos) << command.name << ' ' << option.names;
    }
  }
}

TEST(Manual, EveryVisibleCommandIsUnderAHeading) {
  for (const CliCommand& command : all_commands()) {
    EXPECT_EQ(command.group.empty(), command.hidden) << command.name;
    EXPECT_FALSE(command.summary.empty()) << command.name;
    EXPECT_FALSE(command.example.empty() && !command.hidden) << command.name;
  }
}

TEST(Manual, TextThatRoffWouldReadAsARequestIsText) {
  CliCommand command;
  command.name = "odd";
  command.summary = ".cu files and 'quotes' with a back\\slash";
  command.example = "  whet odd\n.so /etc/passwd\n'so /etc/passwd";
  const std::string page = manual_page({command});
  EXPECT_EQ(page.find("\n.so"), std::string::npos);
  EXPECT_EQ(page.find("\n'so"), std::string::npos);
  EXPECT_NE(page.find("\n\\&.cu files and \\(aqquotes\\(aq with a back\\eslash"), std::string::npos);
}

}  // namespace manual_test
}  // namespace whet
