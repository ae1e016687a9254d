#include "cli/flags/code_options.h"

#include "compile/source/include_flags.h"
#include "hardware/gpu.h"

namespace whet {

namespace {

CompileRequest::Choice compiler_choice(const std::string& name) {
  if (name == "nvrtc") return CompileRequest::Choice::nvrtc;
  return name == "nvcc" ? CompileRequest::Choice::nvcc : CompileRequest::Choice::automatic;
}

}  // namespace

std::vector<Option> code_option_table(CodeOptions* options) {
  std::vector<Option> table = {
      {"-a,--arch", "GPU, capability or architecture: h100, 9.0, sm_90a (default h200)", &options->arch, "ARCH"},
      {"-k,--kernel", "kernel by name or part of its signature", &options->kernel, "NAME"},
      {"--compiler", "which compiler to use", &options->compiler, "WHICH", {"auto", "nvrtc", "nvcc"}},
  };
  for (Option& option : compile_option_table(&options->compile)) table.push_back(std::move(option));
  return table;
}

Result<TargetedCode> load_targeted_code(const std::string& path, const CodeOptions& options, Context& context) {
  const Hardware hardware(context.knowledge);
  TRY(target, resolve_target(options.arch.empty() ? k_default_target : std::string_view(options.arch), hardware));
  CodeRequest request;
  request.path = path;
  if (!options.arch.empty()) request.architecture = target.architecture;
  request.default_architecture = target.architecture;
  TRY(additions, read_additions(options.compile, context.files));
  request.include_directories = options.compile.include_directories;
  for (const std::string& directory : include_directories_of(options.compile.flags))
    request.include_directories.push_back(directory);
  request.defines = std::move(additions.defines);
  request.compiler_flags = std::move(additions.flags);
  request.compiler = compiler_choice(options.compiler);
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  TRY(file, load_code(request, compiler, context.files));
  // Compiled code may be for another architecture than the default one.
  const Architecture found = file.cubins.front().cubin.architecture;
  if (found.sm != target.architecture.sm) target = target_of(found, hardware);
  return TargetedCode{std::move(file), std::move(target)};
}

}  // namespace whet
