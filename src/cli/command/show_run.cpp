// whet show: one run, or one of its candidates.
#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "cli/run/open_store.h"
#include "report/store/stored_candidate_view.h"
#include "report/store/stored_run_view.h"

namespace whet {

namespace {

struct ShowFlags {
  std::string run, project = ".";
  int candidate = 0, fastest = 10, rounds = 12;
  bool source = false, json = false, markdown = false;
};

std::vector<Option> option_table(ShowFlags* flags) {
  return {
      {"run", "number of the run (default: the newest)", &flags->run, "RUN"},
      {"--candidate", "show one candidate of the run, by its number", &flags->candidate, "N"},
      {"--source", "with --candidate: also show its source", &flags->source},
      {"--top", "show at most N of the fastest candidates (default 10)", &flags->fastest, "N"},
      {"--rounds", "show at most N of the last rounds (default 12)", &flags->rounds, "N"},
      project_option(&flags->project),
      {"--md", "print the view as Markdown", &flags->markdown},
      json_option(&flags->json),
  };
}

Result<ExitCode> run_show(const ShowFlags& flags, Context& context) {
  if (flags.fastest < 0) return bad_input("a number below zero", "--top", "give 0 or more");
  if (flags.rounds < 0) return bad_input("a number below zero", "--rounds", "give 0 or more");
  if (flags.source && !flags.candidate)
    return bad_input("--source shows one candidate", "--source", "add --candidate N");
  TRY(store, open_store(flags.project, context));
  TRY(run, chosen_run(flags.run, store));
  const OutputFormat format = output_format(flags.json, flags.markdown);
  if (flags.candidate) {
    TRY(view, collect_stored_candidate(store, run, flags.candidate, flags.source));
    show(view, format, context);
  } else {
    TRY(view, collect_stored_run(store, run, flags.rounds, flags.fastest));
    show(view, format, context);
  }
  return ExitCode::ok;
}

}  // namespace

CliCommand show_command() {
  auto flags = std::make_shared<ShowFlags>();
  CliCommand command;
  command.name = "show";
  command.summary = "show what a run did: champion, where the gain came from, rounds, candidates";
  command.example = "  whet show\n  whet show 3 --top 50\n  whet show 3 --candidate 57 --source";
  command.options = option_table(flags.get());
  command.run = [flags](Context& context) { return run_show(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
