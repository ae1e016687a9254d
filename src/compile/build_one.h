// One source compiled for one architecture, by whichever compiler takes it.
#pragma once

#include "compile/choice.h"
#include "compile/build.h"
#include "compile/nvrtc_process.h"
#include "compile/toolkit.h"

namespace whet {

struct BuildJob {
  const CompileRequest& request;
  const Toolkit& toolkit;
  const SourceFacts& facts;
  const std::vector<std::string>& readable;  // compile/reach.h
  NvrtcPool& nvrtc;
  FileSystem& files;
  ProcessRunner& processes;
  const Clock& clock;
};

// Safe to call for several architectures at once.
Result<Build> build_one(const BuildJob& job, const Architecture& architecture);

}  // namespace whet
