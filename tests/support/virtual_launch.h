// Kernel cases on the virtual GPU: each file compiled once for all architectures, each case in a memory of its own.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "binary/container/architecture.h"
#include "compile/compiler.h"
#include "kernels/kernel_case.h"
#include "util/result.h"
#include "vgpu/check/checked_run.h"

namespace whet::test {

inline const std::vector<Architecture> k_case_architectures = {{90, 0}, {120, 0}};

class CaseCompiler {
 public:
  explicit CaseCompiler(std::string cache_directory);
  // PTX of the case's file for one of the architectures.
  Result<std::string> ptx(const kernels::KernelCase& kernel_case, const Architecture& architecture);

 private:
  Result<std::string> compile(const kernels::KernelCase& kernel_case, const Architecture& architecture);

  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  Compiler compiler_;
  std::map<std::string, Result<std::string>> ptx_;  // by architecture, file and defines
};

struct CaseRun {
  vgpu::RunResult result;
  kernels::Values values;  // of all arguments afterwards
};

Result<CaseRun> run_case(const kernels::KernelCase& kernel_case, const std::string& ptx,
                         const vgpu::RunOptions& options, const vgpu::CheckSet& checks = {});

kernels::Values values_of(const kernels::KernelCase& kernel_case);

}  // namespace whet::test
