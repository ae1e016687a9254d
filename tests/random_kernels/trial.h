// Random kernels on both sides: one source a batch, each kernel run in every way the virtual GPU has, and compared bit
// by bit with what the host computed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compile/nvrtc/nvrtc.h"
#include "random_kernels/launch_data.h"
#include "random_kernels/oracle.h"
#include "random_kernels/tree.h"
#include "util/result.h"
#include "util/system/process.h"
#include "vgpu/decode/loaded_module.h"

namespace whet::random_kernels {

// How NVRTC is asked to compile: PTX of different styles.
struct Style {
  std::string name;
  std::vector<std::string> options;
};
const std::vector<Style>& styles();

struct TrialSettings {
  std::string preludes;   // directory of the texts around the kernels
  std::string compiler;   // of the host
  std::string directory;  // for the oracle's files
  std::string nvrtc;      // library
};

// Per kernel: empty when all is the same, else what differs.
using Differences = std::vector<std::string>;

class Trial {
 public:
  explicit Trial(TrialSettings settings) : settings_(std::move(settings)) {}
  // An error when a side does not compile.
  Result<Differences> run(const std::vector<Kernel>& kernels, const Style& style);

 private:
  Result<std::string> compile(const std::vector<Kernel>& kernels, const Style& style) const;
  std::string compare(const Kernel& kernel, int number, const Oracle& oracle, vgpu::LoadedModule& module,
                      vgpu::GlobalMemory& memory) const;

  TrialSettings settings_;
  SystemProcessRunner processes_;
};

}  // namespace whet::random_kernels
