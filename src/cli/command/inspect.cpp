// whet inspect: a kernel's resources, its hot loop, what limits it, and what to try first.
#include <fmt/format.h>

#include <charconv>

#include "cli/flags/code_options.h"
#include "cli/flags/lift_input.h"
#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "compile/source/user_headers.h"
#include "report/inspect/inspect_view.h"
#include "source/launch/launch_sites.h"
#include "util/text.h"

namespace whet {

namespace {

struct InspectOptions {
  std::string file;
  CodeOptions code;
  std::string block;
  int dynamic_shared_bytes = 0;
  bool all = false, json = false, markdown = false, verbose = false;
};

// "256", "32x32" or "32,8,1" -> threads.
Result<std::optional<int>> parse_block(std::string text) {
  if (text.empty()) return std::optional<int>();
  for (char& c : text) c = c == 'x' ? ',' : c;
  int threads = 1;
  const auto extents = split(text, ',');
  for (const std::string_view extent : extents) {
    int value = 0;
    const auto [end, error] = std::from_chars(extent.data(), extent.data() + extent.size(), value);
    if (error != std::errc{} || end != extent.data() + extent.size() || value <= 0 || value > 1024 ||
        extents.size() > 3) {
      return bad_input("`" + text + "` is not a block size", {}, "give threads as 256, 32x8 or 8x8x4");
    }
    threads *= value;
  }
  return std::optional<int>(threads);
}

// Threads per block in the source's own launches of the kernel, if they all agree.
std::optional<int> launched_threads(const std::vector<LaunchSite>& sites, const KernelChoice& kernel) {
  const std::string name = plain_name(*kernel.function);
  const size_t scope = name.rfind("::");
  const std::string own = scope == std::string::npos ? name : name.substr(scope + 2);
  std::optional<int64_t> threads;
  for (const LaunchSite& site : sites) {
    if (site.kernel != own || !may_be_instance(*kernel.function, site.instance)) continue;
    const auto here = site.threads();
    if (!here || *here > 1024 || (threads && threads != here)) return std::nullopt;
    threads = here;
  }
  return threads ? std::optional(static_cast<int>(*threads)) : std::nullopt;
}

std::vector<LaunchSite> sites_of(const std::string& path, const CompileOptions& options, const FileSystem& files) {
  const std::string extension = extension_of(path);
  if (extension != ".cu" && extension != ".cuh") return {};
  auto source = files.read(path);
  if (!source) return {};
  CompileRequest request;
  request.file = path;
  request.source = std::move(*source);
  request.include_directories = options.include_directories;
  std::vector<std::string> headers;
  for (UserHeader& header : find_user_headers(request, {}, files).files) headers.push_back(std::move(header.content));
  return find_launch_sites(request.source, headers);
}

std::optional<ResourceUsage> usage_of(const KernelChoice& kernel) {
  if (!kernel.image->build) return std::nullopt;
  for (const ResourceUsage& usage : kernel.image->build->resources) {
    if (usage.kernel == kernel.function->name) return usage;
  }
  return std::nullopt;
}

std::string target_text(const Target& target) {
  const std::string name = target.architecture.name();
  return target.product ? target.product->name + " (" + name + ")" : name;
}

InspectView begin_view(const TargetedCode& code, const InspectOptions& options) {
  InspectView view;
  view.file = options.file;
  view.target = target_text(code.target);
  view.detailed = options.verbose || options.markdown;
  if (const auto& build = code.file.cubins.front().build) {
    view.compiled = fmt::format("compiled with {} in {:.0f} ms{}", build->compiler, build->compile_ms,
                                build->from_cache ? " (cached)" : "");
    view.compiler_reason = build->why_this_compiler;
    view.messages = build->messages;
  }
  for (const Architecture& architecture : code.file.architectures) {
    if (architecture.sm != code.target.architecture.sm) view.other_architectures.push_back(architecture.name());
  }
  if (code.target.product) view.ceilings = ceilings({*code.target.product, *code.target.capability});
  return view;
}

// Compiles for lifting when it is first asked.
MeaningReader meaning_reader(const InspectOptions& options, Context& context) {
  const auto input = std::make_shared<std::optional<Result<LiftInput>>>();
  return [&options, &context, input](const std::string& kernel) -> std::optional<ReadMeaning> {
    if (!*input) *input = load_lift_input(options.file, options.code, context);
    if (!(*input)->ok()) return std::nullopt;
    for (const LiftKernel& each : (**input)->kernels) {
      if (each.name == kernel) return read_meaning((**input)->ptx, each);
    }
    return std::nullopt;
  };
}

Result<ExitCode> run_inspect(const InspectOptions& options, Context& context) {
  TRY(threads, parse_block(options.block));
  TRY(code, load_targeted_code(options.file, options.code, context));
  TRY(kernels, find_kernels(code.file, options.code.kernel));
  const std::vector<std::string> names = telling_names(kernels);
  const std::vector<LaunchSite> sites = sites_of(options.file, options.code.compile, context.files);
  const AdviceBook book = load_advice(context.knowledge);
  const MeaningReader meaning = meaning_reader(options, context);
  InspectView view = begin_view(code, options);
  view.broken_rules = book.errors;
  view.is_overview = kernels.size() > 1 && !options.all;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const BlockAssumption launch{threads, options.dynamic_shared_bytes, launched_threads(sites, kernels[i])};
    TRY(profile, profile_kernel(*kernels[i].function, code.target.architecture, code.target.capability, launch,
                                usage_of(kernels[i])));
    view.kernels.push_back(collect_kernel(profile, book, meaning));
    view.kernels.back().chosen_by = names[i];
  }
  show(view, output_format(options.json, options.markdown), context);
  return ExitCode::ok;
}

}  // namespace

CliCommand inspect_command() {
  auto options = std::make_shared<InspectOptions>();
  CliCommand command;
  command.name = "inspect";
  command.summary = "read a kernel's machine code: resources, occupancy, hot loop, findings";
  command.example =
      "  whet inspect gemm.cu --arch h100 --block 32x32\n"
      "  whet inspect libcufft.so --kernel radix --all --json";
  command.options = {
      {"file", ".cu, .ptx, .cubin, .fatbin, .o, .so or an executable", &options->file, "FILE", {}, true},
      {"-b,--block", "threads per block: 256 or 32x8", &options->block, "SHAPE"},
      {"-s,--shared", "dynamic shared memory per block, in bytes", &options->dynamic_shared_bytes, "BYTES"},
      {"--all", "show every kernel in full instead of a table", &options->all},
      {"-v,--verbose", "show all loops, the occupancy curve, conditions and evidence", &options->verbose},
      {"--md", "print the report as Markdown", &options->markdown},
      json_option(&options->json),
  };
  for (Option& option : code_option_table(&options->code)) command.options.push_back(option);
  command.run = [options](Context& context) { return run_inspect(*options, context); };
  command.storage = options;
  return command;
}

}  // namespace whet
