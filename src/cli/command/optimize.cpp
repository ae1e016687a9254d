// whet optimize and resume: search for a better kernel, check and confirm it.
#include "cli/frame/commands.h"
#include "cli/run/named_mind.h"
#include "cli/run/open_store.h"
#include "cli/run/optimize_run.h"
#include "cli/run/run_end.h"
#include "cli/run/stored_build.h"
#include "cli/run/version_commits.h"
#include "optimize/run/stored_choice.h"
#include "report/folder/run_folder.h"

namespace whet {

namespace {

struct ResumeFlags {
  std::string run, folder = ".";
  std::vector<std::string> minds;
  RunOutput output;
};

Result<ExitCode> run_optimize(const OptimizeFlags& flags, Context& context) {
  take_keys(context);
  TRY(run, begin_search(flags, context));
  TRY(result, search_kernel(run, flags.output, context));
  return end_run(ended(run, result), flags.output, context);
}

// Makes the commits that an ended run still lacks; nothing if there are none, so that the run is resumed.
Result<std::optional<ExitCode>> settle(const ResumeFlags& flags, store::RunId run, Context& context) {
  TRY(store, open_store(flags.folder, context));
  TRY(latest, store.latest_run());
  if (run == 0 && latest) run = latest->id;
  TRY(owes, owes_commits(store, run));
  if (!owes) return std::optional<ExitCode>();
  TRY(old, store.run(run));
  TRY(settings, settings_of(old));
  TRY(path, problem_of(store.project(), old));
  TRY(problem, load_problem(path, context.files, settings.additions));
  TRY(lock, store.lock(old.kernel));
  TRY_VOID(make_commits(store, run, problem, context));
  const std::string folder = run_folder_of(store.project(), old);
  TRY(view, write_run_folder(store, run, folder, folder_inputs(store, old, folder, context), context.files));
  show_view(view, flags.output, context);
  return std::optional(ExitCode::ok);
}

Result<ExitCode> run_resume(const ResumeFlags& flags, Context& context) {
  take_keys(context);
  store::RunId run = 0;
  if (!flags.run.empty()) {
    TRY(parsed, parse_run_id(flags.run));
    run = parsed;
  }
  TRY(settled, settle(flags, run, context));
  if (settled) return *settled;
  TRY(resumed, resume_search(flags.folder, run, flags.minds, context));
  TRY(result, search_kernel(resumed, flags.output, context));
  return end_run(ended(resumed, result), flags.output, context);
}

}  // namespace

CliCommand optimize_command() {
  auto flags = std::make_shared<OptimizeFlags>();
  CliCommand command;
  command.name = "optimize";
  command.summary = "search for a faster kernel, checked and confirmed on fresh data; on a GPU or on the virtual one";
  command.example =
      "  whet optimize examples/transpose\n"
      "  whet optimize examples/softmax --device cuda:0 --seconds 60";
  command.options = optimize_options(flags.get());
  command.options.push_back({"--declared", "vary only what [tune] declares", &flags->declared});
  command.options.push_back({"--without",
                             "leave out the writer, the editor, the plan or learned patterns; may be repeated",
                             &flags->without, "PART"});
  for (Option& option : mind_option_table(&flags->minds)) command.options.push_back(std::move(option));
  command.run = [flags](Context& context) { return run_optimize(*flags, context); };
  command.storage = flags;
  return command;
}

CliCommand resume_command() {
  auto flags = std::make_shared<ResumeFlags>();
  CliCommand command;
  command.name = "resume";
  command.summary = "continue a run that was stopped or killed";
  command.example = "  whet resume 3";
  command.options = {
      {"run", "number of the run (default: the last)", &flags->run, "RUN"},
      {"--mind", "the mind of the run, once more: a command or an address that only the store names is not used",
       &flags->minds, "MIND"},
      project_option(&flags->folder)};
  for (Option& option : run_output_options(&flags->output)) command.options.push_back(std::move(option));
  command.run = [flags](Context& context) { return run_resume(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
