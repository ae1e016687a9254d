// nvcc and ptxas as processes.
#pragma once

#include "compile/source/attempt.h"
#include "compile/source/source_lines.h"
#include "compile/toolkit/toolkit.h"

namespace whet {

// Of all: `readable` is what the compiler has to read beside the system's files (compile/reach.h).

// One run of nvcc that gives the cubin and leaves the PTX. An error only when it could not be run at all.
Result<Attempt> compile_with_nvcc(const CompileRequest& request, const Architecture& architecture,
                                  const Toolkit& toolkit, const std::vector<std::string>& readable, FileSystem& files,
                                  ProcessRunner& processes, SourceLines& lines);

// The whole file as a shared object, with a way to call the request's host function; its cubin and PTX beside it. The
// CUDA runtime is not in it: whoever loads it has one.
Result<Attempt> compile_library_with_nvcc(const CompileRequest& request, const Architecture& architecture,
                                          const Toolkit& toolkit, const std::vector<std::string>& readable,
                                          FileSystem& files, ProcessRunner& processes, SourceLines& lines);

// Assembles a request whose source is PTX.
Result<Attempt> assemble_with_ptxas(const CompileRequest& request, const Architecture& architecture,
                                    const Toolkit& toolkit, const std::vector<std::string>& readable, FileSystem& files,
                                    ProcessRunner& processes, SourceLines& lines);

// What nvcc can compile for: "sm_75, sm_80, ..."; empty when it does not say.
std::string nvcc_architectures(const Toolkit& toolkit, ProcessRunner& processes);

}  // namespace whet
