// The input and the output of a compiler.
#pragma once

#include <string>
#include <vector>

#include "binary/container/architecture.h"

namespace whet {

struct CompileRequest {
  std::string file;    // path of the .cu or .ptx; its name in messages
  std::string source;  // its content
  std::vector<Architecture> architectures;
  std::vector<std::string> include_directories;
  std::vector<std::string> defines;            // "NAME" or "NAME=VALUE"
  std::vector<std::string> extra_flags;        // passed to the compiler unchanged
  std::vector<std::string> out_of_reach = {};  // files that it must not include: those that judge it
  bool line_info = true;
  // False: PTX is enough, as for what the virtual GPU only runs and checks. With NVRTC the build then has no cubin, and
  // takes half the time.
  bool machine_code = true;
  double seconds = 600;  // for all compilers together: templates may take minutes
  // The source is judged: it must not depend on when, where and next to which files it is compiled
  // (compile/source/surroundings.h).
  bool judged = false;
  // Also compiles host code: Build::library gets `extern "C" void whet_call_NAME(void** arguments)`, which calls the
  // function of this name with the values that the arguments point to.
  std::string host_function = {};
  enum class Choice { automatic, nvrtc, nvcc } choice = Choice::automatic;
  // With the automatic choice: use nvcc where NVRTC is known to generate other machine code, as for shared memory. If
  // false, NVRTC compiles these too, up to ten times as fast for small kernels, and a note in Build::messages says so.
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

// The assembler's report on one kernel.
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
  std::string library;                    // for a request with a host function: a shared object to call it in
  std::vector<CompilerMessage> messages;  // warnings and notes
  std::vector<ResourceUsage> resources;
  std::string compiler;           // "NVRTC 13.0", "nvcc 13.0.88"
  std::string why_this_compiler;  // "the file defines templated kernels"; empty for the default
  double compile_ms = 0;          // of the original compile, also when it came from the cache
  bool from_cache = false;
};

}  // namespace whet
