// whet init: writes a problem.toml for a bare kernel. It asks nothing.
#include <filesystem>

#include "cli/flags/bare_kernel.h"
#include "cli/flags/compile_options.h"
#include "cli/frame/commands.h"
#include "cli/frame/progress.h"
#include "cli/frame/show.h"
#include "problem/file/section.h"
#include "report/run/init_view.h"
#include "util/text.h"

namespace whet {

namespace {

struct InitFlags {
  SignatureRequest signature;
  CompileOptions compile;
  std::string out, precision, split;
  bool force = false, json = false, markdown = false;
};

// The file to write. Nothing that is there is overwritten unless the user says so.
Result<std::string> place_to_write(const InitFlags& flags, const FileSystem& files) {
  const std::string& kernel = flags.signature.kernel;
  std::string path = flags.out;
  if (path.empty())
    path = directory_of(kernel) == "." ? "problem.toml" : join_path(directory_of(kernel), "problem.toml");
  if (extension_of(path) != ".toml") path = join_path(path, "problem.toml");
  const auto sidecar = std::filesystem::path(kernel).replace_extension(".toml");
  if (std::filesystem::path(path).lexically_normal() == sidecar.lexically_normal())
    return bad_input(in_quotes(path) + " next to " + in_quotes(kernel) + " would be read as the launch of that kernel",
                     "--out", "name another file, such as problem.toml");
  if (files.info(path) && !flags.force)
    return bad_input(in_quotes(path) + " is there already", "--out",
                     "write elsewhere with --out FILE, or over it with --force");
  return path;
}

Result<void> check_kernel(const std::string& kernel, const FileSystem& files) {
  if (!files.info(kernel)) return bad_input("there is no file " + in_quotes(kernel), {}, "name a .cu file");
  if (extension_of(kernel) == ".cu") return {};
  return bad_input(in_quotes(kernel) + " is not a .cu file", {},
                   "init reads CUDA sources; for PTX write a problem.toml: docs/problem.md");
}

// --precision, or that of each output's type.
Result<std::optional<PrecisionClass>> precision_class(const std::string& name) {
  if (name.empty()) return std::optional<PrecisionClass>();
  const auto precision = parse_precision(name);
  if (!precision)
    return bad_input("there is no precision class " + in_quotes(name), "--precision",
                     "there are: " + join(precision_names(), ", "));
  return precision;
}

// What --split says: of class fp32, which is the only one that it goes with.
Result<void> allow_split(const std::string& type, Problem& problem) {
  if (type.empty()) return {};
  if (type != "tf32")
    return bad_input("products are not summed from split numbers of " + in_quotes(type), "--split",
                     "write --split tf32");
  if (problem.precision.value_or(PrecisionClass::fp32) != PrecisionClass::fp32)
    return bad_input("--split says how results of class fp32 may be computed", "--split",
                     "write --precision fp32 beside it, or leave it out");
  problem.precision = PrecisionClass::fp32;
  problem.allows_split = true;
  return {};
}

Result<ExitCode> run_init(const InitFlags& flags, Context& context) {
  ProgressLine progress(context.clock);
  progress.begin("look at " + flags.signature.kernel);
  TRY_VOID(check_kernel(flags.signature.kernel, context.files));
  TRY(path, place_to_write(flags, context.files));
  TRY(precision, precision_class(flags.precision));
  SignatureRequest request = flags.signature;
  TRY(additions, read_additions(flags.compile, context.files));
  request.additions = std::move(additions);
  TRY(found, describe_file(request, context));
  found.problem.precision = precision;
  TRY_VOID(allow_split(flags.split, found.problem));
  TRY_VOID(context.files.make_directories(directory_of(path)));
  const auto old = flags.force ? OldReferences::are_replaced : OldReferences::stay;
  TRY(reference, write_description(found, path, context, old));
  progress.clear();
  std::vector<std::string> entries;
  for (const ProblemLaunch& launch : found.problem.launches) entries.push_back(launch.entry);
  const std::string entry = found.problem.entry.empty() ? join(entries, ", ") : found.problem.entry;
  InitView view{flags.signature.kernel, entry, path, reference, std::move(found)};
  show(view, output_format(flags.json, flags.markdown), context);
  return ExitCode::ok;
}

}  // namespace

CliCommand init_command() {
  auto flags = std::make_shared<InitFlags>();
  SignatureRequest& signature = flags->signature;
  CliCommand command;
  command.name = "init";
  command.summary = "write problem.toml for a kernel: from its source, the host code next to it, and runs of it";
  command.example =
      "  whet init saxpy.cu\n"
      "  whet init kernels.cu --kernel softmax --dims rows=4096,cols=1000 --out softmax/problem.toml";
  command.options = {
      {"file", "the .cu file", &signature.kernel, "FILE", {}, true},
      {"-k,--kernel",
       "name of the kernel, if the file has several: reduce, 'reduce<float>'; or of several in the order of their "
       "launches: a,b,c",
       &signature.entry, "NAME"},
      {"--dims", "sizes and numbers: n=1M,alpha=0.5 (default: as in the file)", &signature.dims, "SIZES"},
      {"--shape", "shape of an array, A=M,K; may be repeated", &signature.shapes, "SHAPE"},
      {"--inout", "arrays that are read and written: C,D", &signature.inout, "NAMES"},
      {"--precision", "how exact results must be: fp32, tf32, fp16, ... (default: by the outputs' types)",
       &flags->precision, "CLASS"},
      {"--split", "how products of class fp32 may be computed: tf32, summed from split numbers on tensor cores",
       &flags->split, "TYPE"},
      {"--grid", "blocks of the grid, \"ceil_div(N, 16),M\"", &signature.grid, "EXTENTS"},
      {"--block", "threads per block, 16,16", &signature.block, "EXTENTS"},
      {"--shared", "dynamic shared memory per block, in bytes", &signature.shared, "BYTES"},
      {"-o,--out", "the file or folder to write (default: problem.toml next to the kernel)", &flags->out, "FILE"},
      {"--force", "write over files that are there, references too", &flags->force},
      {"--md", "print the report as Markdown", &flags->markdown},
      json_option(&flags->json),
  };
  for (Option& option : compile_option_table(&flags->compile)) command.options.push_back(std::move(option));
  command.run = [flags](Context& context) { return run_init(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
