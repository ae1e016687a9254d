// The variables that a kernel declares in its body, and its statements.
#pragma once

#include <string>
#include <vector>

#include "edit/text/kernel_text.h"

namespace whet::edit {

struct Local {
  std::string type;  // "const float", "int"; stars of this name included: "const float*"
  std::string name;
  size_t statement = 0, token = 0;         // first token of its declaration, and its name
  size_t value_first = 0, value_last = 0;  // tokens of what it is set to; equal: nothing
  size_t end = 0;                          // the ";" of its declaration
  bool is_array = false;
  bool is_set_once = false;  // it has a value and never gets another; its address is not taken

  bool has_value() const { return value_last > value_first; }
};

// In the order of the text, including variables of loops.
std::vector<Local> find_locals(const KernelText& text);
const Local* local_named(const std::vector<Local>& locals, std::string_view name);

// Whether the variable itself may change in the tokens: assigned, counted, or its address taken. Elements that it
// points to do not count.
bool is_changed(const KernelText& text, std::string_view name, size_t first, size_t last);

// Where a number of this type that never changes has its value: one past the token; 0: it is no such parameter or
// variable.
size_t known_from(const KernelText& text, const std::vector<Local>& locals, std::string_view name,
                  std::string_view type);
// Whether a loop that begins after `from` holds the token.
bool is_looped(const KernelText& text, size_t token, size_t from);

// One past the statement that begins at `at`, with all its branches.
size_t statement_end(const KernelText& text, size_t at);

}  // namespace whet::edit
