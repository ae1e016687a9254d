// whet write: another kernel for what a kernel computes, written from its meaning.
#include <algorithm>

#include <fmt/format.h>

#include "cli/flags/bare_kernel.h"
#include "cli/flags/compile_options.h"
#include "cli/frame/commands.h"
#include "cli/frame/context.h"
#include "edit/edits.h"
#include "write/writer.h"

namespace whet {

namespace {

struct WriteFlags {
  std::string problem, schedule, folder, edited;
  CompileOptions compile;
};

Error nothing_written(const write::WrittenKernels& written, const std::string& schedule) {
  std::string reasons;
  for (const write::RefusedSchedule& refused : written.refused)
    reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", refused.schedule, refused.reason);
  return bad_input(schedule.empty() ? "no schedule fits what the kernel computes"
                                    : fmt::format("the schedule `{}` does not fit what the kernel computes", schedule),
                   reasons, "whet optimize still edits and tunes it");
}

// The kernel with each edit that fits its text, and why the others do not.
Result<ExitCode> write_edited(const Problem& problem, const std::string& folder, Context& context) {
  TRY_VOID(context.files.make_directories(folder));
  const edit::FittingEdits found = edit::fitting_edits(problem);
  for (const edit::UnfitEdit& each : found.unfit) context.print(fmt::format("  -  {}: {}\n", each.name, each.reason));
  for (const edit::Edit* each : found.edits) {
    TRY(draft, edit::make_all({each}, problem));
    std::string name = each->name;
    std::replace_if(name.begin(), name.end(), [](char c) { return c == ' ' || c == ','; }, '_');
    const std::string path = fmt::format("{}/{}.cu", folder, name);
    TRY_VOID(context.files.write(path, edit::file_of(draft, problem)));
    context.print(fmt::format("{}  {}\n", path, each->what));
  }
  return found.edits.empty() ? ExitCode::bad_input : ExitCode::ok;
}

Result<ExitCode> run_write(const WriteFlags& flags, Context& context) {
  TRY(additions, read_additions(flags.compile, context.files));
  std::vector<std::string> assumed;
  TRY(problem, load_or_describe(flags.problem, additions, context, assumed));
  if (!flags.edited.empty()) return write_edited(problem, flags.edited, context);
  TRY(written, write_for(problem, context));
  if (!flags.folder.empty()) TRY_VOID(context.files.make_directories(flags.folder));
  size_t count = 0;
  for (const write::WrittenKernel& kernel : written.kernels) {
    if (!flags.schedule.empty() && kernel.schedule != flags.schedule) continue;
    ++count;
    if (flags.folder.empty()) {
      context.print(kernel.file());
      break;
    }
    const std::string path = fmt::format("{}/{:02}_{}.cu", flags.folder, count, kernel.schedule);
    TRY_VOID(context.files.write(path, kernel.file()));
    context.print(fmt::format("{}  {}\n", path, kernel.describe()));
  }
  if (count == 0) return nothing_written(written, flags.schedule);
  return ExitCode::ok;
}

}  // namespace

CliCommand write_command() {
  auto flags = std::make_shared<WriteFlags>();
  CliCommand command;
  command.name = "write";
  command.summary = "write another kernel for what a kernel computes";
  command.example =
      "  whet write examples/softmax > softmax_written.cu\n"
      "  whet write mine.cu --all written && whet check mine.cu --candidate written/01_rows.cu";
  command.options = {{"problem", "folder with problem.toml, the file, or a .cu", &flags->problem, "FILE", {}, true},
                     {"--schedule", "only kernels of this schedule", &flags->schedule, "NAME"},
                     {"--all", "write every kernel into this folder", &flags->folder, "DIR"},
                     {"--edited", "write the kernel with each edit that fits its text into this folder instead",
                      &flags->edited, "DIR"}};
  for (Option& option : compile_option_table(&flags->compile)) command.options.push_back(std::move(option));
  command.run = [flags](Context& context) { return run_write(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
