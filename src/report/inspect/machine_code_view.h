// How the machine code changed from the baseline to the champion: resources, occupancy, instructions. Everything is
// counted from the two builds, or follows from sourced hardware facts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "diagnose/diagnosis_record.h"
#include "diagnose/kernel_profile.h"
#include "diagnose/plan.h"
#include "report/inspect/sass_diff_view.h"
#include "util/text/json.h"

namespace whet {

struct IncludedFile {
  std::string name;  // relative to the source
  std::string content;
};

// A candidate as it was compiled.
struct BuiltKernel {
  Build build;
  std::string source = {};                             // as the compiler got it, with the values of tunables
  std::string settings = {};                           // its launches and flags, as TOML
  std::string defines = {};                            // its macros, as lines of #define
  std::string standalone = {};                         // the source for its own file, below these lines
  std::vector<IncludedFile> headers = {};              // included relative to its own folder
  std::vector<std::string> flags = {};                 // of the compiler, beyond the default ones
  std::optional<Plan> plan = {};                       // what to write next, from the same model
  std::string limited_by = {};                         // "DRAM 92 %", modelled; empty: not known
  std::optional<LaunchRecord> counted = {};            // its longest launch, on the virtual GPU
  std::map<std::string, BlockAssumption> blocks = {};  // of its launches, by the kernel's plain name
};

struct InspectionRow {
  std::string label, before, after;
};

// One kernel before and after; a side without a counterpart is empty.
struct KernelInspection {
  std::string name;
  std::vector<InspectionRow> rows;          // registers, shared memory, spills, occupancy
  std::vector<InspectionRow> instructions;  // of the machine code, by class
};

struct MachineCodeView {
  std::string architecture;
  std::string before_compiler, after_compiler;
  std::vector<KernelInspection> kernels;  // of the champion, then those that only the baseline has
  SassDiffView sass;
};

// Without a capability there is no occupancy. A damaged cubin or an impossible block is an error.
Result<MachineCodeView> compare_builds(const BuiltKernel& before, const BuiltKernel& after,
                                       const std::optional<FactSheet>& capability);

Json to_json(const MachineCodeView& view);

}  // namespace whet
