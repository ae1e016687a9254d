// whet sass: lists machine code, compares two builds, or verifies the signature of a method.
#include "cli/flags/code_options.h"
#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "diagnose/sass_diff.h"
#include "report/inspect/sass_diff_view.h"
#include "report/inspect/sass_view.h"
#include "report/inspect/verify_view.h"
#include "util/text.h"

namespace whet {

namespace {

struct SassOptions {
  std::vector<std::string> files;
  CodeOptions code;
  std::string loop, verify, parent;
  bool all = false, diff = false, encodings = false, json = false, markdown = false;
};

// A kernel of a file, analysed.
struct AnalysedKernel {
  KernelChoice choice;
  KernelCode code;

  FunctionCode function_code() const { return {choice.function, &code}; }
};

Result<std::vector<AnalysedKernel>> analyse_kernels(const TargetedCode& code, const std::string& name) {
  TRY(kernels, find_kernels(code.file, name));
  std::vector<AnalysedKernel> analysed;
  for (const KernelChoice& kernel : kernels) {
    TRY(function_code, analyse_function(*kernel.function, code.target.architecture));
    analysed.push_back({kernel, std::move(function_code)});
  }
  return analysed;
}

const AnalysedKernel* counterpart(const AnalysedKernel& kernel, const std::vector<AnalysedKernel>& others) {
  std::vector<const CubinFunction*> functions;
  for (const AnalysedKernel& other : others) functions.push_back(other.choice.function);
  const auto found = find_counterpart(*kernel.choice.function, functions);
  return found ? &others[*found] : nullptr;
}

Result<ExitCode> run_listing(const SassOptions& options, Context& context) {
  TRY(code, load_targeted_code(options.files.front(), options.code, context));
  if (!options.all) TRY_VOID(choose_kernel(code.file, options.code.kernel));
  TRY(kernels, analyse_kernels(code, options.code.kernel));
  SassView view{options.files.front(), {}, options.encodings};
  for (const AnalysedKernel& kernel : kernels) {
    TRY(listing, collect_listing(*kernel.choice.function, code.target.architecture, kernel.code, options.loop));
    view.kernels.push_back(std::move(listing));
  }
  show(view, output_format(options.json, options.markdown), context);
  return ExitCode::ok;
}

Result<ExitCode> run_diff(const SassOptions& options, Context& context) {
  TRY(before_code, load_targeted_code(options.files[0], options.code, context));
  TRY(after_code, load_targeted_code(options.files[1], options.code, context));
  TRY(before, analyse_kernels(before_code, options.code.kernel));
  TRY(after, analyse_kernels(after_code, options.code.kernel));
  SassDiffView view{options.files[0], options.files[1], {}, {}, {}};
  const bool single = before.size() == 1 && after.size() == 1;
  for (const AnalysedKernel& kernel : after) {
    const AnalysedKernel* parent = single ? &before.front() : counterpart(kernel, before);
    if (parent)
      view.kernels.push_back(diff_kernels(parent->function_code(), kernel.function_code()));
    else
      view.only_after.push_back(kernel.choice.function->signature);
  }
  for (const AnalysedKernel& kernel : before) {
    if (!single && !counterpart(kernel, after)) view.only_before.push_back(kernel.choice.function->signature);
  }
  show(view, output_format(options.json, options.markdown), context);
  return ExitCode::ok;
}

Result<ExitCode> run_verify(const SassOptions& options, Context& context) {
  TRY(signature, load_signature(context.knowledge, options.verify));
  TRY(code, load_targeted_code(options.files.front(), options.code, context));
  TRY(kernels, analyse_kernels(code, options.code.kernel));
  VerifyView view{options.files.front(), options.parent, {}};
  std::vector<AnalysedKernel> parents;
  std::optional<TargetedCode> parent_code;
  if (!options.parent.empty()) {
    TRY(loaded, load_targeted_code(options.parent, options.code, context));
    parent_code = std::move(loaded);
    TRY(analysed, analyse_kernels(*parent_code, options.code.kernel));
    parents = std::move(analysed);
  }
  for (const AnalysedKernel& kernel : kernels) {
    const AnalysedKernel* parent = counterpart(kernel, parents);
    const auto parent_function = parent ? std::optional(parent->function_code()) : std::nullopt;
    view.functions.push_back({kernel.choice.function->signature,
                              verify(signature, code.target.architecture, kernel.function_code(), parent_function)});
  }
  show(view, output_format(options.json, options.markdown), context);
  return view.proven() ? ExitCode::ok : ExitCode::bad_result;
}

Result<ExitCode> run_sass(const SassOptions& options, Context& context) {
  const size_t wanted = options.diff ? 2 : 1;
  if (options.files.size() != wanted) {
    return bad_input(
        options.diff ? "--diff compares two files" : "whet sass lists one file", {},
        options.diff ? "whet sass --diff before.cu after.cu" : "name one file, or compare two with --diff");
  }
  if (options.diff) return run_diff(options, context);
  return options.verify.empty() ? run_listing(options, context) : run_verify(options, context);
}

}  // namespace

CliCommand sass_command() {
  auto options = std::make_shared<SassOptions>();
  CliCommand command;
  command.name = "sass";
  command.summary = "list machine code, compare two builds, or prove that a method is in it";
  command.example =
      "  whet sass gemm.cu --loop hot\n"
      "  whet sass --diff before.cu after.cu\n"
      "  whet sass after.cu --verify memory.async_copy --parent before.cu";
  command.options = {
      {"files", ".cu, .ptx, .cubin, .fatbin, .o, .so or an executable", &options->files, "FILE", {}, true},
      {"-l,--loop", "list only this loop: hot, or its number in order of address", &options->loop, "LOOP"},
      {"--all", "list every kernel that --kernel matches, or all of the file", &options->all},
      {"--encoding", "show the encoded words", &options->encodings},
      {"--diff", "compare two files", &options->diff},
      {"--verify", "prove a method by its signature; exit 1 when it is absent", &options->verify, "METHOD"},
      {"--parent", "the version before, for --verify", &options->parent, "FILE"},
      {"--md", "print as Markdown", &options->markdown},
      json_option(&options->json),
  };
  for (Option& option : code_option_table(&options->code)) command.options.push_back(option);
  command.run = [options](Context& context) { return run_sass(*options, context); };
  command.storage = options;
  return command;
}

}  // namespace whet
