#include "random_kernels/trial.h"

#include <fmt/format.h>

#include <algorithm>

#include "random_kernels/printer.h"
#include "vgpu/check/checked_run.h"
#include "vgpu/program/fault_text.h"

namespace whet::random_kernels {

namespace {

// One way to run a kernel.
struct Way {
  const char* name;
  bool counted;
  int threads;
  bool checked;
};
constexpr Way k_ways[] = {{"uncounted", false, 1, false},
                          {"counted", true, 1, false},
                          {"counted by three threads", true, 3, false},
                          {"checked", false, 1, true}};

Result<uint64_t> place(vgpu::GlobalMemory& memory, const char* name, const std::string& bytes) {
  TRY(address, memory.allocate(bytes.size(), name));
  TRY_VOID(memory.write(address, bytes.data(), bytes.size()));
  return address;
}

std::string bytes_of_address(uint64_t address) {
  return {reinterpret_cast<const char*>(&address), sizeof address};
}

// Runs on `data` and leaves there what memory holds afterwards; the text says what went wrong.
Result<std::string> run_virtual(const Kernel& kernel, const vgpu::Program& program, vgpu::GlobalMemory& memory,
                                const Way& way, LaunchData& data) {
  TRY(in, place(memory, "in", data.in));
  TRY(slices, place(memory, "slices", data.slices));
  TRY(acc, place(memory, "acc", data.acc));
  TRY(start, place(memory, "start", data.start));
  TRY(parameters, vgpu::pack_arguments(program, {bytes_of_address(in), bytes_of_address(slices), bytes_of_address(acc),
                                                 bytes_of_address(start), data.parameters}));
  vgpu::LaunchConfig config;
  config.grid.x = kernel.grid;
  config.block.x = kernel.block_x;
  config.block.y = kernel.block_y;
  config.parameters = parameters;
  vgpu::RunOptions options;
  options.counted = way.counted;
  options.threads = way.threads;
  options.budget = 50'000'000;
  const bool on = way.checked;
  TRY(result, vgpu::run(program, config, memory, options, {on, on, on, on}));
  TRY_VOID(memory.read(slices, data.slices.data(), data.slices.size()));
  TRY_VOID(memory.read(acc, data.acc.data(), data.acc.size()));
  for (const uint64_t address : {in, slices, acc, start}) TRY_VOID(memory.free(address));
  std::string text;
  for (const vgpu::Fault& fault : result.faults) text += "  " + vgpu::fault_text(fault, program) + "\n";
  if (!result.finished && text.empty()) text = "  it did not end\n";
  return text;
}

std::string first_difference(const std::string& what, const std::string& expected, const std::string& got,
                             size_t each) {
  const auto at =
      static_cast<size_t>(std::mismatch(expected.begin(), expected.end(), got.begin()).first - expected.begin());
  if (at == expected.size()) return {};
  const size_t word = at / 8 * 8;
  uint64_t e = 0, g = 0;
  expected.copy(reinterpret_cast<char*>(&e), 8, word);
  got.copy(reinterpret_cast<char*>(&g), 8, word);
  return fmt::format("  {} {}, byte {}: expected {:#018x}, got {:#018x}\n", what, word / each, word % each, e, g);
}

}  // namespace

const std::vector<Style>& styles() {
  static const std::vector<Style> all = {{"optimized", {}},
                                         {"optimized, other architecture", {"--gpu-architecture=compute_120"}},
                                         {"debug", {"--device-debug", "-DWHET_NO_PADDING"}},
                                         {"quickly compiled", {"--Ofast-compile=max"}}};
  return all;
}

Result<std::string> Trial::compile(const std::vector<Kernel>& kernels, const Style& style) const {
  TRY(nvrtc, Nvrtc::load(settings_.nvrtc));
  Nvrtc::Program program;
  program.name = "random.cu";
  program.source = print_source(kernels, Side::device, settings_.preludes);
  program.options = {"-fmad=false", "--std=c++17", "-w"};
  program.options.insert(program.options.end(), style.options.begin(), style.options.end());
  const bool has_target = !style.options.empty() && style.options[0].find("architecture") != std::string::npos;
  if (!has_target) program.options.push_back("--gpu-architecture=compute_90");
  const Nvrtc::Output output = nvrtc->compile(program);
  if (!output.compiled) return failed("NVRTC refused the kernels:\n" + output.log.substr(0, 3000));
  return output.ptx;
}

std::string Trial::compare(const Kernel& kernel, int number, const Oracle& oracle, vgpu::LoadedModule& module,
                           vgpu::GlobalMemory& memory) const {
  const auto program = module.program("k" + std::to_string(number));
  if (!program) return "  " + describe(program.error()) + "\n";
  const LaunchData given = oracle.data(kernel, number), expected = oracle.run(number, given);
  const size_t each = given.slices.size() / (kernel.grid * kernel.threads());
  std::string text;
  for (const Way& way : k_ways) {
    LaunchData data = given;
    const auto faults = run_virtual(kernel, **program, memory, way, data);
    if (!faults) return "  " + describe(faults.error()) + "\n";
    const std::string found = *faults + first_difference("thread", expected.slices, data.slices, each) +
                              first_difference("cells", expected.acc, data.acc, data.acc.size());
    if (!found.empty()) text += fmt::format("{}:\n{}", way.name, found);
  }
  return text;
}

Result<Differences> Trial::run(const std::vector<Kernel>& kernels, const Style& style) {
  TRY(oracle, Oracle::compile(print_source(kernels, Side::host, settings_.preludes), settings_.compiler,
                              settings_.directory, processes_));
  TRY(ptx, compile(kernels, style));
  vgpu::GlobalMemory memory(1ull << 30);
  memory.track_initialised(true);
  TRY(module, vgpu::LoadedModule::load(ptx, "random.cu", memory));
  Differences differences;
  for (size_t i = 0; i < kernels.size(); ++i) {
    differences.push_back(compare(kernels[i], static_cast<int>(i), *oracle, *module, memory));
  }
  return differences;
}

}  // namespace whet::random_kernels
