// whet write: another kernel for what a kernel computes, written from its meaning.
#include <algorithm>

#include <fmt/format.h>

#include "cli/flags/bare_kernel.h"
#include "cli/flags/compile_options.h"
#include "cli/frame/commands.h"
#include "cli/frame/context.h"
#include "cli/frame/show.h"
#include "cli/run/launched_kernels.h"
#include "cli/run/written_for.h"
#include "edit/edits.h"
#include "problem/signature/candidate.h"
#include "report/run/write_view.h"
#include "write/launcher/launcher.h"
#include "write/writer.h"

namespace whet {

namespace {

struct WriteFlags {
  std::string problem, schedule, folder, edited, candidate, dispatch, device = "auto";
  CompileOptions compile;
  bool launcher = false, json = false, markdown = false;
};

// The file of a kernel, on request with host code that launches it where the original was launched.
Result<std::string> file_of(const write::WrittenKernel& kernel, const Problem& problem, bool has_launcher) {
  if (!has_launcher) return kernel.file();
  TRY(candidate, with_candidate(problem, kernel.schedule + ".cu", kernel.file()));
  TRY(launcher, write::launcher_text(problem, candidate, {.in_place = kernel.in_place}));
  return kernel.file() + launcher;
}

Error nothing_written(const write::WrittenKernels& written, const std::string& schedule) {
  std::string reasons;
  for (const write::RefusedSchedule& refused : written.refused)
    reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", refused.schedule, refused.reason);
  return bad_input(schedule.empty() ? "no schedule fits what the kernel computes"
                                    : fmt::format("the schedule `{}` does not fit what the kernel computes", schedule),
                   reasons, "whet optimize still edits and tunes it");
}

// A candidate that is there already, such as the champion of a run, with its launcher.
Result<ExitCode> write_launched(const Problem& problem, const WriteFlags& flags, Context& context) {
  TRY(candidate, load_candidate(problem, flags.candidate, context.files));
  TRY_VOID(refuse_macros(candidate));
  TRY(launcher,
      write::launcher_text(problem, candidate, KnownKernels(problem, flags.device, context).terms_of(candidate)));
  context.print(candidate.source + launcher);
  return ExitCode::ok;
}

// All kernels of a table by size in one file, with the function that chooses.
Result<ExitCode> write_table(const Problem& problem, const WriteFlags& flags, Context& context) {
  TRY(text, launched_table(problem, flags.dispatch, flags.device, context));
  context.print(text);
  return ExitCode::ok;
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
Result<WriteView> write_all(const write::WrittenKernels& written, const WriteFlags& flags, const Problem& problem,
                            FileSystem& files) {
  TRY_VOID(files.make_directories(flags.folder));
  WriteView view{written.predicted_for, {}, written.refused};
  for (const write::WrittenKernel& kernel : written.kernels) {
    const std::string path = fmt::format("{}/{:02}_{}.cu", flags.folder, view.kernels.size() + 1, kernel.schedule);
    TRY(text, file_of(kernel, problem, flags.launcher));
    TRY_VOID(files.write(path, text));
    view.kernels.push_back({path, kernel.schedule, kernel.constants, kernel.predicted_seconds});
  }
  return view;
}

Result<ExitCode> run_write(const WriteFlags& flags, Context& context) {
  TRY(additions, read_additions(flags.compile, context.files));
  std::vector<std::string> assumed;
  TRY(problem, load_or_describe(flags.problem, additions, context, assumed));
  if (!flags.candidate.empty()) return write_launched(problem, flags, context);
  if (!flags.dispatch.empty()) return write_table(problem, flags, context);
  if (!flags.edited.empty()) return write_edited(problem, flags.edited, context);
  TRY(written, write_for(problem, flags.device, context));
  std::erase_if(written.kernels, [&](const write::WrittenKernel& kernel) {
    return !flags.schedule.empty() && kernel.schedule != flags.schedule;
  });
  if (written.kernels.empty()) return nothing_written(written, flags.schedule);
  if (flags.folder.empty()) {
    TRY(text, file_of(written.kernels.front(), problem, flags.launcher));
    context.print(text);
    return ExitCode::ok;
  }
  TRY(view, write_all(written, flags, problem, context.files));
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
      "  whet write examples/softmax --launcher > softmax_launched.cu\n"
      "  whet write examples/softmax --candidate champion.cu > softmax_launched.cu\n"
      "  whet write examples/softmax --dispatch dispatch.toml > softmax_by_size.cu\n"
      "  whet write mine.cu --all written && whet check mine.cu --candidate written/01_rows.cu";
  command.options = {
      {"problem", "folder with problem.toml, the file, or a .cu", &flags->problem, "FILE", {}, true},
      {"--schedule", "only kernels of this schedule", &flags->schedule, "NAME"},
      {"-d,--device", "whose times are predicted: virtual:GPU, cuda:N or auto (default auto)", &flags->device,
       "DEVICE"},
      {"--launcher", "add host code: a function with the original's parameters and a stream", &flags->launcher},
      {"--candidate", "instead of writing: this kernel, such as the champion.cu of a run, with its launcher",
       &flags->candidate, "FILE"},
      {"--dispatch",
       "instead of writing: all kernels of this table, such as the dispatch.toml of a run, with one launcher",
       &flags->dispatch, "FILE"},
      {"--all", "write every kernel into this folder", &flags->folder, "DIR"},
      {"--md", "print what --all wrote as Markdown", &flags->markdown},
      {"--json", "print what --all wrote as JSON", &flags->json},
      {"--edited", "write the kernel with each edit that fits its text into this folder instead", &flags->edited,
       "DIR"}};
  for (Option& option : compile_option_table(&flags->compile)) command.options.push_back(std::move(option));
  command.run = [flags](Context& context) { return run_write(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
