// Compiles CUDA behind one interface: NVRTC where possible, nvcc otherwise, with a cache by content.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compile/source/build.h"
#include "compile/source/confine.h"
#include "util/clock.h"
#include "util/result.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

// Owns the compilers found on this machine and the cache.
class Compiler {
 public:
  struct Options {
    std::string cache_directory;  // empty: no cache
    uint64_t cache_limit_bytes = 1ull << 30;
    std::string toolkit;          // CUDA prefix; empty: search for it
    ConfineProcess confine = {};  // for the process that runs NVRTC; empty: not confined
  };
  Compiler(Options options, FileSystem& files, ProcessRunner& processes, const Clock& clock);
  ~Compiler();
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  // Returns one build per architecture, in order. A compile error has the compiler's messages in Error::details, in the
  // compiler's style with file:line:column. It may be called from several threads at once.
  Result<std::vector<Build>> compile(const CompileRequest& request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace whet
