// The CUDA specifiers of declarations, also if they come from a macro.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "source/text/token.h"

namespace whet {

struct Marks {
  bool global = false;  // __global__
  bool device = false;  // __device__, __constant__, __shared__ or __managed__
  bool whole = false;   // a macro with parameters whose text is a whole definition: its use is one, too
};

// The macros of a source, each with the specifiers it contains.
using MacroMarks = std::map<std::string_view, Marks>;

// A macro may use one that is defined above it.
MacroMarks find_macros(const std::vector<Token>& tokens);

// Adds the specifiers of one token, directly or through a macro.
void add_marks(const Token& token, const MacroMarks& macros, Marks& marks);

}  // namespace whet
