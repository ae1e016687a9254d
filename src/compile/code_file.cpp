#include "compile/code_file.h"

#include <algorithm>
#include <map>
#include <set>

#include "binary/container/device_image.h"
#include "compile/source/tight_name.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_listed_kernels = 20;

Result<LoadedCubin> loaded(std::string bytes, std::string origin) {
  LoadedCubin image;
  image.bytes = std::make_shared<const std::string>(std::move(bytes));
  image.origin = std::move(origin);
  TRY(cubin, read_cubin(as_bytes(*image.bytes)));
  image.cubin = std::move(cubin);
  return image;
}

Result<CodeFile> compile_file(const CodeRequest& request, std::string source, Compiler& compiler) {
  CompileRequest compile;
  compile.file = request.path;
  compile.source = std::move(source);
  compile.architectures = {request.architecture.value_or(request.default_architecture)};
  compile.include_directories = request.include_directories;
  compile.defines = request.defines;
  compile.extra_flags = request.compiler_flags;
  compile.choice = request.compiler;
  compile.exact = false;  // speed matters here; the build's messages say where nvcc would differ
  TRY(builds, compiler.compile(compile));
  CodeFile file{request.path, {}, compile.architectures};
  for (Build& build : builds) {
    TRY(image, loaded(std::exchange(build.cubin, {}), "compiled"));
    image.cubin.architecture = build.architecture;  // the cubin may lack the suffix
    image.build = std::move(build);
    file.cubins.push_back(std::move(image));
  }
  return file;
}

// The sm to read from a file that has several.
std::optional<int> chosen_sm(const CodeRequest& request, const std::set<int>& available) {
  if (available.empty()) return std::nullopt;
  if (request.architecture) {
    const int wanted = request.architecture->sm;
    return available.contains(wanted) ? std::optional(wanted) : std::nullopt;
  }
  return available.contains(request.default_architecture.sm) ? request.default_architecture.sm : *available.rbegin();
}

Error no_such_architecture(const CodeRequest& request, const std::set<int>& available) {
  std::vector<std::string> names;
  for (const int sm : available) names.push_back("sm_" + std::to_string(sm));
  if (names.empty())
    return bad_input("`" + request.path + "` holds no device code", {}, "build it with nvcc, with code for a GPU");
  return bad_input("`" + request.path + "` holds no code for " + request.architecture->name(), {},
                   "choose one it has with --arch: " + join(names, ", "));
}

// The result of one pass over a file: the cubins of one sm, and the other architectures found.
struct ImageScan {
  std::vector<DeviceImage> cubins;
  std::set<int> available;
  std::optional<DeviceImage> ptx;
};

// Keeps only the cubins of one sm, because a large library unpacks to gigabytes.
Result<ImageScan> scan_images(const std::string& content, int sm) {
  ImageScan scan;
  TRY_VOID(for_each_device_image(as_bytes(content), [&](DeviceImage image) -> Result<void> {
    if (image.kind == ImageKind::ptx) {
      scan.ptx = std::move(image);
      return {};
    }
    scan.available.insert(image.architecture.sm);
    if (image.architecture.sm == sm) scan.cubins.push_back(std::move(image));
    return {};
  }));
  return scan;
}

Result<CodeFile> read_images(const CodeRequest& request, const std::string& content, Compiler& compiler) {
  TRY(scan, scan_images(content, request.architecture.value_or(request.default_architecture).sm));
  if (scan.available.empty() && scan.ptx) return compile_file(request, scan.ptx->content, compiler);
  const auto sm = chosen_sm(request, scan.available);
  if (!sm) return no_such_architecture(request, scan.available);
  if (scan.cubins.empty()) {
    TRY(again, scan_images(content, *sm));
    scan = std::move(again);
  }
  CodeFile file{request.path, {}, {}};
  for (const int each : scan.available) file.architectures.push_back({each, 0});
  for (DeviceImage& image : scan.cubins) {
    TRY(cubin, loaded(std::move(image.content), image.origin));
    file.cubins.push_back(std::move(cubin));
  }
  return file;
}

// "f<256, float>" of "void f<256, float>(float*)": the name with its template arguments.
std::string instance_name(const CubinFunction& function) {
  const std::string plain = plain_name(function);
  const size_t at = function.signature.find(plain);
  const size_t open = at == std::string::npos ? at : at + plain.size();
  if (open >= function.signature.size() || function.signature[open] != '<') return plain;
  int depth = 0;
  size_t end = open;
  do {
    depth += function.signature[end] == '<' ? 1 : function.signature[end] == '>' ? -1 : 0;
    ++end;
  } while (depth > 0 && end < function.signature.size());
  return plain + function.signature.substr(open, end - open);
}

