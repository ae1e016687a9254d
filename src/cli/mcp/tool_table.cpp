#include "cli/mcp/tool_table.h"

#include <algorithm>
#include <array>

#include "cli/mcp/arguments.h"
#include "cli/mcp/tool_file.h"

namespace whet {

namespace {

// A tool's result is JSON; other forms, and what a person at a terminal asks for, are not offered.
constexpr std::array<std::string_view, 5> k_never_offered{"json", "md", "html", "events", "probe"};

struct ToolCommand {
  std::vector<std::string> words;  // "check"
  std::vector<Option> options;     // that clients are given
  bool uses_store = false;
};

Result<ToolCommand> tool_command(const ToolFile& file, const std::vector<CliCommand>& commands) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const CliCommand& command) { return command.name == file.command; });
  const std::string place = "tools/" + file.name + ".toml";
  if (found == commands.end()) return bad_input("there is no command `" + file.command + "`", place);
  std::vector<std::string> left_out(k_never_offered.begin(), k_never_offered.end());
  for (const std::string& name : file.leaves_out) {
    const bool known = std::any_of(found->options.begin(), found->options.end(),
                                   [&](const Option& option) { return argument_name(option) == name; });
    if (!known) return bad_input("`leaves_out` names `" + name + "`, which the command does not take", place);
    left_out.push_back(name);
  }
  ToolCommand command{{file.command}, found->options, file.uses_store};
  std::erase_if(command.options, [&](const Option& option) {
    return std::find(left_out.begin(), left_out.end(), argument_name(option)) != left_out.end();
  });
  return command;
}

const std::string* text_of(const Json& arguments, std::string_view name) {
  const Json* value = arguments.find(name);
  return value ? value->as_string() : nullptr;
}

Result<std::vector<std::string>> command_words(const ToolCommand& command, const Json& arguments,
                                               const PathGuard& guard) {
  TRY(words, argument_words(command.options, arguments, guard));
  if (command.uses_store) {
    const std::string* place = text_of(arguments, "problem");
    if (!place) place = text_of(arguments, "project");
    TRY_VOID(guard.check_store(place ? *place : "."));
  }
  words.insert(words.begin(), command.words.begin(), command.words.end());
  words.emplace_back("--json");
  return words;
}

Json annotations_of(const ToolFile& file) {
  return Json::Object{{"title", file.title},
                      {"readOnlyHint", !file.writes},
                      {"destructiveHint", file.overwrites},
                      {"idempotentHint", !file.writes},
                      {"openWorldHint", false}};
}

double seconds_asked(const Json& arguments, int64_t usual) {
  const Json* seconds = arguments.find("seconds");
  return seconds && seconds->as_integer() ? static_cast<double>(*seconds->as_integer()) : static_cast<double>(usual);
}

}  // namespace

Result<std::vector<serve::Tool>> tool_table(const std::vector<CliCommand>& commands, const Knowledge& knowledge,
                                            const PathGuard& guard) {
  TRY(files, load_tool_files(knowledge));
  std::vector<serve::Tool> tools;
  for (const ToolFile& file : files) {
    TRY(command, tool_command(file, commands));
    serve::Tool tool{file.name, file.title, file.description, {}, file.output_schema, annotations_of(file), {}, {}};
    tool.input_schema = input_schema(command.options);
    tool.command_line = [command = std::move(command), &guard](const Json& arguments) {
      return command_words(command, arguments, guard);
    };
    tool.planned_seconds = [usual = file.seconds](const Json& arguments) { return seconds_asked(arguments, usual); };
    tools.push_back(std::move(tool));
  }
  return tools;
}

}  // namespace whet
