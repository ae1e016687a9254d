#include "cli/frame/commands.h"

#include <iterator>

namespace whet {

namespace {

struct CommandGroup {
  const char* name;  // heading in help and manual; empty: hidden
  std::vector<CliCommand> commands;
};

}  // namespace

std::vector<CliCommand> all_commands() {
  CommandGroup groups[] = {
      {"Understand a kernel",
       {explain_command(), inspect_command(), sass_command(), run_command(), profile_command(), diagnose_command(),
        skill_command(), exec_command()}},
      {"Judge a kernel", {init_command(), check_command(), bench_command()}},
      {"Let whet improve a kernel", {optimize_command(), write_command(), tune_command(), resume_command()}},
      {"Improve a kernel yourself", {start_command(), submit_command(), ablate_command(), finish_command()}},
      {"Work with an agent", {mcp_command()}},
      {"Look back",
       {runs_command(), show_command(), report_command(), lessons_command(), learn_command(), replay_command()}},
      {"Machine and shell", {calibrate_command(), specs_command(), doctor_command(), completion_command()}},
      {"", {manual_command(), runner_command(), worker_command(), sanitized_command(), profiled_command()}},
  };
  std::vector<CliCommand> all;
  for (CommandGroup& group : groups) {
    for (CliCommand& command : group.commands) command.group = group.name;
    std::move(group.commands.begin(), group.commands.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace whet
