// A request compiled by NVRTC.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/nvrtc/nvrtc_process.h"
#include "compile/source/attempt.h"
#include "compile/source/source_lines.h"
#include "compile/source/user_headers.h"
#include "compile/toolkit/toolkit.h"
#include "source/host_code.h"
#include "util/result.h"

namespace whet {

// nvcc's flags as NVRTC takes them: {"-maxrregcount", "32", "-O3"} -> {"-maxrregcount=32"}, for -O is about host code.
// Nothing when one has no counterpart; `unknown` then names it.
std::optional<std::vector<std::string>> nvrtc_flags(const std::vector<std::string>& flags, std::string& unknown);

// `device_code` is the request's source with its host code blanked, `readable` what NVRTC has to read.
// An error of kind missing when NVRTC cannot be loaded, of kind failed when it crashed or hung.
Result<Attempt> compile_with_nvrtc(NvrtcPool& nvrtc, const CompileRequest& request, const Architecture& architecture,
                                   const Toolkit& toolkit, const UserHeaders& headers, const BlankedSource& device_code,
                                   const std::vector<std::string>& readable, SourceLines& lines);

}  // namespace whet