std::string kernel_list(const std::vector<KernelChoice>& kernels) {
  std::vector<std::string> names = telling_names(kernels);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const bool more = names.size() > k_listed_kernels;
  if (more) names.resize(k_listed_kernels);
  // Names with brackets need quotes in a shell, and one line each in a list.
  const bool plain = std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return name.find_first_of("<( ") == std::string::npos;
  });
  if (plain) return join(names, ", ") + (more ? ", ..." : "");
  return "\n  '" + join(names, "'\n  '") + "'" + (more ? "\n  ..." : "");
}

std::vector<KernelChoice> all_kernels(const CodeFile& file) {
  std::vector<KernelChoice> kernels;
  for (const LoadedCubin& image : file.cubins) {
    for (const CubinFunction& function : image.cubin.functions) {
      if (function.is_kernel) kernels.push_back({&image, &function});
    }
  }
  return kernels;
}

}  // namespace

bool may_be_instance(const CubinFunction& function, std::string_view instance) {
  return instance.empty() ||
         tight_name(instance_name(function)) == tight_name(plain_name(function) + std::string(instance));
}

std::string plain_name(const CubinFunction& function) {
  std::string_view text = function.signature;
  int depth = 0;
  size_t begin = 0, end = text.size();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<') {
      if (depth++ == 0) end = std::min(end, i);
    } else if (text[i] == '>') {
      --depth;
    } else if (depth == 0 && text[i] == '(' && !text.substr(i).starts_with("(anonymous")) {
      end = std::min(end, i);
      break;
    } else if (depth == 0 && text[i] == ' ' && end == text.size()) {
      begin = i + 1;
    }
  }
  return std::string(text.substr(begin, end - begin));
}

std::vector<std::string> telling_names(const std::vector<KernelChoice>& kernels) {
  std::map<std::string, int> plain, instance;
  for (const KernelChoice& kernel : kernels) {
    ++plain[plain_name(*kernel.function)];
    ++instance[instance_name(*kernel.function)];
  }
  std::vector<std::string> names;
  for (const KernelChoice& kernel : kernels) {
    const std::string short_name = plain_name(*kernel.function), long_name = instance_name(*kernel.function);
    names.push_back(plain[short_name] == 1     ? short_name
                    : instance[long_name] == 1 ? long_name
                                               : kernel.function->signature);
  }
  return names;
}

Result<CodeFile> load_code(const CodeRequest& request, Compiler& compiler, const FileSystem& files) {
  const std::string extension = extension_of(request.path);
  const bool is_text = extension == ".cu" || extension == ".cuh" || extension == ".ptx";
  TRY(content, read_within(files, request.path, is_text ? k_most_text_bytes : k_most_binary_bytes));
  if (is_text) return compile_file(request, std::move(content), compiler);
  if (detect_kind(as_bytes(content)) == FileKind::unknown) {
    return bad_input("`" + request.path + "` is no CUDA source and no file with device code", {},
                     "give a .cu, .ptx, .cubin, .fatbin, .o, .so or an executable built with nvcc");
  }
  auto file = read_images(request, content, compiler);
  if (file) return file;
  Error error = std::move(file).error();
  if (error.where.empty()) error.where = request.path;
  return error;
}

Result<std::vector<KernelChoice>> find_kernels(const CodeFile& file, const std::string& name) {
  const std::vector<KernelChoice> kernels = all_kernels(file);
  if (kernels.empty())
    return bad_input("`" + file.path + "` holds no kernel", {}, "define a __global__ function in it");
  if (name.empty()) return kernels;
  std::vector<KernelChoice> exact, holding;
  for (const KernelChoice& kernel : kernels) {
    const CubinFunction& function = *kernel.function;
    const std::string wanted = tight_name(name);
    const bool same = function.name == name || plain_name(function) == name ||
                      tight_name(function.signature) == wanted || tight_name(instance_name(function)) == wanted;
    if (same) exact.push_back(kernel);
    if (tight_name(function.signature).find(wanted) != std::string::npos) holding.push_back(kernel);
  }
  if (!exact.empty()) return exact;
  if (!holding.empty()) return holding;
  return bad_input("`" + file.path + "` holds no kernel `" + name + "`", {}, "it has: " + kernel_list(kernels));
}

Result<KernelChoice> choose_kernel(const CodeFile& file, const std::string& name) {
  TRY(kernels, find_kernels(file, name));
  if (kernels.size() == 1) return kernels.front();
  const std::string what = name.empty() ? " holds " + std::to_string(kernels.size()) + " kernels"
                                        : " holds " + std::to_string(kernels.size()) + " kernels like `" + name + "`";
  const std::string list = kernel_list(kernels);
  const bool lines = list.starts_with('\n');
  return bad_input(file.path + what, {},
                   lines ? "use --all, or choose one with --kernel:" + list
                         : "choose one with --kernel (" + list + "), or use --all");
}

}  // namespace whet
