// whet skill: how to recognise one cause of a slow kernel, and what to do about it; and the skill for agents.
#include "diagnose/skill.h"
#include "cli/command/skill_install.h"
#include "cli/frame/commands.h"

namespace whet {

namespace {

struct SkillFlags {
  std::string name;
  SkillInstallFlags install;
};

Result<ExitCode> run_skill(const SkillFlags& flags, Context& context) {
  if (flags.name == "install") return run_skill_install(flags.install, context);
  if (!flags.name.empty()) {
    TRY(skill, load_skill(context.knowledge, flags.name));
    TRY(text, context.knowledge.read("skills/" + skill.id + ".md"));
    context.print(text);
    return ExitCode::ok;
  }
  for (const std::string& name : skill_names(context.knowledge)) {
    TRY(skill, load_skill(context.knowledge, name));
    context.print(name + "  " + skill.title + "\n");
  }
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
      {"name", "the skill, as `whet diagnose` names it (default: list all), or install", &flags->name, "NAME"}};
  for (Option& option : skill_install_options(&flags->install)) command.options.push_back(std::move(option));
  command.run = [flags](Context& context) { return run_skill(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
