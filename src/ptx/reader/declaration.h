// Reads declarations of variables and parameters.
#pragma once

#include <functional>
#include <optional>

#include "ptx/module.h"
#include "ptx/reader/cursor.h"

namespace whet::ptx {

// ".global" -> Space::global; nothing for another word.
std::optional<Space> parse_space(std::string_view dotted);

// The words before .entry, .func or a state space.
struct Linkage {
  bool is_extern = false;
  bool seen = false;  // any of .extern .visible .weak .common
};
Linkage read_linkage(Cursor& cursor);

// Reads ".align 8 .b8 name[32]" after its state space, without initialiser or `;`.
Result<Variable> read_parameter(Cursor& cursor, Space space);

// Reads ".global .align 4 .u32 a[2] = {1, 2}, b;" after the state space, including the `;`. Calls `add` for each
// variable, with its name as part of the text.
using AddVariable = std::function<Result<void>(Variable variable, std::string_view name)>;
Result<void> read_variables(Cursor& cursor, Space space, const Linkage& linkage, const AddVariable& add);

}  // namespace whet::ptx
