// Reads .entry and .func: the header with parameters and directives, then the body.
#pragma once

#include <functional>

#include "ptx/reader/body_reader.h"
#include "ptx/reader/declaration.h"

namespace whet::ptx {

struct FunctionText {
  Function function;
  std::vector<OpenName> open_names;  // names that the module must have
};

// The next token is `.entry` or `.func`.
Result<FunctionText> read_function(Cursor& cursor, Places& places, const Linkage& linkage,
                                   const std::function<bool(std::string_view)>& is_module_name);

}  // namespace whet::ptx
