// A problem made ready to be counted on the virtual GPU, for the commands that look at what its kernels do.
#pragma once

#include <string>
#include <vector>

#include "cli/flags/compile_options.h"
#include "cli/frame/command.h"
#include "cli/frame/context.h"
#include "describe/kernel_meaning.h"
#include "device/open/open_device.h"
#include "diagnose/diagnose_problem.h"

namespace whet {

struct CountedFlags {
  std::string problem, device = "virtual", case_name, dims, tunables;
  CompileOptions compile;
};

// The option table entries that fill `flags`.
std::vector<Option> counted_option_table(CountedFlags* flags);

struct CountedProblem {
  Problem problem;
  KernelMeaning meaning;  // what its kernel computes
  OpenedDevice opened;    // a virtual GPU
  ResolvedCase resolved;
  Build build;
  std::vector<std::string> notes;  // what was assumed or derived

  // What a diagnosis of it needs; it must outlive that.
  DiagnoseRequest request(const FileSystem& files) const;
};

Result<CountedProblem> prepare_counted(const CountedFlags& flags, Context& context);

}  // namespace whet
