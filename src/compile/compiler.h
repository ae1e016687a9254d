// Compiling CUDA behind one interface: NVRTC in process where it can, nvcc otherwise, and a cache by content.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "binary/architecture.h"
#include "compile/confine.h"
#include "util/clock.h"
#include "util/files.h"
#include "util/process.h"
#include "util/result.h"

namespace whet {

struct CompileRequest {
  std::string file;    // path of the .cu or .ptx; also what messages name
  std::string source;  // its content
  std::vector<Architecture> architectures;
  std::vector<std::string> include_directories;
  std::vector<std::string> defines;            // "NAME" or "NAME=VALUE"
  std::vector<std::string> extra_flags;        // handed to the compiler as they are
  std::vector<std::string> out_of_reach = {};  // files that it may not include: what it is judged by
  bool line_info = true;
  double seconds = 600;  // that the compilers may take, all together: a file full of templates may take minutes
  // The source is judged: when, where and beside which files it is compiled must not matter (compile/surroundings.h).
  bool judged = false;
  // Compiles host code too: Build::library gets `extern "C" void whet_call_NAME(void** arguments)`, which calls the
  // function of this name with what each argument points at.
  std::string host_function = {};
  enum class Choice { automatic, nvrtc, nvcc } choice = Choice::automatic;
  // With the automatic choice: take nvcc where NVRTC is known to make other machine code, as it does for shared memory.
  // Off, NVRTC compiles these too, up to ten times as fast for small kernels, and a note in Build::messages says so.
  bool exact = true;
};

enum class Severity { note, warning, error };

struct CompilerMessage {
  Severity severity = Severity::error;
  std::string file;
  int line = 0;    // 0: not given
  int column = 0;  // 0: not given
  std::string text;
};

// What the assembler reported of one kernel.
struct ResourceUsage {
  std::string kernel;
  int registers = 0;
  int stack_bytes = 0;
  int spill_store_bytes = 0;
  int spill_load_bytes = 0;
  int shared_bytes = 0;
};

struct Build {
  Architecture architecture;
  std::string cubin;
  std::string ptx;
  std::string library;  // of a request with a host function: a shared object with all of it, to be called
  std::vector<CompilerMessage> messages;  // warnings and notes
  std::vector<ResourceUsage> resources;
  std::string compiler;           // "NVRTC 13.0", "nvcc 13.0.88"
  std::string why_this_compiler;  // "the file defines templated kernels"; empty for the usual choice
  double compile_ms = 0;          // of the compile that made it, also when it came from the cache
  bool from_cache = false;
};

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
