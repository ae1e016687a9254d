// The functions and types that written kernels are made of: blocks/NAME.cuh holds what the identifier NAME needs.
#pragma once

#include <string>

namespace whet::write {

// The blocks that `code` uses, and those that these use, each before its users. Empty: it uses none.
// Constants come first.
std::string building_blocks(const std::string& code);

}  // namespace whet::write
