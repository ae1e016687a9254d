// A problem made ready to be looked at, on the virtual GPU or on a real one, for the commands that say what its kernels
// do.
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
  std::string collector = "cupti";  // of a real GPU
  bool counters_only = false;       // of a real GPU: neither samples nor the virtual twin
  CompileOptions compile;
};

// The option table entries that fill `flags`.
std::vector<Option> counted_option_table(CountedFlags* flags);

struct CountedProblem {
  Problem problem;
  KernelMeaning meaning;  // what its kernel computes
  OpenedDevice opened;
  OpenedDevice twin;    // of a real GPU: the same one as a virtual GPU, if whet knows it
  std::string no_twin;  // why there is none
  ResolvedCase resolved;
  Build build;
  std::vector<std::string> notes;  // what was assumed or derived

  // What a diagnosis of it needs; it and the book must outlive that.
  DiagnoseRequest request(const AdviceBook& book, const FileSystem& files) const;
};

// If not `thorough`, neither what the kernel computes nor the virtual twin is looked for.
Result<CountedProblem> prepare_counted(const CountedFlags& flags, Context& context, bool thorough = true);

// The launches of the problem on its device, by the collector of the flags. The facts at hand decide which counters a
// real GPU is asked for.
Result<std::vector<LaunchRecord>> record_counted(const CountedProblem& counted, const CountedFlags& flags,
                                                 const std::vector<std::string>& facts, Context& context);

}  // namespace whet
