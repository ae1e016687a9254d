// The options of all commands that read device code: which architecture, how to compile, which kernel.
#pragma once

#include <string>
#include <vector>

#include "cli/flags/compile_options.h"
#include "compile/code_file.h"
#include "compile/toolkit/target.h"

namespace whet {

struct CodeOptions {
  std::string arch;
  std::string kernel;
  std::string compiler = "auto";
  CompileOptions compile;
};

// The option table entries that fill `options`.
std::vector<Option> code_option_table(CodeOptions* options);

// A file's code and the GPU for which it is analysed.
struct TargetedCode {
  CodeFile file;
  Target target;
};

// Resolves the target, compiles or reads the file.
Result<TargetedCode> load_targeted_code(const std::string& path, const CodeOptions& options, Context& context);

}  // namespace whet
