#include "cli/flags/lift_input.h"

#include <algorithm>

#include "binary/container/device_image.h"
#include "compile/source/include_flags.h"
#include "lift/lifting_request.h"
#include "problem/build.h"
#include "util/bytes.h"

namespace whet {

namespace {

constexpr double k_compile_seconds = 2.4;  // another compiler that is tried then gets one more
constexpr uint64_t k_most_source_bytes = 16 << 20, k_most_image_bytes = 1ull << 30;

Compiler compiler_of(const Context& context) {
  return Compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
}

Result<std::string> lifting_ptx(CompileRequest request, Context& context) {
  request.seconds = k_compile_seconds;
  Compiler compiler = compiler_of(context);
  return lift::compile_for_lifting(request, compiler);
}

std::function<Result<std::string>()> optimised_ptx(CompileRequest request, Context& context) {
  request.seconds = k_compile_seconds;
  return [request, &context]() -> Result<std::string> {
    Compiler compiler = compiler_of(context);
    TRY(builds, compiler.compile(request));
    return builds.at(0).ptx;
  };
}

Result<CompileRequest> source_request(const std::string& path, std::string source, const CodeOptions& options,
                                      const Architecture& architecture, Context& context) {
  CompileRequest request;
  request.file = path;
  request.source = std::move(source);
  request.architectures = {architecture};
  TRY(additions, read_additions(options.compile, context.files));
  request.include_directories = options.compile.include_directories;
  for (const std::string& directory : include_directories_of(options.compile.flags))
    request.include_directories.push_back(directory);
  request.defines = std::move(additions.defines);
  request.extra_flags = std::move(additions.flags);
  return request;
}

Result<LiftInput> of_problem(const std::string& path, const CodeOptions& options, const Architecture& architecture,
                             Context& context) {
  TRY(additions, read_additions(options.compile, context.files));
  TRY(problem, load_problem(path, context.files, additions));
  if (problem.is_host_function) {
    return bad_input("the entry `" + problem.entry + "` is a host function", problem.place(problem.entry_line),
                     "name its source and a kernel: whet explain " + problem.kernel + " --kernel NAME");
  }
  TRY(first, find_case(problem, ""));
  TRY(resolved, resolve_case(problem, first));
  const CompileRequest request = compile_request(problem, resolved, {architecture});
  TRY(ptx, lifting_ptx(request, context));
  TRY(all, lift_kernels(ptx, problem.source, path));
  std::vector<LiftKernel> kernels;
  for (const ResolvedLaunch& launch : resolved.launches) {
    const std::string entry = launch.entry.substr(0, launch.entry.find('<'));
    TRY(found, choose_lift_kernels(all, options.kernel.empty() ? without_scope(entry) : options.kernel, path));
    for (LiftKernel& kernel : found) {
      const bool known =
          std::any_of(kernels.begin(), kernels.end(), [&](const LiftKernel& k) { return k.name == kernel.name; });
      if (known) continue;
      kernel.launch = {vgpu::Dim3{launch.block[0], launch.block[1], launch.block[2]}, launch.shared_bytes};
      kernels.push_back(std::move(kernel));
    }
  }
  return LiftInput{std::move(ptx), std::move(kernels), true, optimised_ptx(request, context)};
}

// The newest PTX in a file with device code.
Result<std::string> contained_ptx(const std::string& path, const std::string& content) {
  TRY(images, read_device_images(as_bytes(content)));
  const DeviceImage* best = nullptr;
  for (const DeviceImage& image : images) {
    if (image.kind == ImageKind::ptx && (best == nullptr || best->architecture.sm < image.architecture.sm))
      best = &image;
  }
  if (best != nullptr) return best->content;
  return bad_input(
      "`" + path + "` holds machine code and no PTX, and meanings are read from PTX", {},
      "build it with PTX (-gencode arch=compute_90,code=compute_90), or give the source; `whet inspect` reads "
      "machine code");
}

}  // namespace

Result<LiftInput> load_lift_input(const std::string& path, const CodeOptions& options, Context& context) {
  const Hardware hardware(context.knowledge);
  TRY(target, resolve_target(options.arch.empty() ? k_default_target : std::string_view(options.arch), hardware));
  const std::string extension = extension_of(path);
  const auto info = context.files.info(path);
  if (extension == ".toml" || (info && info->is_directory)) {
    return of_problem(path, options, target.architecture, context);
  }
  const bool is_source = extension == ".cu" || extension == ".cuh";
  TRY(content, read_within(context.files, path, is_source ? k_most_source_bytes : k_most_image_bytes));
  std::string ptx;
  std::function<Result<std::string>()> optimised;
  if (is_source) {
    TRY(request, source_request(path, content, options, target.architecture, context));
    TRY(made, lifting_ptx(request, context));
    ptx = std::move(made);
    optimised = optimised_ptx(request, context);
  } else if (extension == ".ptx") {
    ptx = content;
  } else {
    TRY(found, contained_ptx(path, content));
    ptx = std::move(found);
  }
  TRY(all, lift_kernels(ptx, is_source ? content : "", path));
  TRY(kernels, choose_lift_kernels(std::move(all), options.kernel, path));
  return LiftInput{std::move(ptx), std::move(kernels), is_source, std::move(optimised)};
}

}  // namespace whet
