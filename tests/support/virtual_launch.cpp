#include "support/virtual_launch.h"

#include "util/text.h"
#include "vgpu/decode/loaded_module.h"

namespace whet::test {

using kernels::Argument;
using kernels::KernelCase;

namespace {

constexpr uint64_t k_capacity = 1ull << 30;

// What is passed for each argument: a scalar's bytes, or the address of a buffer filled with them.
Result<std::vector<std::string>> place_arguments(const KernelCase& kernel_case, vgpu::GlobalMemory& memory) {
  std::vector<std::string> passed;
  for (const Argument& argument : kernel_case.arguments) {
    if (argument.kind == Argument::Kind::scalar) {
      passed.push_back(argument.bytes);
      continue;
    }
    TRY(address, memory.allocate(argument.bytes.size(), argument.name));
    TRY_VOID(memory.write(address, argument.bytes.data(), argument.bytes.size()));
    passed.emplace_back(reinterpret_cast<const char*>(&address), sizeof address);
  }
  return passed;
}

vgpu::LaunchConfig launch_of(const KernelCase& kernel_case, std::string parameters) {
  const auto dim = [](const uint32_t(&size)[3]) { return vgpu::Dim3{size[0], size[1], size[2]}; };
  return {.grid = dim(kernel_case.grid),
          .block = dim(kernel_case.block),
          .dynamic_shared_bytes = kernel_case.dynamic_shared_bytes,
          .cooperative = kernel_case.cooperative,
          .parameters = std::move(parameters)};
}

Result<kernels::Values> read_back(const KernelCase& kernel_case, const std::vector<std::string>& passed,
                                  const vgpu::GlobalMemory& memory) {
  kernels::Values values = values_of(kernel_case);
  for (size_t i = 0; i < passed.size(); ++i) {
    const Argument& argument = kernel_case.arguments[i];
    if (argument.kind == Argument::Kind::scalar) continue;
    uint64_t address = 0;
    passed[i].copy(reinterpret_cast<char*>(&address), sizeof address);
    std::string bytes(argument.bytes.size(), '\0');
    TRY_VOID(memory.read(address, bytes.data(), bytes.size()));
    values[i] = kernels::values_of(argument.element, bytes);
  }
  return values;
}

}  // namespace

CaseCompiler::CaseCompiler(std::string cache_directory)
    : compiler_({.cache_directory = std::move(cache_directory)}, files_, processes_, clock_) {}

Result<std::string> CaseCompiler::ptx(const KernelCase& kernel_case, const Architecture& architecture) {
  const std::string key = architecture.name() + " " + kernel_case.file + " " + join(kernel_case.defines, " ");
  const auto found = ptx_.find(key);
  return found != ptx_.end() ? found->second : ptx_.emplace(key, compile(kernel_case, architecture)).first->second;
}

Result<std::string> CaseCompiler::compile(const KernelCase& kernel_case, const Architecture& architecture) {
  CompileRequest request;
  request.file = kernel_case.file.substr(kernel_case.file.rfind('/') + 1);
  request.source = kernels::source_of(kernel_case.file);
  if (request.source.empty()) return bad_input("there is no kernel file `" + kernel_case.file + "`");
  request.architectures = {architecture};
  request.defines = kernel_case.defines;
  request.exact = false;
  TRY(builds, compiler_.compile(request));
  return builds.at(0).ptx;
}

kernels::Values values_of(const KernelCase& kernel_case) {
  kernels::Values values;
  for (const Argument& argument : kernel_case.arguments) {
    values.push_back(kernels::values_of(argument.element, argument.bytes));
  }
  return values;
}

Result<CaseRun> run_case(const KernelCase& kernel_case, const std::string& ptx, const vgpu::RunOptions& options,
                         const vgpu::CheckSet& checks) {
  vgpu::GlobalMemory memory(k_capacity);
  TRY(module, vgpu::LoadedModule::load(ptx, kernel_case.file, memory));
  TRY(program, module->program(kernel_case.kernel));
  TRY(passed, place_arguments(kernel_case, memory));
  TRY(parameters, vgpu::pack_arguments(*program, passed));
  TRY(result, vgpu::run(*program, launch_of(kernel_case, parameters), memory, options, checks));
  TRY(values, read_back(kernel_case, passed, memory));
  return CaseRun{std::move(result), std::move(values)};
}

}  // namespace whet::test
