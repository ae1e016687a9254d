#include "cli/flags/lift_input.h"

#include <algorithm>

#include "binary/container/demangle.h"
#include "binary/container/device_image.h"
#include "compile/source/include_flags.h"
#include "lift/lifting_request.h"
#include "problem/build.h"
#include "ptx/reader/parser.h"
#include "source/kernel/kernels.h"
#include "source/launch/launch_sites.h"
#include "util/bytes.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr uint64_t k_most_source_bytes = 16 << 20, k_most_image_bytes = 1ull << 30;

std::string plain_name_of(const std::string& mangled) {
  CubinFunction function;
  function.name = mangled;
  function.signature = demangle(mangled);
  return plain_name(function);
}

std::string without_scope(const std::string& name) {
  const size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

std::string signature_text(const std::string& name, const std::vector<Parameter>& parameters) {
  std::vector<std::string> texts;
  for (const Parameter& parameter : parameters) texts.push_back(parameter.text);
  return without_scope(name) + "(" + join(texts, ", ") + ")";
}

// The block of the source's own launches, where all of them agree and are numbers.
lift::KnownLaunch own_launch(const std::vector<LaunchSite>& sites, const std::string& kernel) {
  lift::KnownLaunch launch;
  for (const LaunchSite& site : sites) {
    if (site.kernel != kernel || site.block.empty()) continue;
    vgpu::Dim3 block;
    uint32_t* const extents[] = {&block.x, &block.y, &block.z};
    for (size_t i = 0; i < site.block.size() && i < 3; ++i) {
      const auto value = site.block[i].value();
      if (!value || *value < 1 || *value > 1024) return {};
      *extents[i] = static_cast<uint32_t>(*value);
    }
    if (launch.block && (launch.block->x != block.x || launch.block->y != block.y || launch.block->z != block.z))
      return {};
    if (block.count() > 1024) return {};
    launch.block = block;
    launch.dynamic_shared_bytes =
        static_cast<uint64_t>(site.shared ? std::max<int64_t>(site.shared->value().value_or(0), 0) : 0);
  }
  return launch;
}

// The kernels of the module, with what the source says of each.
Result<std::vector<LiftKernel>> kernels_of(const std::string& ptx, const std::string& source, const std::string& path) {
  TRY(module, ptx::parse(ptx, path));
  const std::vector<KernelSource> written = find_kernels(source);
  const std::vector<LaunchSite> sites = find_launch_sites(source);
  std::vector<LiftKernel> kernels;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry || function.is_declaration) continue;
    const std::string name = without_scope(plain_name_of(function.name));
    LiftKernel kernel{function.name, demangle(function.name), {}, own_launch(sites, name)};
    for (const KernelSource& one : written) {
      auto parameters = read_parameters(one.parameters);
      if (one.name != name || parameters.size() != function.parameters.size()) continue;
      kernel.parameters = std::move(parameters);
      if (!one.is_template) kernel.signature = signature_text(name, kernel.parameters);
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

std::string listed(const std::vector<LiftKernel>& kernels) {
  std::vector<std::string> names;
  for (const LiftKernel& kernel : kernels) names.push_back(without_scope(plain_name_of(kernel.name)));
  if (names.size() > 20) names.resize(20);
  return join(names, ", ");
}

Result<std::vector<LiftKernel>> chosen(std::vector<LiftKernel> kernels, const std::string& wanted,
                                       const std::string& path) {
  if (kernels.empty()) {
    return bad_input(
        "`" + path + "` holds no kernel", {},
        "define a __global__ function in it; a template must be instantiated: template __global__ void f<float>(...);");
  }
  if (wanted.empty()) return kernels;
  std::vector<LiftKernel> exact, holding;
  for (const LiftKernel& kernel : kernels) {
    const std::string plain = plain_name_of(kernel.name);
    const bool same = kernel.name == wanted || plain == wanted || without_scope(plain) == wanted;
    if (same) exact.push_back(kernel);
    if (demangle(kernel.name).find(wanted) != std::string::npos) holding.push_back(kernel);
  }
  if (!exact.empty()) return exact;
  if (!holding.empty()) return holding;
  return bad_input("`" + path + "` holds no kernel `" + wanted + "`", {}, "it has: " + listed(kernels));
}

Result<std::string> lifting_ptx(CompileRequest request, Context& context) {
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  TRY(builds, compiler.compile(lift::lifting_request(std::move(request))));
  return builds.at(0).ptx;
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
  TRY(ptx, lifting_ptx(compile_request(problem, resolved, {architecture}), context));
  TRY(all, kernels_of(ptx, problem.source, path));
  std::vector<LiftKernel> kernels;
  for (const ResolvedLaunch& launch : resolved.launches) {
    const std::string entry = launch.entry.substr(0, launch.entry.find('<'));
    TRY(found, chosen(all, options.kernel.empty() ? without_scope(entry) : options.kernel, path));
    for (LiftKernel& kernel : found) {
      const bool known =
          std::any_of(kernels.begin(), kernels.end(), [&](const LiftKernel& k) { return k.name == kernel.name; });
      if (known) continue;
      kernel.launch = {vgpu::Dim3{launch.block[0], launch.block[1], launch.block[2]}, launch.shared_bytes};
      kernels.push_back(std::move(kernel));
    }
  }
  return LiftInput{std::move(ptx), std::move(kernels), true};
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
  if (is_source) {
    TRY(request, source_request(path, content, options, target.architecture, context));
    TRY(made, lifting_ptx(std::move(request), context));
    ptx = std::move(made);
  } else if (extension == ".ptx") {
    ptx = content;
  } else {
    TRY(found, contained_ptx(path, content));
    ptx = std::move(found);
  }
  TRY(all, kernels_of(ptx, is_source ? content : "", path));
  TRY(kernels, chosen(std::move(all), options.kernel, path));
  return LiftInput{std::move(ptx), std::move(kernels), is_source};
}

}  // namespace whet
