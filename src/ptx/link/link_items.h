// What a linker sees of a PTX text: its declarations and definitions, each as a piece of the text with its name.
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

// Who may know the name.
enum class Binding : uint8_t {
  local,   // this text alone
  needed,  // .extern: another text has it
  strong,  // .visible
  weak,    // .weak, .common: any one of several will do
};

struct LinkItem {
  ItemKind kind = ItemKind::other;
  Binding binding = Binding::local;
  std::string_view name;  // of what is declared; "sm_90" of a target, ".debug_str" of a section
  std::string_view text;  // the whole of it
};

// `name` is what errors call the text. The items point into it.
Result<std::vector<LinkItem>> read_link_items(std::string_view text, const std::string& name);

}  // namespace whet::ptx
