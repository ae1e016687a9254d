// What a function does with what its pointer parameters point to, as far as its own text tells.
//
//   y[i] = a * x[i] + y[i];        x is read, y is read and written
//   float* row = out + i * cols;   of out nothing is known: it goes on under another name
#pragma once

#include <string_view>

#include "source/text/outline.h"

namespace whet {

struct ParameterUse {
  bool reads = false, writes = false;
  bool is_sure = true;  // false: it is passed on, or its address goes elsewhere
};

// Of the parameter `name` in the body of the declaration.
ParameterUse use_of_parameter(const Code& code, const Declaration& function, std::string_view name);

// Of the first function of that name with a body; nothing is sure where there is none.
ParameterUse use_of_parameter(std::string_view source, std::string_view function, std::string_view name);

}  // namespace whet
