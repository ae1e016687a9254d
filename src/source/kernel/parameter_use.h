// How a function uses the memory behind its pointer parameters, as far as its own text shows.
//
//   y[i] = a * x[i] + y[i];        x is read, y is read and written
//   float* row = out + i * cols;   unknown for out: it continues under another name
#pragma once

#include <string_view>

#include "source/text/outline.h"

namespace whet {

struct ParameterUse {
  bool reads = false, writes = false;
  bool is_sure = true;  // false: it is passed on, or its address goes elsewhere
};

// The use of parameter `name` in the body of the declaration.
ParameterUse use_of_parameter(const Code& code, const Declaration& function, std::string_view name);

// The same for the first function of that name with a body; not sure if there is none.
ParameterUse use_of_parameter(std::string_view source, std::string_view function, std::string_view name);

}  // namespace whet
