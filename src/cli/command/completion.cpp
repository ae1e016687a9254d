// whet completion: shell completion, made from the same table that parses.
#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "util/text.h"

namespace whet {

namespace {

bool is_positional(const Option& option) {
  return !option.names.starts_with('-');
}
bool takes_value(const Option& option) {
  return !std::holds_alternative<bool*>(option.target);
}
bool takes_file(const Option& option) {
  return option.value_name == "FILE" || option.value_name == "DIR";
}

std::vector<std::string> flags_of(const Option& option) {
  std::vector<std::string> flags;
  if (is_positional(option)) return flags;
  for (const std::string_view flag : split(option.names, ',')) flags.emplace_back(flag);
  return flags;
}

std::string bash_words(const CliCommand& command) {
  std::vector<std::string> words{"--help"};
  for (const Option& option : command.options) {
    for (const std::string& flag : flags_of(option)) words.push_back(flag);
    if (is_positional(option)) words.insert(words.end(), option.choices.begin(), option.choices.end());
  }
  return join(words, " ");
}

std::string bash_values(const CliCommand& command) {
  std::string cases;
  for (const Option& option : command.options) {
    if (is_positional(option) || !takes_value(option)) continue;
    const std::string offer = takes_file(option) ? "-f" : "-W \"" + join(option.choices, " ") + "\"";
    cases += fmt::format("    {}:{}) COMPREPLY=($(compgen {} -- \"$word\")); return ;;\n", command.name,
                         join(flags_of(option), fmt::format("|{}:", command.name)), offer);
  }
  return cases;
}

std::string bash_script(const std::vector<CliCommand>& commands) {
  std::string names, words, values;
  for (const CliCommand& command : commands) {
    names += (names.empty() ? "" : " ") + command.name;
    words +=
        fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")) ;;\n", command.name, bash_words(command));
    values += bash_values(command);
  }
  return fmt::format(R"(_whet() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" command="${{COMP_WORDS[1]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "{} --help --version" -- "$word")); return; fi
  case "$command:$before" in
{}  esac
  case "$command" in
{}  esac
}}
complete -o default -F _whet whet
)",
                     names, values, words);
}

// Escapes ':', '[' and ']', which separate parts in the specifications of zsh.
std::string zsh_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') result += '\\';
    result += c == '\'' ? '`' : c;
  }
  return result;
}

std::string zsh_action(const Option& option) {
  if (takes_file(option)) return "_files";
  return option.choices.empty() ? " " : "(" + join(option.choices, " ") + ")";
}

std::string zsh_script(const std::vector<CliCommand>& commands) {
  std::string names, cases;
  for (const CliCommand& command : commands) {
    names += fmt::format("    '{}:{}'\n", command.name, zsh_escaped(command.summary));
    cases += fmt::format("    {}) _arguments '--help[explain the command]'", command.name);
    for (const Option& option : command.options) {
      const std::string value = takes_value(option) ? fmt::format(":{}:{}", option.value_name, zsh_action(option)) : "";
      if (is_positional(option)) cases += fmt::format(" '*:{}:{}'", option.names, zsh_action(option));
      for (const std::string& flag : flags_of(option)) {
        cases += fmt::format(" '{}[{}]{}'", flag, zsh_escaped(option.help), value);
      }
    }
    cases += " ;;\n";
  }
  return fmt::format(R"(#compdef whet
_whet() {{
  local -a commands=(
{}  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words; (( CURRENT-- ))
  case $command in
{}  esac
}}
# Loaded from fpath this file is the function's first call; sourced it only defines it.
if [ "$funcstack[1]" = _whet ]; then _whet "$@"; else compdef _whet whet; fi
)",
                     names, cases);
}

std::string fish_script(const std::vector<CliCommand>& commands) {
  const auto quoted = [](std::string text) {
    for (char& c : text) c = c == '\'' ? '`' : c;
    return "'" + text + "'";
  };
  std::string script;
  for (const CliCommand& command : commands) {
    script += fmt::format("complete -c whet -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                          quoted(command.summary));
    const std::string here = fmt::format("complete -c whet -n '__fish_seen_subcommand_from {}'", command.name);
    for (const Option& option : command.options) {
      const std::string values = option.choices.empty() ? "" : " -xa " + quoted(join(option.choices, " "));
      if (is_positional(option) && !values.empty()) script += here + values + "\n";
      for (const std::string& flag : flags_of(option)) {
        const bool is_long = flag.starts_with("--");
        script +=
            fmt::format("{} {} {} -d {}{}{}\n", here, is_long ? "-l" : "-s", flag.substr(is_long ? 2 : 1),
                        quoted(option.help), takes_value(option) && !takes_file(option) && values.empty() ? " -x" : "",
                        takes_file(option) ? " -r" : values);
      }
    }
  }
  return script;
}

}  // namespace

CliCommand completion_command() {
  struct Options {
    std::string shell;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CliCommand command;
  command.name = "completion";
  command.summary = "print the completion script of a shell";
  command.example = "  whet completion bash > /etc/bash_completion.d/whet\n  whet completion fish | source";
  command.options = {{"shell", "the shell", &options->shell, "SHELL", {"bash", "zsh", "fish"}, true},
                     json_option(&options->json)};
  command.run = [options](Context& context) -> Result<ExitCode> {
    std::vector<CliCommand> commands = *context.commands;
    std::erase_if(commands, [](const CliCommand& each) { return each.hidden; });
    const std::string script = options->shell == "bash"  ? bash_script(commands)
                               : options->shell == "zsh" ? zsh_script(commands)
                                                         : fish_script(commands);
    Json json = Json::object();
    json["shell"] = options->shell;
    json["script"] = script;
    context.print(options->json ? json.dump() + "\n" : script);
    return ExitCode::ok;
  };
  command.storage = options;
  return command;
}

}  // namespace whet
