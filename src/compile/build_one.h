// Compiles one source for one architecture with a compiler that accepts it.
#pragma once

#include "compile/choice.h"
#include "compile/nvrtc/nvrtc_process.h"
#include "compile/source/build.h"
#include "compile/toolkit/toolkit.h"
#include "util/clock.h"
#include "util/result.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

struct BuildJob {
  const CompileRequest& request;
  const Toolkit& toolkit;
  const SourceFacts& facts;
  const std::vector<std::string>& readable;  // see compile/toolkit/reach.h
  NvrtcPool& nvrtc;
  FileSystem& files;
  ProcessRunner& processes;
  const Clock& clock;
};

// Safe to call for several architectures at once.
Result<Build> build_one(const BuildJob& job, const Architecture& architecture);

}  // namespace whet
