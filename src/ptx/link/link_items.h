// A linker's view of a PTX text: its declarations and definitions, each with its name and its piece of the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace whet::ptx {

enum class ItemKind : uint8_t {
  version,    // .version 9.0
  target,     // .target sm_90
  file,       // .file 1 "a.cu"
  prototype,  // .extern .func f(...);
  variable,   // .visible .global .u32 x = 3;
  function,   // .visible .entry k(...) { ... }
  section,    // .section .debug_str { ... }
  other,      // .alias, .pragma
};

// The visibility of a name.
enum class Binding : uint8_t {
  local,   // only in this text
  needed,  // .extern: defined in another text
  strong,  // .visible
  weak,    // .weak, .common: any one of several is enough
};

struct LinkItem {
  ItemKind kind = ItemKind::other;
  Binding binding = Binding::local;
  std::string_view name;  // of the declaration; "sm_90" of a target, ".debug_str" of a section
  std::string_view text;  // all of it
};

// `name` is the name of the text in errors. The items point into the text.
Result<std::vector<LinkItem>> read_link_items(std::string_view text, const std::string& name);

}  // namespace whet::ptx
