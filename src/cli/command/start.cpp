// whet start: begins a run of submitted kernels. The original is judged and timed; then the run waits.
#include "cli/flags/compile_options.h"
#include "cli/frame/commands.h"
#include "cli/frame/secret_seed.h"
#include "cli/frame/show.h"
#include "cli/run/manual_session.h"
#include "problem/file/size_flags.h"
#include "report/store/store_text.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_entries_shown = 8;

struct StartFlags {
  std::string problem, device = "auto", dims, seed;
  CompileOptions compile;
  bool json = false, commit = false;
};

// What was tried on this kernel before, newest runs first.
Result<std::vector<std::string>> lessons_of(ManualSession& session) {
  TRY(entries, session.store().lessons_of(session.description().kernel));
  std::vector<std::string> lines;
  for (const store::Lesson& entry : entries) {
    if (lines.size() == k_entries_shown) break;
    lines.push_back(entry.tried + ": " + entry.outcome + " " + speedup_text(entry.speedup));
  }
  return lines;
}

Result<ExitCode> run_start(const StartFlags& flags, Context& context) {
  OptimizeSettings settings;
  TRY(dims, parse_assignments(flags.dims, "--dims"));
  TRY(seed, read_seed(flags.seed));
  settings.device = flags.device;
  settings.dims = std::move(dims);
  settings.seed = seed;
  TRY(additions, read_additions(flags.compile, context.files));
  settings.additions = std::move(additions);
  TRY(session, ManualSession::start(flags.problem, std::move(settings), flags.commit, context));
  session->end_progress();
  const ActiveRun& state = session->run().state();
  StartView view;
  view.run = session->name();
  view.original = *state.original().verdict;
  view.origin = state.origin();
  const bool sound = is_sound(view.original.outcome) && !view.original.timings.empty();
  if (sound) {
    view.seconds = state.seconds_of(view.original);
    view.share = state.scale().share(view.original.timings.front().seconds);
    if (!state.scale().floor().bounds.empty()) view.ceiling = state.scale().floor().bounds.front().name;
    view.floor_seconds = state.scale().floor().seconds();
  } else {
    TRY_VOID(session->store().finish_run(session->description().id, store::RunState::finished,
                                         "the original is not right: " + view.original.reason));
    session->finished();
  }
  TRY(memory, lessons_of(*session));
  view.memory = std::move(memory);
  show(view, output_format(flags.json), context);
  return sound ? ExitCode::ok : ExitCode::bad_result;
}

}  // namespace

CliCommand start_command() {
  auto flags = std::make_shared<StartFlags>();
  CliCommand command;
  command.name = "start";
  command.summary = "begin a run of kernels that you write: then submit, ablate, finish";
  command.example = "  whet start examples/softmax --device virtual:h200";
  command.options = {
      {"problem", "folder with problem.toml, or the file", &flags->problem, "FILE", {}, true},
      {"-d,--device", "virtual:GPU, cuda:N or auto (default auto)", &flags->device, "DEVICE"},
      {"--dims", "other sizes: M=4096,N=1K", &flags->dims, "SIZES"},
      {"--seed", "seed of all data (default: random, kept secret from candidates)", &flags->seed, "N"},
      {"--commit", "at the end, commit each kernel that led to a new branch of your repository", &flags->commit},
      json_option(&flags->json),
  };
  for (Option& option : compile_option_table(&flags->compile)) command.options.push_back(std::move(option));
  command.run = [flags](Context& context) { return run_start(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
