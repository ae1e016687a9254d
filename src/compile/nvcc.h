// nvcc and ptxas as processes.
#pragma once

#include "compile/source/attempt.h"
#include "compile/source/source_lines.h"
#include "compile/toolkit/toolkit.h"

namespace whet {

// In all of these `readable` lists what the compiler must read besides the system's files (compile/toolkit/reach.h).

// Runs nvcc once for both the cubin and the PTX. It is an error only when nvcc could not be run at all.
Result<Attempt> compile_with_nvcc(const CompileRequest& request, const Architecture& architecture,
                                  const Toolkit& toolkit, const std::vector<std::string>& readable, FileSystem& files,
                                  ProcessRunner& processes, SourceLines& lines);

// Compiles the whole file as a shared object with an entry that calls the request's host function, plus its cubin and
// PTX. It does not contain the CUDA runtime: the process that loads it provides one.
Result<Attempt> compile_library_with_nvcc(const CompileRequest& request, const Architecture& architecture,
                                          const Toolkit& toolkit, const std::vector<std::string>& readable,
                                          FileSystem& files, ProcessRunner& processes, SourceLines& lines);

// Assembles a request whose source is PTX.
Result<Attempt> assemble_with_ptxas(const CompileRequest& request, const Architecture& architecture,
                                    const Toolkit& toolkit, const std::vector<std::string>& readable, FileSystem& files,
                                    ProcessRunner& processes, SourceLines& lines);

// The architectures that nvcc supports: "sm_75, sm_80, ..."; empty when it does not say.
std::string nvcc_architectures(const Toolkit& toolkit, ProcessRunner& processes);

}  // namespace whet
