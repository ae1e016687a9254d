// whet optimize and resume: from a kernel to a better kernel, with proof.
#include "cli/commands.h"
#include "cli/open_store.h"
#include "cli/optimize_end.h"

namespace whet {

namespace {

struct ResumeFlags {
  std::string run, folder = ".";
  RunOutput output;
};

Result<ExitCode> run_optimize(const OptimizeFlags& flags, Context& context) {
  TRY(session, begin_session(flags, context));
  TRY(result, run_session(session, flags.output, context));
  return end_session(result, session, flags.output, context);
}

Result<ExitCode> run_resume(const ResumeFlags& flags, Context& context) {
  store::RunId run = 0;
  if (!flags.run.empty()) {
    TRY(parsed, parse_run_id(flags.run));
    run = parsed;
  }
  TRY(session, resume_session(flags.folder, run, context));
  TRY(result, run_session(session, flags.output, context));
  return end_session(result, session, flags.output, context);
}

}  // namespace

CliCommand optimize_command() {
  auto flags = std::make_shared<OptimizeFlags>();
  CliCommand command;
  command.name = "optimize";
  command.summary = "a better kernel for a problem, proved right and faster; on a GPU or on the virtual one";
  command.example =
      "  whet optimize examples/transpose\n"
      "  whet optimize examples/softmax --device cuda:0 --seconds 60";
  command.options = optimize_options(flags.get());
  command.options.push_back({"--declared", "vary what [tune] declares alone", &flags->declared});
  command.run = [flags](Context& context) { return run_optimize(*flags, context); };
  command.storage = flags;
  return command;
}

CliCommand resume_command() {
  auto flags = std::make_shared<ResumeFlags>();
  CliCommand command;
  command.name = "resume";
  command.summary = "go on with a run that was stopped or killed";
  command.example = "  whet resume 3";
  command.options = {{"run", "number of the run (default: the last)", &flags->run, "RUN"},
                     project_option(&flags->folder)};
  for (Option& option : run_output_options(&flags->output)) command.options.push_back(std::move(option));
  command.run = [flags](Context& context) { return run_resume(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
