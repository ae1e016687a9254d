// The options of every command that compiles a source: where headers are, macros, further flags.
#pragma once

#include <string>
#include <vector>

#include "cli/frame/command.h"
#include "problem/file/additions.h"

namespace whet {

struct CompileOptions {
  std::vector<std::string> include_directories, defines, flags;  // as the user wrote them
};

// The option table entries that fill `options`.
std::vector<Option> compile_option_table(CompileOptions* options);

// Directories are relative to the current directory; a missing one is an error.
Result<CompileAdditions> read_additions(const CompileOptions& options, const FileSystem& files);

// " -I include --flag --extended-lambda": the same options again.
std::string repeated_options(const CompileOptions& options);

}  // namespace whet
