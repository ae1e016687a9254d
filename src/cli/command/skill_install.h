// whet skill install: writes the skill for agents (skills/whet) to where coding agents look for skills.
#pragma once

#include <string>
#include <vector>

#include "cli/frame/command.h"

namespace whet {

struct SkillInstallFlags {
  std::vector<std::string> agents;  // names of agents, or folders
  bool in_project = false, yes = false;
};

std::vector<Option> skill_install_options(SkillInstallFlags* flags);

// Shows what it would write, asks, and writes. Without a terminal it must be told `yes`.
Result<ExitCode> run_skill_install(const SkillInstallFlags& flags, Context& context);

}  // namespace whet
