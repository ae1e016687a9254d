#include "cli/frame/parse.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/frame/version.h"
#include "util/text.h"

namespace whet {

namespace {

template <typename... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

void add_option(CLI::App& app, const Option& option) {
  CLI::Option* added = std::visit(
      Overloaded{[&](bool* target) { return app.add_flag(option.names, *target, option.help); },
                 [&](std::string* target) { return app.add_option(option.names, *target, option.help); },
                 [&](int* target) { return app.add_option(option.names, *target, option.help); },
                 [&](std::vector<std::string>* target) { return app.add_option(option.names, *target, option.help); }},
      option.target);
  if (!option.value_name.empty()) added->type_name(option.value_name);
  if (!option.choices.empty()) added->check(CLI::IsMember(option.choices));
  if (option.required) added->required();
  if (option.value_optional) added->expected(0, 1);
  // A repeated flag accepts one value each time; a positional list accepts all remaining words.
  const bool list = std::holds_alternative<std::vector<std::string>*>(option.target);
  if (list && option.names.starts_with('-')) added->allow_extra_args(false);
}

std::vector<std::string> option_names(const CliCommand& command) {
  std::vector<std::string> names;
  for (const Option& option : command.options) {
    for (const std::string_view name : split(option.names, ',')) names.emplace_back(name);
  }
  names.emplace_back("--help");
  return names;
}

// The unexpected words in CLI11's message: "The following arguments were not expected: -I ../x-cuda".
std::vector<std::string> unexpected_words(const std::string& message) {
  std::vector<std::string> words;
  const size_t colon = message.find(": ");
  const std::string_view list = std::string_view(message).substr(colon == std::string::npos ? 0 : colon + 2);
  for (const std::string_view word : split(list, ' ')) {
    if (!trim(word).empty()) words.emplace_back(trim(word));
  }
  return words;
}

// The unknown flag as the user typed it; empty if no unexpected word is a flag.
std::string unknown_flag(const std::string& message) {
  for (const std::string& word : unexpected_words(message)) {
    if (word.size() > 1 && word.starts_with('-')) return word.substr(0, word.find_first_of("=,"));
  }
  return {};
}

Error usage_error(const CLI::ParseError& error, const std::vector<CliCommand>& commands, const std::string& name,
                  const std::string& first) {
  std::string what = error.what();
  std::string mend = "see `whet " + (name.empty() ? "" : name + " ") + "--help`";
  for (const CliCommand& command : commands) {
    if (command.name != name) continue;
    if (!dynamic_cast<const CLI::ExtrasError*>(&error)) continue;
    const std::string flag = unknown_flag(what);
    if (flag.empty()) {
      what = "`whet " + name + "` does not take `" + join(unexpected_words(what), " ") + "`";
      continue;
    }
    const auto near = near_names(flag, option_names(command), 2);
    what = "`whet " + name + "` has no option `" + flag + "`";
    if (!near.empty()) mend = "did you mean " + join(near, " or ") + "? " + mend;
  }
  if (name.empty() && !first.empty() && !first.starts_with('-')) {
    std::vector<std::string> names;
    for (const CliCommand& command : commands) {
      if (!command.hidden) names.push_back(command.name);
    }
    const auto near = near_names(first, names, 2);
    what = "there is no command `" + first + "`";
    mend = (near.empty() ? "commands: " + join(names, ", ") : "did you mean " + join(near, " or ") + "?");
  }
  while (!what.empty() && (what.back() == '\n' || what.back() == '.')) what.pop_back();
  return bad_input(what, {}, mend);
}

}  // namespace

Result<Parsed> parse_command_line(const std::vector<CliCommand>& commands, int argc, char** argv) {
  CLI::App app{"whet makes GPU kernels faster and tests hard that they are still right, with a GPU or without."};
  app.name("whet");
  const std::string version = std::string("whet ") + k_version;
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.footer("whet COMMAND --help explains a command with an example.");
  for (const CliCommand& command : commands) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->group(command.hidden ? "" : command.group.empty() ? "Commands" : command.group);
    sub->footer("Example:\n" + command.example);
    for (const Option& option : command.options) add_option(*sub, option);
  }
  try {
    if (argc < 2) return Parsed{nullptr, app.help()};
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return Parsed{nullptr, app.help()};  // of the chosen command, if there is one
  } catch (const CLI::CallForVersion&) {
    return Parsed{nullptr, version + "\n"};
  } catch (const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    return usage_error(error, commands, chosen.empty() ? "" : chosen.front()->get_name(), argv[1]);
  }
  const std::string name = app.get_subcommands().front()->get_name();
  for (const CliCommand& command : commands) {
    if (command.name == name) return Parsed{&command, {}};
  }
  return Error{ErrorKind::bug, "the parser chose an unknown command", {}, {}, {}};
}

}  // namespace whet
