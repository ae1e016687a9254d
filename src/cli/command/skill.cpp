// whet skill: how to recognise one cause of a slow kernel, and what to do about it; and the skill for agents.
#include "cli/command/skill_install.h"
#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "report/diagnose/skill_view.h"

namespace whet {

namespace {

struct SkillFlags {
  std::string name;
  bool json = false, markdown = false;
  SkillInstallFlags install;
};

Result<ExitCode> run_skill(const SkillFlags& flags, Context& context) {
  if (flags.name == "install") return run_skill_install(flags.install, context);
  SkillView view;
  view.is_list = flags.name.empty();
  const std::vector<std::string> names = view.is_list ? skill_names(context.knowledge) : std::vector{flags.name};
  for (const std::string& name : names) {
    TRY(skill, load_skill(context.knowledge, name));
    view.skills.push_back(std::move(skill));
  }
  show(view, output_format(flags.json, flags.markdown), context);
  return ExitCode::ok;
}

}  // namespace

CliCommand skill_command() {
  auto flags = std::make_shared<SkillFlags>();
  CliCommand command;
  command.name = "skill";
  command.summary = "explain one cause of slow kernels; `install` teaches a coding agent to use whet";
  command.example = "  whet skill\n  whet skill bank_conflicts\n  whet skill install --for claude";
  command.options = {
      {"name", "the skill, as `whet diagnose` names it (default: list all), or install", &flags->name, "NAME"},
      {"--md", "print it as Markdown", &flags->markdown},
      json_option(&flags->json)};
  for (Option& option : skill_install_options(&flags->install)) command.options.push_back(std::move(option));
  command.run = [flags](Context& context) { return run_skill(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
