// Compiling CUDA behind one interface: NVRTC in process where it can, nvcc otherwise, and a cache by content.
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
    std::string toolkit;          // CUDA prefix; empty: found by itself
    ConfineProcess confine = {};  // of the process that holds NVRTC; none: it may do what we may
  };
  Compiler(Options options, FileSystem& files, ProcessRunner& processes, const Clock& clock);
  ~Compiler();
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  // One build per architecture, in order. A compile error carries the compiler's messages in Error::details, shown as
  // the compiler would, with file:line:column. May be called from several threads at once.
  Result<std::vector<Build>> compile(const CompileRequest& request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace whet
