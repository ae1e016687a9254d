// whet write: another kernel for what a kernel computes, written from its meaning.
#include <algorithm>

#include <fmt/format.h>

#include "cli/flags/bare_kernel.h"
#include "cli/flags/compile_options.h"
#include "cli/frame/commands.h"
#include "cli/frame/context.h"
#include "cli/frame/show.h"
#include "cli/run/written_for.h"
#include "edit/edits.h"
#include "report/run/write_view.h"
#include "write/writer.h"

namespace whet {

namespace {

struct WriteFlags {
  std::string problem, schedule, folder, edited, device = "auto";
  CompileOptions compile;
  bool json = false, markdown = false;
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

// A file for each kernel, numbered in their order.
Result<WriteView> write_all(const write::WrittenKernels& written, const std::string& folder, FileSystem& files) {
  TRY_VOID(files.make_directories(folder));
  WriteView view{written.predicted_for, {}, written.refused};
  for (const write::WrittenKernel& kernel : written.kernels) {
    const std::string path = fmt::format("{}/{:02}_{}.cu", folder, view.kernels.size() + 1, kernel.schedule);
    TRY_VOID(files.write(path, kernel.file()));
    view.kernels.push_back({path, kernel.schedule, kernel.constants, kernel.predicted_seconds});
  }
  return view;
}

Result<ExitCode> run_write(const WriteFlags& flags, Context& context) {
  TRY(additions, read_additions(flags.compile, context.files));
  std::vector<std::string> assumed;
  TRY(problem, load_or_describe(flags.problem, additions, context, assumed));
  if (!flags.edited.empty()) return write_edited(problem, flags.edited, context);
  TRY(written, write_for(problem, flags.device, context));
  std::erase_if(written.kernels, [&](const write::WrittenKernel& kernel) {
    return !flags.schedule.empty() && kernel.schedule != flags.schedule;
  });
  if (written.kernels.empty()) return nothing_written(written, flags.schedule);
  if (flags.folder.empty()) {
    context.print(written.kernels.front().file());
    return ExitCode::ok;
  }
  TRY(view, write_all(written, flags.folder, context.files));
  show(view, output_format(flags.json, flags.markdown), context);
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
                     {"-d,--device", "whose times are predicted: virtual:GPU, cuda:N or auto (default auto)",
                      &flags->device, "DEVICE"},
                     {"--all", "write every kernel into this folder", &flags->folder, "DIR"},
                     {"--md", "print what --all wrote as Markdown", &flags->markdown},
                     {"--json", "print what --all wrote as JSON", &flags->json},
                     {"--edited", "write the kernel with each edit that fits its text into this folder instead",
                      &flags->edited, "DIR"}};
  for (Option& option : compile_option_table(&flags->compile)) command.options.push_back(std::move(option));
  command.run = [flags](Context& context) { return run_write(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
