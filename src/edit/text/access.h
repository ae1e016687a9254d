// The elements of arrays that a kernel's text reads and writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "edit/text/index_form.h"

namespace whet::edit {

// An element of an array parameter, or of a variable that is a parameter plus an offset: `const float* row = x + r *
// n`.
struct Access {
  std::string array;           // the parameter
  std::string base;            // as written: the parameter or the variable
  size_t name = 0;             // token
  size_t open = 0, close = 0;  // brackets of the index
  IndexForm index;             // into the parameter
  bool is_read = false, is_written = false;
  bool is_atomic = false;  // the address goes to an atomic function
};

// Accesses by one index, in the order of the text.
struct AccessList {
  std::vector<Access> accesses;
  std::vector<std::string> unclear;  // parameters that are used in another way

  bool is_clear(std::string_view array) const;
};
AccessList find_accesses(const KernelText& text, const std::vector<Local>& locals);

}  // namespace whet::edit
