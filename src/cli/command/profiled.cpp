// whet profiled: makes the launches of a problem once, each marked for a profiler that watches this process.
#include "cli/frame/commands.h"
#include "cli/run/counted_problem.h"
#include "device/staged_problem.h"

namespace whet {

namespace {

Result<void> make_marked(Device& device, const Launch& launch) {
  TRY_VOID(device.begin_profiled());
  const auto launched = device.launch(launch);
  TRY_VOID(device.end_profiled());
  return launched;
}

Result<ExitCode> run_profiled(const CountedFlags& flags, Context& context) {
  TRY(counted, prepare_counted(flags, context, false));
  Device& device = *counted.opened.device;
  TRY(staged, StagedProblem::stage(counted.problem, counted.resolved, counted.build, device));
  TRY_VOID(staged.fill({1, 0}, context.files));
  for (const Launch& launch : staged.launches()) TRY_VOID(make_marked(device, launch));
  return ExitCode::ok;
}

}  // namespace

CliCommand profiled_command() {
  auto flags = std::make_shared<CountedFlags>();
  CliCommand command{.name = "profiled",
                     .summary = "the launches of a problem, marked for a profiler; started by whet itself",
                     .example = "ncu --profile-from-start off whet profiled examples/softmax --device cuda:0",
                     .options = counted_option_table(flags.get()),
                     .run = [flags](Context& context) { return run_profiled(*flags, context); },
                     .storage = flags};
  command.hidden = true;
  return command;
}

}  // namespace whet
