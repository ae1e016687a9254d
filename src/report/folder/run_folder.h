// The folder of a run, written from the store; it can be written again at any time, also after an interrupted write.
//
//   runs/softmax/2026-11-15T12-42-09Z-7/
//     baseline.cu  champion.cu  champion.toml       whet check PROBLEM --candidate champion.cu judges it again
//     dispatch.h  dispatch.toml  dispatch_017.cu    where sizes prefer different kernels
//     rounds/03/017.json  017.cu  017.diff          a candidate; sources only if they differ from the baseline's
//     summary.md  summary.json  report.html
//     minds.json  minds/001.md                      if minds were asked: what each call cost; prompts on request
#pragma once

#include <optional>
#include <string>

#include "hardware/gpu.h"
#include "report/inspect/machine_code_view.h"
#include "report/optimize/optimize_view.h"

namespace whet {

// A candidate of the table by size, with its text as BuiltKernel has it; it need not be compiled.
struct DispatchedText {
  std::string file;  // "dispatch_017.cu"
  store::Candidate candidate;
  BuiltKernel kernel;
};

// What the store does not hold. If something is missing, its part of the report is left out.
struct RunFolderInputs {
  std::optional<Gpu> gpu = {};                                     // for ceilings and occupancy
  std::vector<Measurement> measurements = {};                      // of ceilings
  std::optional<BuiltKernel> before = {}, after = {};              // baseline and champion
  std::vector<DispatchedText> dispatched = {};                     // all of the table by size, or none
  std::string problem = {};                                        // its folder, for command lines
  std::string without_builds = {};                                 // why they are missing
  std::map<std::string, int64_t> tunables_before = {};             // values in the original source
  std::optional<double> declared_flops = {}, declared_bytes = {};  // of one call, if the run does not have them
};

// runs/<kernel>/<UTC time at which it began>-<run>, at the project's root.
std::string run_folder_of(const store::Project& project, const store::Run& run);

// Returns the view that was written, with the name of the folder.
Result<OptimizeView> write_run_folder(store::Store& store, store::RunId run, const std::string& folder,
                                      const RunFolderInputs& inputs, FileSystem& files);

}  // namespace whet
