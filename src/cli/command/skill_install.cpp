#include "cli/command/skill_install.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "cli/mcp/guide.h"
#include "util/text.h"

namespace whet {

namespace {

// Where an agent keeps skills: of the user, below the home folder, and of a project.
struct Agent {
  std::string_view name, home, folder, project_folder;  // `home` is there when the agent is used
};
constexpr std::array<Agent, 6> k_agents{{
    {"claude", ".claude", ".claude/skills", ".claude/skills"},
    {"codex", ".codex", ".codex/skills", ".codex/skills"},
    {"copilot", ".copilot", ".copilot/skills", ".github/skills"},
    {"cursor", ".cursor", ".cursor/skills", ".cursor/skills"},
    {"gemini", ".gemini", ".gemini/skills", ".gemini/skills"},
    {"opencode", ".config/opencode", ".config/opencode/skills", ".opencode/skills"},
}};

std::string agent_names() {
  std::vector<std::string> names;
  for (const Agent& agent : k_agents) names.emplace_back(agent.name);
  return join(names, ", ");
}

Result<std::string> home_folder() {
  const char* home = std::getenv("HOME");
  if (home && *home) return std::string(home);
  return missing("HOME is not set", {}, "set it, or name a folder: --for DIR");
}

// The folder of an agent's skills; any other word is a folder itself, if it looks like one.
Result<std::string> folder_of(const std::string& word, bool in_project) {
  for (const Agent& agent : k_agents) {
    if (agent.name != word) continue;
    if (in_project) return std::string(agent.project_folder);
    TRY(home, home_folder());
    return join_path(home, agent.folder);
  }
  if (word.find('/') != std::string::npos || word.starts_with('.')) return word;
  return bad_input("`" + word + "` is no agent that whet knows", {},
                   "use " + agent_names() + ", or the folder of its skills: --for ./" + word);
}

// The agents that are used here: those whose own folder is there.
Result<std::vector<std::string>> used_agents(const SkillInstallFlags& flags, const FileSystem& files) {
  std::vector<std::string> used;
  TRY(home, home_folder());
  for (const Agent& agent : k_agents) {
    if (files.info(flags.in_project ? std::string(agent.home) : join_path(home, agent.home)))
      used.emplace_back(agent.name);
  }
  if (used.empty())
    return bad_input("none of the agents that whet knows is used here", {},
                     "say which: --for " + agent_names() + " or DIR");
  return used;
}

struct PlannedFile {
  std::string path;
  std::string_view content;
};

Result<std::vector<PlannedFile>> plan_files(const SkillInstallFlags& flags, Context& context) {
  std::vector<std::string> agents = flags.agents;
  if (agents.empty()) {
    TRY(used, used_agents(flags, context.files));
    agents = std::move(used);
  }
  std::vector<PlannedFile> plan;
  for (const std::string& agent : agents) {
    TRY(folder, folder_of(agent, flags.in_project));
    for (const EmbeddedFile& file : embedded_skills()) plan.push_back({join_path(folder, file.path), file.content});
  }
  return plan;
}

enum class FileState { absent, same, differs };

FileState state_of(const PlannedFile& file, const FileSystem& files) {
  if (!files.info(file.path)) return FileState::absent;
  const auto there = files.read(file.path);
  return there && *there == file.content ? FileState::same : FileState::differs;
}

Result<bool> is_agreed(const SkillInstallFlags& flags, Context& context) {
  if (flags.yes) return true;
  if (::isatty(STDIN_FILENO) != 1)
    return bad_input("nobody can be asked: there is no terminal", {}, "run it in a terminal, or agree with --yes");
  context.print("write them? [y/N] ");
  std::fflush(stdout);
  std::string answer;
  std::getline(std::cin, answer);
  return lower(trim(answer)) == "y" || lower(trim(answer)) == "yes";
}

}  // namespace

std::vector<Option> skill_install_options(SkillInstallFlags* flags) {
  return {{"--for", "with install: the agent, " + agent_names() + ", or the folder of its skills; may be repeated",
           &flags->agents, "AGENT"},
          {"--project", "with install: for this project, in the current folder", &flags->in_project},
          {"-y,--yes", "with install: write without asking", &flags->yes}};
}

Result<ExitCode> run_skill_install(const SkillInstallFlags& flags, Context& context) {
  TRY(plan, plan_files(flags, context));
  std::vector<PlannedFile> to_write;
  for (const PlannedFile& file : plan) {
    const FileState state = state_of(file, context.files);
    context.print((state == FileState::absent ? "  new       "
                   : state == FileState::same ? "  the same  "
                                              : "  replaces  ") +
                  file.path + "\n");
    if (state != FileState::same) to_write.push_back(file);
  }
  if (to_write.empty()) {
    context.print("everything is there already\n");
    return ExitCode::ok;
  }
  TRY(agreed, is_agreed(flags, context));
  if (!agreed) {
    context.print("nothing was written\n");
    return ExitCode::nothing_gained;
  }
  for (const PlannedFile& file : to_write) {
    TRY_VOID(context.files.make_directories(directory_of(file.path)));
    TRY_VOID(context.files.write(file.path, file.content));
  }
  context.print("wrote " + std::to_string(to_write.size()) +
                " files; agents find the skill when they are started anew\n");
  return ExitCode::ok;
}

}  // namespace whet
