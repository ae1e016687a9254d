// NVRTC in a separate process. NVRTC's assembler crashes on some wrong programs; for CUDA 13.0 a wgmma with constant
// descriptors is enough. In its own process such a program costs only that one compile.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "compile/nvrtc/nvrtc.h"
#include "compile/source/confine.h"
#include "util/result.h"

namespace whet {

// A child of this process, forked without exec, that loads NVRTC and compiles what it receives until its connection
// closes.
class NvrtcProcess {
 public:
  static Result<std::unique_ptr<NvrtcProcess>> start(const std::string& library,
                                                     const std::vector<std::string>& readable,
                                                     const ConfineProcess& confine);
  ~NvrtcProcess();
  NvrtcProcess(const NvrtcProcess&) = delete;
  NvrtcProcess& operator=(const NvrtcProcess&) = delete;

  // Compiles one program at a time. The error is `missing` when the library cannot be loaded, `failed` when it crashed.
  // After that, and after a timeout, this object cannot be used again.
  Result<Nvrtc::Output> compile(const Nvrtc::Program& program, std::chrono::milliseconds timeout);
  // Whether the process may read everything a program needs; both lists are sorted.
  bool may_read(const std::vector<std::string>& wanted) const {
    return !confined_ || std::includes(readable_.begin(), readable_.end(), wanted.begin(), wanted.end());
  }

 private:
  NvrtcProcess(pid_t child, int connection, std::vector<std::string> readable, bool confined)
      : child_(child), connection_(connection), readable_(std::move(readable)), confined_(confined) {}
  pid_t child_;
  int connection_;
  std::vector<std::string> readable_;
  bool confined_;
};

// One process per parallel compile; an idle one is reused if it may read what is needed.
class NvrtcPool {
 public:
  explicit NvrtcPool(ConfineProcess confine = {}) : confine_(std::move(confine)) {}
  Result<Nvrtc::Output> compile(const std::string& library, const Nvrtc::Program& program,
                                const std::vector<std::string>& readable, std::chrono::milliseconds timeout);

 private:
  std::unique_ptr<NvrtcProcess> take_idle(const std::vector<std::string>& readable);

  ConfineProcess confine_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<NvrtcProcess>> idle_;
};

}  // namespace whet
