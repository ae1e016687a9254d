#include "cli/code_options.h"

#include "hardware/gpu.h"

namespace whet {

namespace {

CompileRequest::Choice compiler_choice(const std::string& name) {
  if (name == "nvrtc") return CompileRequest::Choice::nvrtc;
  return name == "nvcc" ? CompileRequest::Choice::nvcc : CompileRequest::Choice::automatic;
}

}  // namespace

std::vector<Option> code_option_table(CodeOptions* options) {
  return {
      {"-a,--arch", "GPU, capability or architecture: h100, 9.0, sm_90a (default h200)", &options->arch, "ARCH"},
      {"-k,--kernel", "kernel by name or part of its signature", &options->kernel, "NAME"},
      {"-I,--include", "directory to search for headers; may be repeated", &options->include_directories, "DIR"},
      {"-D,--define", "macro for the compiler: NAME or NAME=VALUE; may be repeated", &options->defines, "MACRO"},
      {"--flag", "further flag for the compiler; may be repeated", &options->compiler_flags, "FLAG"},
      {"--compiler", "who compiles", &options->compiler, "WHICH", {"auto", "nvrtc", "nvcc"}},
  };
}

Result<TargetedCode> load_targeted_code(const std::string& path, const CodeOptions& options, Context& context) {
  const Hardware hardware(context.knowledge);
  TRY(target, resolve_target(options.arch.empty() ? k_default_target : std::string_view(options.arch), hardware));
  CodeRequest request;
  request.path = path;
  if (!options.arch.empty()) request.architecture = target.architecture;
  request.default_architecture = target.architecture;
  request.include_directories = options.include_directories;
  request.defines = options.defines;
  request.compiler_flags = options.compiler_flags;
  request.compiler = compiler_choice(options.compiler);
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  TRY(file, load_code(request, compiler, context.files));
  // Code that was already compiled may be for another machine than the default one.
  const Architecture found = file.cubins.front().cubin.architecture;
  if (found.sm != target.architecture.sm) target = target_of(found, hardware);
  return TargetedCode{std::move(file), std::move(target)};
}

}  // namespace whet
