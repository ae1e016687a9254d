// What a compiler is asked for, and what it makes.
#pragma once

#include <string>
#include <vector>

#include "binary/container/architecture.h"

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

}  // namespace whet
