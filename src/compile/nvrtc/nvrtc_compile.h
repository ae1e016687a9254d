// Compiles a request with NVRTC.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/nvrtc/nvrtc_process.h"
#include "compile/source/attempt.h"
#include "compile/source/source_lines.h"
#include "compile/source/user_headers.h"
#include "compile/toolkit/toolkit.h"
#include "source/kernel/host_code.h"
#include "util/result.h"

namespace whet {

// nvcc's flags in NVRTC's form: {"-maxrregcount", "32", "-O3"} -> {"-maxrregcount=32"}, because -O concerns host code.
// Nothing when a flag has no counterpart; `unknown` is then that flag.
std::optional<std::vector<std::string>> nvrtc_flags(const std::vector<std::string>& flags, std::string& unknown);

// `device_code` is the request's source with its host code blanked; `readable` is what NVRTC must read. The error is
// `missing` when NVRTC cannot be loaded, `failed` when it crashed or hung.
Result<Attempt> compile_with_nvrtc(NvrtcPool& nvrtc, const CompileRequest& request, const Architecture& architecture,
                                   const Toolkit& toolkit, const UserHeaders& headers, const BlankedSource& device_code,
                                   const std::vector<std::string>& readable, SourceLines& lines);

}  // namespace whet
