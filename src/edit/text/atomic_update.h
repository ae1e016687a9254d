// Statements `atomicAdd(&array[index], value);` whose result nobody takes.
#pragma once

#include <string>
#include <vector>

#include "edit/text/index_form.h"

namespace whet::edit {

struct AtomicUpdate {
  size_t call = 0, end = 0;                // the name of the function, and one past the ";"
  std::string array;                       // the parameter
  std::string index, value;                // texts; "0" for the first element
  size_t index_first = 0, index_last = 0;  // tokens; equal: the first element
};

// In the order of the text. `others` are array parameters that are used in any other way, too.
struct AtomicUpdates {
  std::vector<AtomicUpdate> updates;
  std::vector<std::string> others;

  bool is_only_updated(const std::string& array) const;
};
AtomicUpdates find_atomic_updates(const KernelText& text);

// Whether every thread of a warp has the same index at this update.
bool is_uniform(const KernelText& text, const std::vector<Local>& locals, const AtomicUpdate& update);

}  // namespace whet::edit
