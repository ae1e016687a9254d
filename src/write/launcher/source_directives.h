// The preprocessor lines of a source that goes into a namespace.
//
//   #include <cuda_fp16.h>                      ->  a line before all namespaces
//   #define WIDE                                ->  also, if nothing names it: it is for headers that come below it
//   #ifdef X / #include <cmath> / #endif        ->  stays; the namespace ends before it and begins again after it
#pragma once

#include <string>
#include <vector>

#include "util/result.h"

namespace whet::write {

struct SourceWithoutIncludes {
  std::vector<std::string> prelude;
  std::string text;  // with blanks in place of what the prelude has
};

// `file` is for errors: headers of the user that are not part of the text, includes between brackets.
Result<SourceWithoutIncludes> without_includes(std::string source, const std::string& file);

// With the includes that are left outside of the namespace.
std::string with_includes_outside(std::string text, const std::string& space);

// The macros that a text defines or undefines.
std::vector<std::string> macros_in(const std::string& text);

Error not_enclosed(std::string why, const std::string& file, std::string mend);

}  // namespace whet::write
