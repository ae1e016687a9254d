// The commands of whet, one file each, and the table of all.
#pragma once

#include "cli/frame/command.h"

namespace whet {

CliCommand diagnose_command();
CliCommand doctor_command();
CliCommand skill_command();
CliCommand specs_command();
CliCommand explain_command();
CliCommand init_command();
CliCommand inspect_command();
CliCommand sass_command();
CliCommand run_command();
CliCommand calibrate_command();
CliCommand check_command();
CliCommand bench_command();
CliCommand exec_command();
CliCommand optimize_command();
CliCommand tune_command();
CliCommand write_command();
CliCommand resume_command();
CliCommand start_command();
CliCommand submit_command();
CliCommand ablate_command();
CliCommand finish_command();
CliCommand profile_command();
CliCommand replay_command();
CliCommand runs_command();
CliCommand show_command();
CliCommand report_command();
CliCommand learn_command();
CliCommand lessons_command();
CliCommand runner_command();
CliCommand worker_command();
CliCommand profiled_command();
CliCommand sanitized_command();
CliCommand mcp_command();
CliCommand completion_command();
CliCommand manual_command();

// They are in the order in which help shows them.
std::vector<CliCommand> all_commands();

}  // namespace whet
