// A failed compile as an Error, with the messages in the compiler's style.
#pragma once

#include "compile/source/attempt.h"
#include "compile/source/source_lines.h"

namespace whet {

// file:line:column: error: text, then the source line and a caret. Warnings are omitted.
std::string show_messages(const std::vector<CompilerMessage>& messages, SourceLines& lines);

Error compiler_crash(const CompileRequest& request);

Error compile_error(const CompileRequest& request, const Attempt& attempt, SourceLines& lines);

}  // namespace whet
