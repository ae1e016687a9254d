// whet tune: the best values for what [tune] declares, and a file of everything that was tried.
#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "cli/run/optimize_run.h"
#include "cli/run/run_end.h"
#include "search/recorded/kernel_tuner_cache.h"
#include "search/recorded/results_t4.h"
#include "search/strategy/strategy.h"
#include "util/text.h"

namespace whet {

namespace {

struct TuneFlags : OptimizeFlags {
  std::string file, format = "kernel-tuner";
};

// Keyed by tunables, as the store writes them.
Result<std::map<std::string, double>> compile_seconds(OpenedRun& run) {
  TRY(record, run.store.record_of(run.description.id));
  std::map<store::CandidateId, double> seconds;
  for (const store::Build& build : record.builds) seconds[build.candidate] = build.seconds;
  std::map<std::string, double> by_tunables;
  for (const store::Candidate& candidate : record.candidates)
    by_tunables[candidate.tunables.dump(-1)] = seconds[candidate.id];
  return by_tunables;
}

Result<search::RecordedSpace> recorded(OpenedRun& run, const OptimizeResult& result) {
  TRY(seconds, compile_seconds(run));
  std::vector<search::RecordedTrial> trials;
  for (const auto& [proposal, trial] : run.proposers.tuner->learned())
    trials.push_back({trial.configuration, trial.outcome, {.compile = seconds[tunables_json(proposal).dump(-1)]}});
  search::RecordedHead head{
      run.description.kernel.kernel, run.description.gpu, std::string(name_of(result.origin)), {}, {}};
  TRY(resolved, resolve_case(run.problem, run.problem.cases.front(), {.dims = run.settings.dims}));
  for (const NamedNumber& dimension : resolved.dims) head.problem_size.push_back(dimension.value);
  head.axes = run.proposers.tuner->space().axes();
  return search::make_recorded(std::move(head), trials);
}

Result<std::string> save(OpenedRun& run, const OptimizeResult& result, const TuneFlags& flags, FileSystem& files) {
  TRY(space, recorded(run, result));
  const std::string text = flags.format == "t4" ? search::write_t4(space) : search::write_kernel_tuner_cache(space);
  TRY_VOID(files.write(flags.file, text));
  return fmt::format("{} configurations: {}", space.outcomes.size(), flags.file);
}

Result<ExitCode> run_tune(const TuneFlags& flags, Context& context) {
  TRY(run, begin_search(flags, context));
  TRY(result, search_kernel(run, flags.output, context));
  Export exported;
  if (!flags.file.empty()) exported = [&] { return save(run, result, flags, context.files); };
  return end_run(ended(run, result), flags.output, context, exported);
}

}  // namespace

CliCommand tune_command() {
  auto flags = std::make_shared<TuneFlags>();
  flags->declared = true;
  CliCommand command;
  command.name = "tune";
  command.summary = "search the values that [tune] declares, and confirm the best on fresh data";
  command.example =
      "  whet tune examples/transpose\n"
      "  whet tune examples/sgemm --strategy local --export sgemm.json && whet replay sgemm.json";
  command.options = optimize_options(flags.get());
  command.options.push_back({"--export", "write all that was tried to a file", &flags->file, "FILE"});
  command.options.push_back(
      {"--format", "format of that file (default kernel-tuner)", &flags->format, "FORMAT", {"kernel-tuner", "t4"}});
  command.run = [flags](Context& context) { return run_tune(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
